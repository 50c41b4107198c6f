//! `dummy_kernel` of the hosts that transfer data.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn dummy_kernel(#[len(size)] buffer0: &mut [u32], #[len(size)] buffer1: &[u32], size: u32) {
        for i in 0..size as usize {
            buffer0[i] = buffer1[i];
        }
    }
}
