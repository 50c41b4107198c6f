//! `vadd` with four compute units, each in a bank of its own.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(4)]
    pub fn vadd(
        #[len(size)]
        #[bank(DDR[0], DDR[1], PLRAM[0], PLRAM[1])]
        in1: &[u32],
        #[len(size)]
        #[bank(DDR[0], DDR[1], PLRAM[0], PLRAM[1])]
        in2: &[u32],
        #[len(size)]
        #[bank(DDR[0], DDR[1], PLRAM[0], PLRAM[1])]
        out: &mut [u32],
        size: i32,
    ) {
        for i in 0..size as usize {
            out[i] = in1[i] + in2[i];
        }
    }
}
