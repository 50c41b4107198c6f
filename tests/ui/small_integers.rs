#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a: i8 = 1;
        let b: i16 = 2;
        let c: u16 = 3;
        let d: isize = 4;
        let e: i128 = 5;
        let f = 6_u16;
        let g: f16 = 7.0;
        y[0] = x[0];
    }
}

fn main() {}
