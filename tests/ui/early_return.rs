#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        if x.len() < y.len() {
            return;
        }
        for i in 0..y.len() {
            y[i] = x[i];
        }
    }
}

fn main() {}
