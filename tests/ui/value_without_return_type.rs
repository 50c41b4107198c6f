#[sycl_hls::kernels]
mod kernels {
    fn double(x: f32) {
        x * 2.0
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = double(x[0]);
    }
}

fn main() {}
