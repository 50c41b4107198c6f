// For Vitis 2020.2.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(#[cache(lines = 4)] x: &[f32], #[m_axi(channel = 1)] y: &mut [f32]) {
        #[performance(target_ti = 100)]
        for i in 0..4 {
            y[i] = x[i];
        }
    }
}
