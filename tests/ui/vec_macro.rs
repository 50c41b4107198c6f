#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let line = vec![0.0; 64];
        y[0] = line[0] + x[0];
    }
}

fn main() {}
