#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn recurrences(a: f32, x: &[f32], bytes: &[u8], y: &mut [f32], counts: &mut [u32]) {
        let mut state = 1.0_f32;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            state = state / a + x[i];
            y[i] = state;
        }
        let mut bins = [0_u32; 256];
        #[pipeline(ii = 1)]
        for i in 0..bytes.len() {
            bins[bytes[i] as usize] += 1;
        }
        let mut history = [0.0_f32; 1024];
        #[pipeline(ii = 2)]
        for i in 0..1020 {
            history[i + 2] = history[i] * a;
        }
        #[pipeline(ii = 1)]
        for i in 1..y.len() {
            y[i] = y[i - 1] * a;
        }
        for i in 0..256 {
            counts[i] = bins[i] + history[i] as u32;
        }
    }

    #[kernel]
    pub fn sums(x: &[f32], y: &mut [f32], #[len(1)] z: &mut [f64]) {
        let mut sum = 0.0_f32;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            sum += x[i];
        }
        let mut wide = 0.0_f64;
        #[pipeline(ii = 2)]
        for i in 0..x.len() {
            if x[i] > 0.0 {
                wide += x[i] as f64;
            }
        }
        z[0] = wide;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            y[0] += x[i] * sum;
        }
    }

    /// What is needed before the loop ends is no mere sum, and no more is a filter.
    #[kernel]
    pub fn scans(a: f32, x: &[f32], y: &mut [f32]) {
        let mut sum = 0.0_f32;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            sum += x[i];
            y[i] = sum;
        }
        let mut state = 0.0_f32;
        #[pipeline(ii = 4)]
        for i in 0..x.len() {
            state = state * a + x[i];
        }
        let mut best = 0.0_f32;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            if x[i] / best > 2.0 {
                best = x[i];
            }
        }
        y[0] = state + best;
    }
}
