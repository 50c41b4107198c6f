#[sycl_hls::kernels]
pub mod place_of_a_wrapping_division {
    // rustc says that a method panics where its name stands.
    #[kernel]
    pub fn k(d: i32, #[len(1)] out: &mut [u64]) {
        out[0] = (d / 3).wrapping_add(1).wrapping_div(d) as u64;
    }
}
