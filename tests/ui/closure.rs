#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let scale = |v: f32| v * 2.0;
        let other = scale;
        for i in 0..y.len() {
            y[i] = scale(x[i]);
        }
    }
}

fn main() {}
