//! `krnl_vadd` in four banks of HBM.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn krnl_vadd(
        #[len(size)]
        #[bank(HBM[0:3])]
        in1: &[u32],
        #[len(size)]
        #[bank(HBM[0:3])]
        in2: &[u32],
        #[len(size)]
        #[bank(HBM[0:3])]
        out: &mut [u32],
        size: u32,
    ) {
        for i in 0..size as usize {
            out[i] = in1[i] + in2[i];
        }
    }
}
