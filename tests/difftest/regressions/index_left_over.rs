#[sycl_hls::kernels]
pub mod m_index_left_over {
    #[kernel]
    pub fn index_left_over(y: &mut [u64]) {
        for n in (5_usize..12).skip(2) {
            y[n % y.len()] = y[n % y.len()];
        }
    }
}
