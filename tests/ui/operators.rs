#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = x[0] % 2.0;
        let b = x[0] << 1;
        let c = 1_u32 << 1.0;
        let d = -1_u32;
        let e = !x[0];
        let f = true + false;
        let g = -true;
        let h = x[0] & x[1];
        y[0] = a;
    }
}

fn main() {}
