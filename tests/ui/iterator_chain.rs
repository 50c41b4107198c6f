#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = x.iter().map(|v| v * v).sum();
    }
}

fn main() {}
