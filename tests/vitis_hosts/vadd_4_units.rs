//! `vadd` with four compute units.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(4)]
    pub fn vadd(#[len(size)] in1: &[u32], #[len(size)] in2: &[u32], #[len(size)] out: &mut [u32], size: i32) {
        for i in 0..size as usize {
            out[i] = in1[i] + in2[i];
        }
    }
}
