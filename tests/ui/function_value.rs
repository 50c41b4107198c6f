#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let f = clamp;
        y[0] = f(x[0]);
    }

    fn clamp(v: f32) -> f32 {
        v
    }
}

fn main() {}
