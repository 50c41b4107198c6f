//! Every directive once: they change pragmas, and no result, but for `flush_denormals`.

#[sycl_hls::kernels]
pub mod directives {
    use sycl_hls::device::*;

    const N: usize = 64;

    /// Pipelines of all styles, unrolled loops, and what is said about loops for reports and schedules.
    #[kernel]
    pub fn loops(x: &[i32], y: &mut [i32]) {
        let mut sums = [0_i32; 4];
        #[pipeline(ii = 2, style = flp)]
        #[loop_tripcount(min = 1, max = 1024, avg = 64)]
        for i in 0..x.len() {
            y[i] = x[i].wrapping_mul(3);
        }
        #[pipeline(off)]
        #[unroll(off)]
        #[latency(min = 2, max = 8)]
        for i in 0..x.len() {
            y[i] = y[i].wrapping_add(1);
        }
        #[loop_flatten]
        for i in 0..4 {
            #[unroll(factor = 4, skip_exit_check)]
            for j in 0..16_usize {
                sums[i] = sums[i].wrapping_add(x[i * 16 + j]);
            }
        }
        #[loop_flatten(off)]
        #[loop_merge(force)]
        #[performance(target_ti = 1000)]
        for i in 0..4 {
            y[i] = sums[i];
        }
        #[pipeline(ii = 1, frp)]
        #[expression_balance(off)]
        #[allocation(operation = mul, limit = 2)]
        for i in 0..4 {
            y[i] = y[i].wrapping_mul(sums[i]);
        }
    }

    #[kernel]
    pub fn rewound(x: &[u32], #[len(64)] y: &mut [u32]) {
        #[pipeline(ii = 1, rewind, strict)]
        for i in 0..N {
            y[i] = x[i] ^ 255;
        }
    }

    /// A histogram: neighbouring counts differ, so the loop need not wait for them.
    #[kernel]
    pub fn dependences(x: &[u8], counts: &mut [u32]) {
        #[dependence(intra, RAW, dependent = false)]
        let mut bins = [0_u32; 256];
        #[pipeline(ii = 1)]
        #[dependence(variable = bins, inter, RAW, distance = 2, true)]
        #[dependence(class = pointer, type = inter, dependent = false)]
        for i in 0..x.len() {
            bins[x[i] as usize] += 1;
        }
        #[dependence(variable = counts, inter, false)]
        for i in 0..counts.len() {
            counts[i] = bins[i % 256];
        }
    }

    /// Local arrays in all shapes and memories.
    #[kernel]
    pub fn arrays(x: &[i32], y: &mut [i32]) {
        #[array_partition(type = cyclic, factor = 4)]
        #[array_partition(complete, dim = 2)]
        let mut tile = [[0_i32; 4]; 16];
        #[array_reshape(kind = block, factor = 2, dim = 1)]
        #[bind_storage(type = ram_t2p, impl = bram, latency = 2)]
        let mut row = [0_i32; 64];
        #[bind_storage(type = rom_2p, impl = lutram)]
        let weights = [1, 2, 3, 4];
        #[stable]
        let offsets = [5, 6, 7, 8];
        #[performance(target_tl = 200)]
        for i in 0..N {
            row[i] = x[i];
            tile[i / 4][i % 4] = row[i].wrapping_mul(weights[i % 4]);
        }
        for i in 0..N {
            y[i] = tile[i / 4][i % 4].wrapping_add(offsets[i % 4]);
        }
    }

    /// Operators of all makes.
    #[kernel]
    pub fn operators(a: i32, b: i32, c: f32, d: f64, y: &mut [f64]) {
        #[bind_op(impl = dsp, latency = 3)]
        let product = (a % 1000) * (b % 1000);
        #[bind_op(op = fdiv, impl = fabric, latency = 29)]
        let quotient = c / 3.0;
        #[bind_op(impl = fulldsp)]
        let sum = c + 0.5;
        #[bind_op(op = dadd, impl = fabric, latency = 7)]
        #[bind_op(op = dmul, impl = maxdsp)]
        let mut total = d * d;
        total += product as f64;
        y[0] = total + quotient as f64 + sum as f64;
    }

