#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = 1_u32 as bool;
        let b = true as f32;
        let c = x as u64;
        let d = 1.5_f32 as bool;
        let e = [1, 2] as u32;
        y[0] = b;
    }
}

fn main() {}
