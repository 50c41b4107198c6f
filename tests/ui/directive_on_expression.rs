#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[pipeline]
        y[0] = x[0];
        #[unroll]
        clear(y);
        let a = #[unroll] x[0];
        let mut b = [0.0; 2];
        fill(#[pipeline] &mut b);
        fill((#[unroll] &mut b));
        for i in (#[pipeline] (0..2)) {
            y[i] = b[i];
        }
    }

    fn fill(b: &mut [f32; 2]) {
        b[0] = 1.0;
    }

    fn clear(y: &mut [f32]) {
        y[0] = 0.0;
    }
}

fn main() {}
