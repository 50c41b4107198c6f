#[sycl_hls::kernels]
pub mod names_of_constants {
    // The code that the macro writes had variables of these names.
    const args: u64 = 3;
    const arg0: u64 = 4;

    #[kernel]
    pub fn k(#[len(1)] out: &mut [u64]) {
        out[0] = args * arg0;
    }
}
