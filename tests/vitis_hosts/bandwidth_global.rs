//! `bandwidth` between two banks, in words of 512 bits.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn bandwidth(
        #[len(num_blocks * 8)]
        #[bank(DDR[0])]
        input0: &[u64],
        #[len(num_blocks * 8)]
        #[bank(DDR[1])]
        output0: &mut [u64],
        num_blocks: i64,
    ) {
        for i in 0..8 * num_blocks as usize {
            output0[i] = input0[i];
        }
    }
}
