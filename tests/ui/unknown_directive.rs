#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[pipline(ii = 1)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[loop_flaten]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[hls::unroll]
        for i in 0..4 {
            y[i] = x[i];
        }
    }
}

fn main() {}
