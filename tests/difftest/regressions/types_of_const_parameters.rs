#[sycl_hls::kernels]
pub mod m_types_of_const_parameters {
    fn first<const N: u64>(x: u64) -> u64 {
        N + x
    }

    fn second<const N: usize>(x: &[u64]) -> usize {
        N + x.len()
    }

    #[kernel]
    pub fn types_of_const_parameters(#[len(2)] y: &mut [u64]) {
        y[0] = first::<4>(y[0]);
        y[1] = second::<4>(y) as u64;
    }
}
