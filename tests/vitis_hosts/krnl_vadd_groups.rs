//! `krnl_vadd` in groups of all banks of HBM, whose buffers are larger than a bank.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn krnl_vadd(
        #[len(num_elements)]
        #[bank(HBM[0:31])]
        in1: &[u32],
        #[len(num_elements)]
        #[bank(HBM[0:31])]
        in2: &[u32],
        #[len(num_elements)]
        #[bank(HBM[0:31])]
        out_r: &mut [u32],
        num_elements: u32,
    ) {
        for i in 0..num_elements as usize {
            out_r[i] = in1[i].wrapping_add(in2[i]);
        }
    }
}
