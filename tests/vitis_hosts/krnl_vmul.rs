//! `krnl_vmul`, which multiplies vectors.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn krnl_vmul(
        #[len(length_r)] a: &[i32],
        #[len(length_r)] b: &[i32],
        #[len(length_r)] c: &mut [i32],
        length_r: i32,
    ) {
        for i in 0..length_r as usize {
            c[i] = a[i].wrapping_mul(b[i]);
        }
    }
}
