// For Vitis 2022.2.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[performance(target_ti = 1000)]
    pub fn kernel(#[cache(lines = 4)] x: &[f32], y: &mut [f32]) {
        #[performance(target_tl = 100)]
        for i in 0..4 {
            y[i] = x[i];
        }
    }
}
