//! `krnl_vadd` in memory of the card.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn krnl_vadd(#[len(n)] a: &[i32], #[len(n)] b: &[i32], #[len(n)] out: &mut [i32], n: i32) {
        for i in 0..n as usize {
            out[i] = a[i] + b[i];
        }
    }
}
