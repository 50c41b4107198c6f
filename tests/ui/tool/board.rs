// For the board u50.
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[slr(2)]
    pub fn kernel(#[bank(DDR[0])] x: &[f32], #[bank(HBM[30:33])] y: &mut [f32]) {
        y[0] = x[0];
    }
}
