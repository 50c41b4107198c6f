//! `vector_add` of the hosts that copy buffers, and of those that handle errors.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn vector_add(#[len(n)] c: &mut [i32], #[len(n)] a: &[i32], #[len(n)] b: &[i32], n: i32) {
        for i in 0..n as usize {
            c[i] = a[i] + b[i];
        }
    }
}
