//! Kernels whose examples are about where and how often they run: compute units, banks, regions of the chip.

/// Kernels for several units, banks and regions.
#[sycl_hls::kernels]
pub mod system {
    use sycl_hls::device::*;

    const CHUNK: usize = 64;

    /// Accel, host_xrt/mult_compute_units_xrt: a sum of vectors, of which each compute unit does a part.
    #[kernel]
    #[compute_units(4)]
    pub fn compute_units(from: u32, count: u32, a: &[i32], b: &[i32], sum: &mut [i32]) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(min = 4096, max = 4194304)]
        for i in from as usize..(from + count) as usize {
            sum[i] = a[i] + b[i];
        }
    }

    /// Accel, host_xrt/multiple_cus_asymmetrical_xrt: reads that share a port with writes; units have memory banks of
    /// their own.
    #[kernel]
    #[compute_units(4)]
    pub fn asymmetrical_units(
        n: usize,
        #[m_axi(bundle = "gmem0")]
        #[bank(DDR[0], DDR[1], PLRAM[0], PLRAM[1])]
        #[len(n)]
        a: &[u32],
        #[m_axi(bundle = "gmem1")]
        #[bank(DDR[0], DDR[1], PLRAM[0], PLRAM[1])]
        #[len(n)]
        b: &[u32],
        #[m_axi(bundle = "gmem0")]
        #[bank(DDR[0], DDR[1], PLRAM[0], PLRAM[1])]
        #[len(n)]
        sum: &mut [u32],
    ) {
        let mut buffer = [0; CHUNK];
        let mut start = 0;
        while start < n {
            let end = if start + CHUNK < n { start + CHUNK } else { n };
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = CHUNK, max = CHUNK)]
            for i in start..end {
                buffer[i - start] = a[i].wrapping_add(b[i]);
            }
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = CHUNK, max = CHUNK)]
            for i in start..end {
                sum[i] = buffer[i - start];
            }
            start = end;
        }
    }

    const LANES: usize = 16;

    /// As many numbers as a port of 512 bits has in an access.
    #[derive(Clone, Copy, Element)]
    pub struct Lanes {
        pub lanes: [u32; LANES],
    }

    /// Accel, host_xrt/hbm_simple_xrt: sums of vectors, each of which lies anywhere in four pseudo-channels.
    #[kernel]
    pub fn hbm_range(
        #[m_axi(bundle = "gmem0")]
        #[bank(HBM[0:3])]
        a: &[Lanes],
        #[m_axi(bundle = "gmem1")]
        #[bank(HBM[0:3])]
        b: &[Lanes],
        #[m_axi(bundle = "gmem0")]
        #[bank(HBM[0:3])]
        sums: &mut [Lanes],
    ) {
        #[loop_tripcount(max = 1024)]
        for i in 0..sums.len() {
            #[pipeline]
            for lane in 0..LANES {
                sums[i].lanes[lane] = a[i].lanes[lane].wrapping_add(b[i].lanes[lane]);
            }
        }
    }

    /// Accel, performance/hbm_bandwidth: a sum and a product in three units, each slice of each unit in a pseudo-channel
    /// of its own.
    #[kernel]
    #[compute_units(3)]
    pub fn hbm_channels(
        n: usize,
        #[bank(HBM[0], HBM[4], HBM[8])]
        #[len(n)]
        a: &[u32],
        #[bank(HBM[1], HBM[5], HBM[9])]
        #[len(n)]
        b: &[u32],
        #[bank(HBM[2], HBM[6], HBM[10])]
        #[len(n)]
        sums: &mut [u32],
        #[bank(HBM[3], HBM[7], HBM[11])]
        #[len(n)]
        products: &mut [u32],
    ) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(max = 1024)]
        for i in 0..n {
            let (x, y) = (a[i], b[i]);
            sums[i] = x.wrapping_add(y);
            products[i] = x.wrapping_mul(y);
        }
    }

    /// Accel, sys_opt/slr_assign: the products that the other kernel in its region adds up.
    #[kernel]
    #[slr(1)]
    pub fn slr_multiply(a: &[i32], b: &[i32], products: &mut [i32]) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(max = 1024)]
        for ((x, y), product) in a.iter().zip(b).zip(products) {
            *product = x * y;
        }
    }

    /// Accel, sys_opt/slr_assign: the sums with the products of the other kernel.
    #[kernel]
    #[slr(1)]
    pub fn slr_add(products: &[i32], c: &[i32], sums: &mut [i32]) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(max = 1024)]
        for ((product, z), sum) in products.iter().zip(c).zip(sums) {
            *sum = product + z;
        }
    }

    /// Accel, sys_opt/advanced_config: a sum of vectors at a clock of its own.
    #[kernel]
    #[clock(mhz = 280)]
    pub fn clocked(#[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sum: &mut [u32], n: u32) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(max = 1024)]
        for i in 0..n as usize {
            sum[i] = a[i].wrapping_add(b[i]);
        }
    }

    /// Accel, host_xrt/mailbox_auto_restart_xrt: registers in, results out, again and again.
    #[kernel]
    #[ap_ctrl_chain]
    pub fn mailbox(
        #[stable] a: i32,
        #[stable] b: i32,
        #[stable]
        #[len(1)]
        sum: &mut [i32],
        #[stable]
        #[len(1)]
        product: &mut [i32],
    ) {
        sum[0] = a + b;
        product[0] = a * b;
    }

    const SIDE: usize = 16;

    fn row_times_matrix(row: &[i32; SIDE], matrix: &[[i32; SIDE]; SIDE], out: &mut [i32]) {
        #[pipeline]
        for j in 0..SIDE {
            let mut sum = 0;
            for k in 0..SIDE {
                sum += row[k] * matrix[k][j];
            }
            out[j] = sum;
        }
    }

    /// Accel, cpp_kernels/plram_access: a small matrix, which fits into the memory beside the logic, times a large one.
    #[kernel]
    pub fn plram(
        #[bank(PLRAM[0])]
        #[len(SIDE * SIDE)]
        small: &[i32],
        #[bank(DDR[0])] large: &[i32],
        #[bank(PLRAM[1])] out: &mut [i32],
    ) {
        #[array_partition(kind = complete, dim = 1)]
        let mut matrix = [[0; SIDE]; SIDE];
        for i in 0..SIDE {
            matrix[i].copy_from_slice(&small[i * SIDE..(i + 1) * SIDE]);
        }
        #[array_partition(kind = complete, dim = 1)]
        let mut row = [0; SIDE];
        #[loop_tripcount(max = SIDE)]
        for (line, to) in large.chunks_exact(SIDE).zip(out.chunks_exact_mut(SIDE)) {
            row.copy_from_slice(line);
            row_times_matrix(&row, &matrix, to);
        }
    }
}
