// For hw_emu.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn wrap(n: usize, #[len(n)] angles: &mut [f32]) {
        for i in 0..n {
            let turned = angles[i] + 1.0;
            angles[i] = turned % 360.0;
        }
    }

    #[kernel]
    pub fn sound(x: &mut [f32]) {
        x[0] = x[0] / 360.0;
    }

    #[kernel]
    pub fn double(x: &mut [f64]) {
        x[0] %= 2.0;
    }
}
