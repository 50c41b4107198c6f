#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        'rows: for i in 0..y.len() {
            y[i] = x[i];
        }
    }
}

fn main() {}
