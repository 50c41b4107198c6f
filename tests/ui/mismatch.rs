#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let n: u32 = y.len();
        let a: f32 = 1;
        let mut b = x[0] + 1;
        b = 2_u64;
        for i in 0_u32..8 {
            y[i] = x[0];
        }
        if n {
            y[0] = 1.0;
        }
        let c = if x[0] < 1.0 { 1_u32 } else { 1_i64 };
        let d = x[0] < 1_f64;
        y[1] = 2 * x[1];
        let h = 3 < x[2] + 4_u32;
        let e = x[0][1];
        let f: [f32; 4] = [0.0; 3];
        let g: bool = 1;
        clamp(x, 0.0);
        clamp(1.0, true);
    }

    fn clamp(v: f32, low: f32) -> f32 {
        if v < low { low } else { v };
    }
}

fn main() {}
