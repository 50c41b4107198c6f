#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let mut i = 0;
        loop {
            if i == y.len() {
                break;
            }
            y[i] = x[i];
            i += 1;
        }
    }
}

fn main() {}
