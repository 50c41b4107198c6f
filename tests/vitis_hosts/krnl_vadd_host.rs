//! `krnl_vadd` in memory of the host.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn krnl_vadd(
        #[len(n)]
        #[bank(HOST[0])]
        a: &[i32],
        #[len(n)]
        #[bank(HOST[0])]
        b: &[i32],
        #[len(n)]
        #[bank(HOST[0])]
        out: &mut [i32],
        n: i32,
    ) {
        for i in 0..n as usize {
            out[i] = a[i] + b[i];
        }
    }
}
