#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let c: f128 = 3.0;
        let d: char = 4;
        let g: f16 = 7.0;
        let h: Stream<u32> = 8;
        y[0] = x[0];
    }
}

fn main() {}
