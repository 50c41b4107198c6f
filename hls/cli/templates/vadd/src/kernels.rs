//! The kernels: what runs on the board.

/// Vectors.
#[sycl_hls::kernels]
pub mod vectors {
    /// `sum[i] = a[i] + b[i]`, an element in each clock cycle. Each slice has a memory port of its own.
    #[kernel]
    pub fn vadd(
        #[m_axi(bundle = "gmem0")] a: &[f32],
        #[m_axi(bundle = "gmem1")] b: &[f32],
        #[m_axi(bundle = "gmem2")] sum: &mut [f32],
    ) {
        #[pipeline(ii = 1)]
        for i in 0..sum.len() {
            sum[i] = a[i] + b[i];
        }
    }
}
