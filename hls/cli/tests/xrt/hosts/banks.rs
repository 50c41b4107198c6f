//! A kernel whose arguments lie in banks of their own, for cards with HBM.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn scale(
        #[len(n)]
        #[bank(HBM[3])]
        x: &[i32],
        #[len(n)]
        #[bank(DDR[1])]
        y: &mut [i32],
        n: u32,
        factor: i32,
    ) {
        for i in 0..n as usize {
            y[i] = x[i] * factor;
        }
    }
}
