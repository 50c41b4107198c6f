#[sycl_hls::kernels]
mod kernels {
    const WIDTH: usize = 8;

    #[kernel]
    pub fn kernel(
        n: usize,
        scale: f32,
        #[len(widht * n)] a: &[f32],
        #[len(scale)] b: &[f32],
        #[len] c: &[f32],
        #[len(n % 2)] d: &[f32],
        #[len(-1)] e: &[f32],
        #[len(max(n, 1))] f: &[f32],
        #[len(a)] g: &[f32],
        #[len(99999999999999999999999)] h: &[f32],
        #[len(WIDTH * n)] y: &mut [f32],
    ) {
        y[0] = a[0];
    }
}

fn main() {}
