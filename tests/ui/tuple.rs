#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let (low, high) = (x[0], x[1]);
        let pair: (f32, f32) = (low, high);
        y[0] = pair.0;
    }
}

fn main() {}
