#[sycl_hls::kernels]
pub mod m_assigned_to_itself {
    #[kernel]
    pub fn assigned_to_itself(#[len(1)] y: &mut [i32]) {
        let mut pair = [y[0], 2];
        y[0] = 3;
        pair = pair;
    }
}
