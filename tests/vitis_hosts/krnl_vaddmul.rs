//! `krnl_vaddmul` of the hosts that measure the bandwidth of HBM.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(3)]
    pub fn krnl_vaddmul(
        #[len(size)]
        #[bank(HBM[0:11])]
        in1: &[u32],
        #[len(size)]
        #[bank(HBM[0:11])]
        in2: &[u32],
        #[len(size)]
        #[bank(HBM[0:11])]
        out_add: &mut [u32],
        #[len(size)]
        #[bank(HBM[0:11])]
        out_mul: &mut [u32],
        size: u32,
        num_times: u32,
    ) {
        for _ in 0..num_times {
            for i in 0..size as usize {
                out_add[i] = in1[i].wrapping_add(in2[i]);
                out_mul[i] = in1[i].wrapping_mul(in2[i]);
            }
        }
    }
}
