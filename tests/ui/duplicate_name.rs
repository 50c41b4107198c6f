#[sycl_hls::kernels]
mod kernels {
    const WIDTH: usize = 4;
    const WIDTH: usize = 8;

    fn WIDTH() {}

    #[kernel]
    pub fn kernel(a: f32, a: f32, y: &mut [f32]) {
        y[0] = a;
    }
}

fn main() {}
