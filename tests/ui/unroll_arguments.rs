#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[unroll(factor = 0)]
        for i in 0..8 {
            y[i] = x[i];
        }
        #[unroll(4)]
        for i in 0..8 {
            y[i] = x[i];
        }
        #[unroll(factor = 4294967296)]
        for i in 0..8 {
            y[i] = x[i];
        }
        #[unroll(complete)]
        for i in 0..8 {
            y[i] = x[i];
        }
    }
}

fn main() {}
