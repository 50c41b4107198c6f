#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        for t in 0.0..1.0 {
            y[0] += t;
        }
    }
}

fn main() {}
