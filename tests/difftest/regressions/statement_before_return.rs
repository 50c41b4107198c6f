#[sycl_hls::kernels]
pub mod statement_before_return {
    // The last statement before a `return` was lost if it had no semicolon.
    fn fill(y: &mut [i32]) -> u64 {
        for i in 0..y.len() {
            y[i] = 255;
        }
        return 128;
    }

    #[kernel]
    pub fn k(y: &mut [i32], #[len(1)] out: &mut [u64]) {
        out[0] = fill(y);
    }
}
