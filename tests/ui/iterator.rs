#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        for value in x.iter() {
            y[0] += *value;
        }
        for i in (0..y.len()).rev() {
            y[i] = x[i];
        }
        for i in (0..y.len()).step_by(2) {
            y[i] = x[i];
        }
        for i in 0.. {
            y[i] = x[i];
        }
    }
}

fn main() {}
