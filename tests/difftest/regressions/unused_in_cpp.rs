#[sycl_hls::kernels]
pub mod unused_in_cpp {
    // Variables of the C++ that nothing read: compilers warn of them.
    #[kernel]
    pub fn k(#[len(1)] out: &mut [u64]) {
        let mut x = 1u64;
        x = x;
        let zeros = [(1234567890123 * 0) & (1234567890123 / 3 + 1234567890123 / 5 + 1234567890123u64 / 7); 2];
        for i in 0..=(1 + 1u64) {
            out[0] += (i >> (1 + 1)) + zeros[1];
        }
    }
}
