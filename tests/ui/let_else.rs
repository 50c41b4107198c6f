#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let 1 = y.len() else { return };
        y[0] = x[0];
    }
}

fn main() {}
