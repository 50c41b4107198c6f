#[sycl_hls::kernels]
pub mod limits {
    /// Eight products in each iteration, two at a time.
    #[kernel]
    #[allocation(operation = mul, limit = 2)]
    pub fn products(x: &[i32], y: &mut [i32]) {
        #[array_partition(complete)]
        let mut taps = [1_i32, -2, 3, -4, 5, -6, 7, -8];
        for i in 0..8 {
            taps[i] += x[i];
        }
        #[array_partition(complete)]
        let mut window = [0_i32; 8];
        for i in 0..y.len() {
            let mut sum = 0_i32;
            #[unroll]
            for tap in (1..8).rev() {
                window[tap] = window[tap - 1];
                sum = sum.wrapping_add(window[tap].wrapping_mul(taps[tap]));
            }
            window[0] = x[i];
            y[i] = sum.wrapping_add(window[0].wrapping_mul(taps[0]));
        }
    }

    /// A polynomial, and its derivative in a loop of its own: one adder and one multiplier for both.
    #[kernel]
    #[allocation(operation = fmul, limit = 1)]
    #[allocation(operation = fadd, limit = 1)]
    pub fn polynomials(#[len(4)] c: &[f32], x: &[f32], y: &mut [f32], slope: &mut [f32]) {
        let c = [c[0], c[1], c[2], c[3]];
        for i in 0..x.len() {
            y[i] = ((c[3] * x[i] + c[2]) * x[i] + c[1]) * x[i] + c[0];
        }
        for i in 0..x.len() {
            slope[i] = (3.0 * c[3] * x[i] + 2.0 * c[2]) * x[i] + c[1];
        }
    }

    /// Quotients and remainders of several divisions by one divider; only the first loop has to.
    #[kernel]
    pub fn quotients(x: &[i32], y: &mut [i32], z: &mut [f64]) {
        #[allocation(operation = sdiv, limit = 1)]
        #[allocation(operation = srem, limit = 1)]
        for i in 0..y.len() {
            let by = x[i] | 1;
            y[i] = (i as i32 / by) ^ (1000 / by) ^ (x[i] % (i as i32 + 1));
        }
        for i in 0..z.len() {
            let mut value = x[i] as f64;
            #[allocation(operation = dmul, limit = 1)]
            {
                value = value * value * 0.5 * (value - 1.0);
            }
            z[i] = value / (x[i] as f64 + 0.25);
        }
    }

    /// What comes from the iteration before waits for the one multiplier, too.
    #[kernel]
    pub fn recurrence(x: &[u64], #[len(2)] out: &mut [u64]) {
        let mut hash = 14_695_981_039_346_656_037_u64;
        let mut sum = 0_u64;
        #[allocation(operation = mul, limit = 1)]
        for v in x {
            hash = (hash ^ *v).wrapping_mul(*v | 1);
            sum = sum.wrapping_add(v.wrapping_mul(hash));
        }
        out[0] = hash;
        out[1] = sum;
    }
}
