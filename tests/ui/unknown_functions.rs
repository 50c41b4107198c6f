#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        y[0] = clmap(x[0]);
        y[1] = f32::max(x[0], x[1]);
        y[2] = saxpy(x[0], x[1]);
        y[3] = (if x[0] < 0.0 { clamp } else { clamp })(x[3]);
    }

    fn clamp(v: f32) -> f32 {
        if v < 0.0 { 0.0 } else { v }
    }
}

fn main() {}
