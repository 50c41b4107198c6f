#[sycl_hls::kernels]
#[hls_allow(needless_f64)]
mod kernels {
    #[kernel]
    pub fn on_all_sites(#[hls_allow(unused_argument)] _mode: u32, x: &[f32], y: &mut [f32]) {
        #[hls_allow(pipeline_ports, reason = "two cycles are fast enough")]
        let mut line = [0.0_f32; 512];
        for i in 0..512 {
            line[i] = x[i];
        }
        #[pipeline(ii = 1)]
        for i in 0..500 {
            y[i] = line[i] + line[i + 1] + line[i + 2];
        }
        let mut sum = 0.0_f32;
        #[allow(unused_parens)]
        #[hls_allow(serial_accumulation)]
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            sum += (x[i]);
        }
        #[hls_allow(scattered_access)]
        {
            for i in 0..64_usize {
                y[i] = x[i * 4] + (sum as f64 * 0.5) as f32;
            }
        }
        mixed(x, y);
    }

    #[hls_allow(pipeline_recurrence)]
    fn mixed(x: &[f32], y: &mut [f32]) {
        let mut state = 1.0_f32;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            state = x[i] / state;
            y[i] = state;
        }
    }
}
