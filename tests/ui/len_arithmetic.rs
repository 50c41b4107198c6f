#[sycl_hls::kernels]
mod kernels {
    const WIDTH: usize = 8;
    const RATIO: f32 = 0.5;
    const LESS: i32 = -1;
    const TAPS: u32 = 4;

    fn helper() {}

    #[kernel]
    pub fn kernel(n: usize, #[len(WIDTH << 1)] a: &[f32], #[len(RATIO)] b: &[f32], #[len(helper)] c: &[f32], #[len(LESS)] d: &[f32], #[len(TAPS)] y: &mut [f32]) {
        y[0] = a[0];
    }
}

fn main() {}
