// At 300 MHz.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[hls_allow(serial_accumulation, pipeline_recurrence, pipeline_ports)]
    pub fn missed(n: usize, x: &[f32], y: &mut [f32]) {
        let mut sum = 0.0;
        #[pipeline]
        for i in 0..x.len() {
            sum += x[i];
        }
        y[0] = sum;
        // A nest that becomes one loop.
        for i in 0..8_usize {
            #[pipeline(ii = 2)]
            for j in 0..8_usize {
                sum += x[8 * i + j];
            }
        }
        y[1] = sum;
        #[pipeline(ii = 1)]
        for i in 0..n {
            y[i + 2] = x[i] + x[i + n];
        }
        #[pipeline]
        for i in 1..n {
            y[i] = y[i - 1] * 0.5;
        }
        #[pipeline]
        for i in 0..n {
            let mut seen = [0_u8; 100];
            seen[i % 100] = 1;
            y[i] = seen[99 - i % 100] as f32;
        }
        // What was allowed, what was asked for, and what is no pipeline as it should be.
        #[pipeline(ii = 1)]
        #[hls_allow(missed_interval)]
        for i in 0..n {
            y[i] = x[i] + x[i + n];
        }
        #[pipeline(ii = 2)]
        for i in 0..n {
            y[i] = x[i] + x[i + n];
        }
        #[pipeline(off)]
        for i in 0..n {
            y[i] = x[i] + x[i + n];
        }
    }
}
