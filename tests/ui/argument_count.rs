#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = clamp(x[0]);
        let n = 5_u32.wrapping_add(1, 2);
    }

    fn clamp(v: f32, low: f32, high: f32) -> f32 {
        if v < low { low } else { v }
    }
}

fn main() {}
