#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        const TAPS: usize = 4;
        union Inner {
            whole: u32,
            half: u16,
        }
        y[0] = x[0];
    }
}

fn main() {}
