//! `krnl_vaddmul` with four compute units, which take groups of 16 elements in a pseudo-random order.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(4)]
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
        let groups = size / 16;
        let mut state = next(16807);
        for _ in 0..num_times * groups {
            state = next(state);
            let first = 16 * (state % groups) as usize;
            for i in first..first + 16 {
                out_add[i] = in1[i].wrapping_add(in2[i]);
                out_mul[i] = in1[i].wrapping_mul(in2[i]);
            }
        }
    }

    /// A shift register with the taps 32, 22, 2 and 1.
    fn next(state: u32) -> u32 {
        let bit = (state ^ state >> 10 ^ state >> 30 ^ state >> 31) & 1;
        state >> 1 | bit << 31
    }
}
