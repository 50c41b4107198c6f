#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn copy(x: &[f32], y: &mut [f32]) {
        for i in 0..y.len() {
            y[i] = x[i];
        }
    }

    #[kernel]
    pub fn twice(x: &[f32], y: &mut [f32]) {
        copy(x, y);
        copy(x, y);
    }
}

fn main() {}
