#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a: u8 = 256;
        let b: i32 = -2147483649;
        let c: u32 = -1;
        let d = 340282366920938463463374607431768211456;
        let e = 1u16;
        let f = 2f16;
        let g = c"bytes";
        let h: u8 = b'a';
        y[0] = x[0];
    }
}

fn main() {}
