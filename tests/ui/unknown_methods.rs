#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = x[0].sin();
        y[1] = x[1].max(0.0);
        y[2] = x[2].sqrt();
        let n = y.length();
        let count = 5_u32.wraping_add(1);
        let bits = x[3].wrapping_add(1.0);
        let some = 3.len();
        y.select_nth_unstable(4);
    }
}

fn main() {}
