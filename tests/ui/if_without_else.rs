#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a: f32 = if x[0] < 1.0 { 1.0 };
        let b = if x[0] < 1.0 { 1.0 } else { y[0] = 1.0; };
        for i in 0..4 {
            x[i]
        }
        if x[1] < 1.0 {
            2.0
        }
        y[0] = a;
    }
}

fn main() {}