    #[kernel]
    #[allocation(function = weighted, limit = 1)]
    #[latency(max = 5000)]
    pub fn functions(mode: u32, x: &[u32], y: &mut [u32]) {
        for i in 0..x.len() {
            y[i] = weighted(x[i], mode & 1).wrapping_add(apart(x[i])).wrapping_add(merged(x[i]));
        }
    }

    #[inline(off)]
    fn weighted(value: u32, #[function_instantiate] mode: u32) -> u32 {
        if mode == 1 { value.wrapping_mul(5) } else { value.wrapping_mul(9) }
    }

    #[pipeline(ii = 1)]
    #[expression_balance]
    fn apart(#[stable] value: u32) -> u32 {
        (value >> 3) ^ (value >> 5) ^ (value >> 7)
    }

    #[inline(recursive)]
    fn merged(value: u32) -> u32 {
        apart(value) | 1
    }

    /// Arithmetic without denormals.
    #[kernel]
    #[flush_denormals]
    pub fn flushed(x: &[f32], y: &mut [f32]) {
        for i in 0..x.len() {
            y[i] = x[i] * 0.5;
        }
    }

    /// Statements in braces.
    #[kernel]
    pub fn blocks(x: &[i32], y: &mut [i32]) {
        let mut state = 0_i32;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            #[occurrence(cycle = 4)]
            {
                if i % 4 == 0 {
                    state = x[i];
                }
            }
            y[i] = state;
        }
        #[protocol(fixed)]
        #[latency(min = 1, max = 4)]
        {
            state = state.wrapping_add(1);
            y[0] = state;
        }
        #[loop_merge]
        {
            for i in 0..4 {
                y[i] = y[i].wrapping_add(1);
            }
            for i in 0..4 {
                y[i] = y[i].wrapping_mul(2);
            }
        }
    }

    /// Ports with all that can be said about them.
    #[kernel]
    #[ap_ctrl_hs]
    #[s_axilite(bundle = "ctrl")]
    pub fn ports(
        #[s_axilite(offset = 0x40, register)] n: u32,
        #[m_axi(
            bundle = "inputs",
            depth = 1024,
            latency = 64,
            num_read_outstanding = 32,
            max_read_burst_length = 64
        )]
        a: &[u32],
        #[m_axi(
            bundle = "inputs",
            depth = 1024,
            latency = 64,
            num_read_outstanding = 32,
            max_read_burst_length = 64
        )]
        b: &[u32],
        #[m_axi(
            offset = slave,
            num_write_outstanding = 8,
            max_write_burst_length = 256,
            max_widen_bitwidth = 512,
            channel = 0,
            name = "result"
        )]
        #[stable]
        y: &mut [u32],
        #[cache(lines = 4, depth = 64)] table: &[u32],
    ) {
        for i in 0..n as usize {
            y[i] = a[i].wrapping_add(b[i]) ^ table[(a[i] % 16) as usize];
        }
    }

    /// Where the linker puts it.
    #[kernel]
    #[ap_ctrl_chain]
    #[compute_units(2)]
    #[slr(0, 1)]
    #[clock(mhz = 250)]
    #[performance(target_ti = 100000)]
    pub fn placed(
        #[bank(DDR[0:1])] x: &[u32],
        #[bank(DDR[2], DDR[3])] y: &mut [u32],
        #[bank(HOST)] z: &[u32],
        w: &[u32],
    ) {
        for i in 0..x.len() {
            y[i] = x[i].wrapping_add(z[i]).wrapping_add(w[i]);
        }
    }

    /// Hosts start it once for many runs.
    #[kernel(auto_restart, mailbox)]
    pub fn exchanged(a: u32, b: u32, sum: &mut u32) {
        *sum = a.wrapping_add(b);
    }
}
