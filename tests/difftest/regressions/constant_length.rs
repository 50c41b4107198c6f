#[sycl_hls::kernels]
pub mod constant_length {
    // The length was a C++ `int`.
    #[kernel]
    pub fn k(#[len(2)] x: &[u64], #[len(4)] out: &mut [u64]) {
        out[0] = (x.len() << 40) as u64;
        out[1] = (!x.len() << 31) as u64;
        out[2] = (!x.len() % 3) as u64;
    }

    // So was what is computed of constants in a length.
    #[kernel]
    pub fn computed(n: u64, #[len(n - 65536 * 65536)] x: &[u64], #[len(1)] out: &mut [u64]) {
        out[0] = x.len() as u64;
    }
}
