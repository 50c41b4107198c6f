#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let mut total = 0.0;
        let alias = &mut total;
        *alias += x[0];
        y[0] = total;
    }
}

fn main() {}
