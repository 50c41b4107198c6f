#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        const TAPS: usize = 4;
        struct Inner;
        y[0] = x[0];
    }
}

fn main() {}
