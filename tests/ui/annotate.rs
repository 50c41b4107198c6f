#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let n = 3.wrapping_add(4);
        let mut hash = 17;
        hash = hash.wrapping_mul(31);
        y[0] = x[0];
    }
}

fn main() {}
