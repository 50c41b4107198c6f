#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = [1.0_f32, 2.0];
        let b = [3.0_f32, 4.0];
        let sum = a + b;
        let same = a <= b;
        let negative = -a;
        y[0] = x;
        y[1] = [0.0_f32; 2][0];
    }
}

fn main() {}
