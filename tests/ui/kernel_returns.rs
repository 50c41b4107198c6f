#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn sum(x: &[f32]) -> f32 {
        x[0] + x[1]
    }
}

fn main() {}
