#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        for i in 0..y.len() {
            y[i] = match i % 2 {
                0 => x[i],
                _ => 0.0,
            };
        }
    }
}

fn main() {}
