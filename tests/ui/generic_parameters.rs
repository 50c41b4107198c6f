#[sycl_hls::kernels]
mod kernels {
    fn ratio<const R: f32>() -> f32 {
        R
    }

    fn kind<const S: char>() {}

    #[kernel]
    pub fn kernel<const N: usize>(y: &mut [f32]) {
        y[0] = 1.0;
    }
}

fn main() {}
