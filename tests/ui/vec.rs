#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let line: Vec<f32> = Vec::new();
        y[0] = x[0];
    }
}

fn main() {}
