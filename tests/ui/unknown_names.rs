#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let width = 8;
        for i in 0..widht {
            y[i] = x[i] * SCALE;
        }
        y[0] = std::f32::consts::PI;
        y[1] = f32::TAU;
        lenght = 3;
    }

    const LENGTH: usize = 3;
}

fn main() {}
