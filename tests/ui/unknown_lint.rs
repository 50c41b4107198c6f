#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[hls_allow(pipelin_ports)]
    pub fn kernel(#[hls_warn(zebra)] x: &[f32], y: &mut [f32]) {
        #[hls_allow]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[hls_deny(needless_f64 = 1, reason = "it is large")]
        let first = #[hls_allow(pipeline_ports)]
        x[0];
        y[0] = first;
    }
}

fn main() {}
