//! `vadd` of the host that overlaps transfers and runs.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn vadd(#[len(n)] c: &mut [i32], #[len(n)] a: &[i32], #[len(n)] b: &[i32], n: i32) {
        for i in 0..n as usize {
            c[i] = a[i] + b[i];
        }
    }
}
