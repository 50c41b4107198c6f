#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let total;
        let line: [f32; 8];
        total = x[0];
        y[0] = total;
    }
}

fn main() {}
