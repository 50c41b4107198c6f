#[sycl_hls::kernels]
pub mod compared_negation {
    // g++ took `!a != (b ^ c)` for a mistake.
    #[kernel]
    pub fn k(a: bool, b: bool, c: bool, #[len(1)] out: &mut [u64]) {
        out[0] = (!a != b ^ c) as u64 + (!a == (b | c)) as u64 * 2 + (!(a == b) == !c) as u64 * 4;
    }
}
