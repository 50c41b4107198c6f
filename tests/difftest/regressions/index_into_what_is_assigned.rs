#[sycl_hls::kernels]
pub mod m_index_into_what_is_assigned {
    #[kernel]
    pub fn index_into_what_is_assigned(#[len(4)] x: &mut [[usize; 2]]) {
        x[x[1][0] % 4] = [3; 2];
        x[x[2][0] % 4] = x[x[2][1] % 4];
    }
}
