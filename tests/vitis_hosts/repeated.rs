//! Kernels that add vectors again and again.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn vadd(#[len(n)] c: &mut [i32], #[len(n)] a: &[i32], #[len(n)] b: &[i32], n: i32, rep_count: i32) {
        for _ in 0..rep_count {
            for i in 0..n as usize {
                c[i] = a[i] + b[i];
            }
        }
    }

    #[kernel]
    pub fn vadd_pipelined(
        #[len(n)] c: &mut [i32],
        #[len(n)] a: &[i32],
        #[len(n)] b: &[i32],
        n: i32,
        rep_count: i32,
    ) {
        for _ in 0..rep_count {
            for i in 0..n as usize {
                c[i] = a[i] + b[i];
            }
        }
    }
}
