//! `dummy_kernel` of the host on XRT's own interface, which copies the other way.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn dummy_kernel(#[len(size)] buffer0: &[u32], #[len(size)] buffer1: &mut [u32], size: u32) {
        for i in 0..size as usize {
            buffer1[i] = buffer0[i];
        }
    }
}
