//! Bursts, local buffers and the width of ports.

/// How data moves between the card's memory and a kernel.
#[sycl_hls::kernels]
pub mod memory {
    const CHUNK: usize = 64;

    /// Accel, host_xrt/copy_buffer_xrt: a sum of vectors which the host has copied from other buffers.
    #[kernel]
    pub fn copy_buffer(n: u32, #[len(n)] a: &[i32], #[len(n)] b: &[i32], #[len(n)] sum: &mut [i32]) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(min = 1024, max = 1024)]
        for i in 0..n as usize {
            sum[i] = a[i] + b[i];
        }
    }

    /// The first elements of a slice, as many as there are up to a whole chunk, into a local buffer.
    fn load(from: &[u32], to: &mut [u32; CHUNK]) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(min = CHUNK, max = CHUNK)]
        for (cell, value) in to.iter_mut().zip(from) {
            *cell = *value;
        }
    }

    /// Accel, host/host_memory_copy_buffer: the first operand goes through a local buffer, the second streams in.
    #[kernel]
    pub fn host_memory(
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
        #[loop_tripcount(max = 64)]
        for start in (0..n).step_by(CHUNK) {
            let end = (start + CHUNK).min(n);
            load(&a[start..end], &mut buffer);
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = CHUNK, max = CHUNK)]
            for i in start..end {
                sum[i] = buffer[i - start] + b[i];
            }
        }
    }

    /// Accel, host_xrt/host_memory_copy_kernel_xrt: from the host's own memory to the card's, or back.
    #[kernel]
    pub fn host_memory_copy(
        #[bank(HOST[0])]
        #[len(n)]
        a: &mut [i32],
        #[len(n)] b: &mut [i32],
        n: u32,
        back: u32,
    ) {
        if back == 0 {
            b.copy_from_slice(a);
        } else {
            a.copy_from_slice(b);
        }
    }

    /// Introductory, Interface/Memory/using_axi_master: a burst in, work on the chip, a burst out.
    #[kernel]
    pub fn axi_master(
        #[m_axi(depth = 50)]
        #[len(50)]
        a: &mut [i32],
    ) {
        let mut buffer = [0; 50];
        buffer.copy_from_slice(a);
        #[pipeline(ii = 1)]
        for value in &mut buffer {
            *value += 100;
        }
        a.copy_from_slice(&buffer);
    }

    /// Introductory, Interface/Register/using_axi_lite_with_user_defined_offset: bytes in registers, which wrap around.
    #[kernel]
    #[s_axilite(bundle = "BUS_A")]
    pub fn axi_lite(
        #[s_axilite(offset = 0x20)] a: i8,
        #[s_axilite(offset = 0x28)] b: i8,
        #[s_axilite(offset = 0x30)]
        #[len(1)]
        c: &mut [i8],
    ) {
        c[0] = c[0].wrapping_add(a.wrapping_add(b));
    }

    /// The longest burst of an AXI port.
    const BURST: usize = 256;

    /// Accel, cpp_kernels/burst_rw: reads and writes of the same memory, apart from each other.
    #[kernel]
    pub fn burst_rw(
        increment: i32,
        #[m_axi(bundle = "gmem", max_read_burst_length = 256, max_write_burst_length = 256, depth = 2048)]
        data: &mut [i32],
    ) {
        let mut burst = [0; BURST];
        #[loop_tripcount(min = 1, max = 64)]
        for start in (0..data.len()).step_by(BURST) {
            let count = (data.len() - start).min(BURST);
            #[pipeline(ii = 1)]
            #[loop_flatten(off)]
            #[loop_tripcount(min = 1, max = BURST)]
            for i in 0..count {
                burst[i] = data[start + i];
            }
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = BURST, max = 2048)]
            for i in 0..count {
                data[start + i] = burst[i] + increment;
            }
        }
    }

    /// Accel, cpp_kernels/loop_pipeline: three pipelined passes over each block, all of it repeated.
    #[kernel]
    pub fn loop_pipeline(
        repetitions: u32,
        blocks: usize,
        #[len(blocks * 128)] a: &[i32],
        #[len(blocks * 128)] b: &[i32],
        #[len(blocks * 128)] c: &mut [i32],
    ) {
        let mut result = [0; 128];
        #[loop_tripcount(min = 1, max = 1)]
        for _ in 0..repetitions {
            #[loop_flatten(off)]
            #[loop_tripcount(min = 8, max = 8)]
            for block in 0..blocks {
                #[pipeline(ii = 1)]
                for x in 0..128 {
                    result[x] = a[block * 128 + x];
                }
                #[pipeline(ii = 1)]
                for x in 0..128 {
                    result[x] += b[block * 128 + x];
                }
                #[pipeline(ii = 1)]
                for x in 0..128 {
                    c[block * 128 + x] = result[x];
                }
            }
        }
    }

    /// Accel, cpp_kernels/lmem_2rw: both ports of a local memory feed two additions in a cycle.
    #[kernel]
    pub fn lmem_2rw(n: usize, #[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sum: &mut [u32]) {
        let mut left = [0; CHUNK];
        let mut right = [0; CHUNK];
        let mut both = [0; CHUNK];
        #[loop_tripcount(min = 4, max = 4)]
        for start in (0..n).step_by(CHUNK) {
            let count = CHUNK.min(n - start);
            load(&a[start..start + count], &mut left);
            load(&b[start..start + count], &mut right);
            #[loop_flatten(off)]
            #[unroll(factor = 2)]
            #[loop_tripcount(min = CHUNK, max = CHUNK)]
            for i in 0..count {
                both[i] = left[i].wrapping_add(right[i]);
            }
            #[pipeline(ii = 1)]
            #[loop_tripcount(min = CHUNK, max = CHUNK)]
            for i in 0..count {
                sum[start + i] = both[i];
            }
        }
    }

    /// Introductory, Interface/Memory/max_widen_port_width: one element of 32 bits in a cycle, eight of them in an
    /// access.
    #[kernel]
    pub fn widen_port(
        #[m_axi(bundle = "gmem", depth = CHUNK, max_widen_bitwidth = 256)]
        #[len(CHUNK)]
        a: &[i32],
        #[m_axi(bundle = "gmem", depth = CHUNK)]
        #[len(CHUNK)]
        b: &mut [i32],
    ) {
        let mut buffer = [0; CHUNK];
        #[pipeline(ii = 1)]
        for i in 0..CHUNK {
            buffer[i] = a[i];
            buffer[i] += 100;
            b[i] = buffer[i];
        }
    }

    /// Accel, cpp_kernels/port_width_widening (dot_product_5): products in blocks of a whole port's width, and ports of
    /// two widths.
    #[kernel]
    pub fn port_width(
        blocks: u32,
        #[m_axi(bundle = "gmem0", max_widen_bitwidth = 512)]
        #[len(blocks * 16)]
        a: &[u32],
        #[m_axi(bundle = "gmem1", max_widen_bitwidth = 256)]
        #[len(blocks * 16)]
        b: &[u32],
        #[m_axi(bundle = "gmem0", max_widen_bitwidth = 512)]
        #[len(blocks * 16)]
        products: &mut [u64],
    ) {
        #[loop_tripcount(max = 1024)]
        for block in 0..blocks as usize {
            let start = block * 16;
            #[pipeline(ii = 1)]
            #[loop_flatten(off)]
            for lane in start..start + 16 {
                products[lane] = u64::from(a[lane]) * u64::from(b[lane]);
            }
        }
    }

    /// Introductory, Interface/Memory/memory_bottleneck (original): three reads of one memory in each step.
    #[kernel]
    pub fn bottleneck(values: &[i32], #[len(1)] sum: &mut [i32]) {
        let mut total = 0;
        for triple in values.windows(3) {
            total += triple[0] + triple[1] + triple[2];
        }
        sum[0] = total;
    }

    /// Introductory, Interface/Memory/memory_bottleneck (modified): one read, the others are carried along.
    #[kernel]
    pub fn bottleneck_resolved(values: &[i32], #[len(1)] sum: &mut [i32]) {
        let (mut first, mut second) = (values[0], values[1]);
        let mut total = 0;
        #[pipeline(ii = 1)]
        for third in values.iter().skip(2) {
            total += first + second + third;
            first = second;
            second = *third;
        }
        sum[0] = total;
    }

    /// Introductory, Interface/Memory/cache/maxi_cache_locality: every element is read twice.
    #[kernel]
    pub fn cache_locality(
        n: usize,
        #[m_axi(bundle = "aximm2", depth = 1025, max_read_burst_length = 128, num_read_outstanding = 256)]
        #[cache(lines = 1, depth = 128)]
        #[len(n + 1)]
        values: &[f64],
        #[m_axi(bundle = "aximm", depth = 1024)]
        #[len(n)]
        sums: &mut [f64],
    ) {
        #[pipeline(ii = 1)]
        #[loop_tripcount(max = 1024)]
        for i in 0..n {
            sums[i] = values[i] + values[i + 1];
        }
    }
}
