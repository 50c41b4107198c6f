#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = 1_i16;
        let b = 1.0_f16;
        let c = 1_meter;
        let d = 5.0_meter;
        y[0] = x[0];
    }
}

fn main() {}
