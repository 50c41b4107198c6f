#[sycl_hls::kernels]
mod kernels {
    macro_rules! double {
        ($value:expr) => {
            $value * 2.0
        };
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = double!(x[0]);
    }
}

fn main() {}
