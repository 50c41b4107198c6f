//! `bandwidth` of a host that moves buffers and runs no kernel.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[hls_allow(unused_argument)]
    pub fn bandwidth(
        #[len(1)]
        #[bank(DDR[0])]
        buffer0: &mut [u32],
        #[len(1)]
        #[bank(DDR[1])]
        buffer1: &mut [u32],
    ) {
    }
}
