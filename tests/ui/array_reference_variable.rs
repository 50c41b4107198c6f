#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let line = [0.0_f32; 8];
        let alias = &line;
        y[0] = alias[0];
    }
}

fn main() {}
