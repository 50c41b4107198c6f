#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        if let 1 = y.len() {
            y[0] = x[0];
        }
    }
}

fn main() {}
