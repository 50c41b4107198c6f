// At 300 MHz.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn both(a: f32, x: &[f32], bytes: &[u8], y: &mut [f32], counts: &mut [u32]) {
        // Both miss it.
        let mut sum = 0.0_f32;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            sum += x[i];
        }
        y[0] = sum;
        // A nest that is one loop of our own hardware.
        for i in 0..16 {
            let mut row = 0.0_f32;
            #[pipeline(ii = 1)]
            for j in 0..16 {
                row += x[i * 16 + j];
            }
            y[i] = row;
        }
        // Only Vitis misses it.
        let mut bins = [0_u32; 256];
        #[pipeline(ii = 1)]
        for i in 0..bytes.len() {
            bins[bytes[i] as usize] += 1;
        }
        for i in 0..256 {
            counts[i] = bins[i];
        }
        // Nothing is said of ours, or an error of its own.
        let mut state = 0.0_f32;
        #[pipeline(ii = 2)]
        #[hls_allow(missed_interval)]
        for i in 0..x.len() {
            state = state * a + x[i];
        }
        y[1] = state;
        #[pipeline(ii = 2)]
        #[hls_deny(missed_interval)]
        for i in 0..x.len() {
            state = state * a - x[i];
        }
        y[2] = state;
    }
}
