#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(f: fn(f32) -> f32, g: impl Fn(f32), h: &dyn Copy, b: Box<f32>, n: Flaot, y: &mut [f32]) {
        y[0] = 1.0;
    }
}

fn main() {}
