#[sycl_hls::kernels]
pub mod promoted_complement {
    // g++ warned of a comparison with the complement of a promoted value.
    #[kernel]
    pub fn k(x: u8, y: u8, flag: bool, #[len(3)] out: &mut [u64]) {
        out[0] = (!(x as u32) == y as u32) as u64;
        out[1] = (5 < !(x as u64)) as u64;
        out[2] = (!(flag as u32) == !(y as u32)) as u64;
    }
}
