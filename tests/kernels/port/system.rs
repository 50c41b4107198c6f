//! Kernels whose examples are about where and how often they run: compute units, banks, regions of the chip.

/// Kernels for several units, banks and regions.
#[sycl_hls::kernels]
pub mod system {
    const CHUNK: usize = 64;

    /// Accel, host_xrt/mult_compute_units_xrt: a sum of vectors, of which each compute unit does a part.
    #[kernel]
    pub fn compute_units(from: u32, count: u32, a: &[i32], b: &[i32], sum: &mut [i32]) {
        #[pipeline(ii = 1)]
        for i in from as usize..(from + count) as usize {
            sum[i] = a[i] + b[i];
        }
    }

    /// Accel, host_xrt/multiple_cus_asymmetrical_xrt: reads that share a port with writes; units have memory banks of
    /// their own.
    #[kernel]
    pub fn asymmetrical_units(
        n: usize,
        #[m_axi(bundle = "gmem0")]
        #[len(n)]
        a: &[u32],
        #[m_axi(bundle = "gmem1")]
        #[len(n)]
        b: &[u32],
        #[m_axi(bundle = "gmem0")]
        #[len(n)]
        sum: &mut [u32],
    ) {
        let mut buffer = [0; CHUNK];
        let mut start = 0;
        while start < n {
            let end = if start + CHUNK < n { start + CHUNK } else { n };
            #[pipeline(ii = 1)]
            for i in start..end {
                buffer[i - start] = a[i].wrapping_add(b[i]);
            }
            #[pipeline(ii = 1)]
            for i in start..end {
                sum[i] = buffer[i - start];
            }
            start = end;
        }
    }

    /// Accel, host_xrt/hbm_simple_xrt: a sum and a product, each slice in a pseudo-channel of its own.
    #[kernel]
    pub fn hbm(
        n: usize,
        #[len(n)] a: &[u32],
        #[len(n)] b: &[u32],
        #[len(n)] sums: &mut [u32],
        #[len(n)] products: &mut [u32],
    ) {
        #[pipeline(ii = 1)]
        for i in 0..n {
            let (x, y) = (a[i], b[i]);
            sums[i] = x.wrapping_add(y);
            products[i] = x.wrapping_mul(y);
        }
    }

    /// Accel, sys_opt/slr_assign: the products that the kernel in the next region adds up.
    #[kernel]
    pub fn slr_multiply(a: &[i32], b: &[i32], products: &mut [i32]) {
        #[pipeline(ii = 1)]
        for ((x, y), product) in a.iter().zip(b).zip(products) {
            *product = x * y;
        }
    }

    /// Accel, sys_opt/slr_assign: the sums with the products from the region before.
    #[kernel]
    pub fn slr_add(products: &[i32], c: &[i32], sums: &mut [i32]) {
        #[pipeline(ii = 1)]
        for ((product, z), sum) in products.iter().zip(c).zip(sums) {
            *sum = product + z;
        }
    }

    /// Accel, host_xrt/mailbox_auto_restart_xrt: registers in, results out, again and again.
    #[kernel]
    pub fn mailbox(a: i32, b: i32, #[len(1)] sum: &mut [i32], #[len(1)] product: &mut [i32]) {
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
    pub fn plram(#[len(SIDE * SIDE)] small: &[i32], large: &[i32], out: &mut [i32]) {
        #[array_partition(kind = complete, dim = 1)]
        let mut matrix = [[0; SIDE]; SIDE];
        for i in 0..SIDE {
            matrix[i].copy_from_slice(&small[i * SIDE..(i + 1) * SIDE]);
        }
        let mut row = [0; SIDE];
        for (line, to) in large.chunks_exact(SIDE).zip(out.chunks_exact_mut(SIDE)) {
            row.copy_from_slice(line);
            row_times_matrix(&row, &matrix, to);
        }
    }
}
