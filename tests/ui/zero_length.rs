#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = [0_u8; 0];
        y[0] = x[0];
    }
}

fn main() {}
