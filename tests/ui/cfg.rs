#[sycl_hls::kernels]
mod kernels {
    #[cfg(feature = "fast")]
    const FACTOR: usize = 8;

    #[cfg_attr(feature = "fast", kernel)]
    pub fn kernel(y: &mut [f32]) {
        #[cfg(debug_assertions)]
        let one = 1.0;
        y[0] = 1.0;
    }
}

fn main() {}
