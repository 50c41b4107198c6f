#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[pipeline]
        y[0] = x[0];
        #[unroll]
        clear(y);
        let a = #[unroll] x[0];
    }

    fn clear(y: &mut [f32]) {
        y[0] = 0.0;
    }
}

fn main() {}
