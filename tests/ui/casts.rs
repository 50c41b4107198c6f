#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = 1_u32 as bool;
        let b = true as f32;
        let c = x as u64;
        let d = 1.5_f32 as bool;
        let e = [1, 2] as u32;
        let f = u32::from(x[0]);
        let g = u8::from(300_u16) as u32 + u32::from(2_i8);
        let h = f32::from(1_u32) + f32::from(2_i16);
        let i = usize::from(3_u32) as u64 + u64::from(y.len());
        let j = i64::from(4_u32) + i64::from(true) + i64::from(5);
        y[0] = b;
    }
}

fn main() {}
