#[sycl_hls::kernels]
mod kernels {
    use std::collections::HashMap;
    use std::f32::consts::PI;

    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        y[0] = 1.0;
    }
}

fn main() {}
