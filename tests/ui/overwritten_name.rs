#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let clamp = 3.0;
        y[0] = clamp(x[0]);
    }

    fn clamp(v: f32) -> f32 {
        v
    }
}

fn main() {}
