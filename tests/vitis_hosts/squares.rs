//! `vadd` of the host that chooses operators: it adds squares.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn vadd(#[len(size)] in1: &[u32], #[len(size)] in2: &[u32], #[len(size)] out: &mut [u32], size: i32) {
        for i in 0..size as usize {
            out[i] = in1[i].wrapping_mul(in1[i]).wrapping_add(in2[i].wrapping_mul(in2[i]));
        }
    }
}
