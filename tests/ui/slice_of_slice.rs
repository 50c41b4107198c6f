#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = sum(&x[0..4]);
    }

    fn sum(x: &[f32]) -> f32 {
        x[0] + x[1]
    }
}

fn main() {}
