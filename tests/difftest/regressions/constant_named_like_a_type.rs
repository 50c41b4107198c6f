#[sycl_hls::kernels]
pub mod m_constant_named_like_a_type {
    use sycl_hls::device::*;

    const usize: usize = 4;

    fn same<T: Integer>(a: T, b: T) -> T {
        a ^ b
    }

    #[kernel]
    pub fn constant_named_like_a_type(#[len(1)] y: &mut [u64]) {
        y[0] = same::<usize>(usize, 3) as u64;
    }
}
