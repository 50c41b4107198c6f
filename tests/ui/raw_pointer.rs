#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: usize, x: *const f32, y: &mut [f32]) {
        for i in 0..n {
            y[i] = x[i];
        }
    }
}

fn main() {}
