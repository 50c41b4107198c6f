#[sycl_hls::kernels]
pub mod kept_in_a_tuple {
    // `x` was left as a variable that nothing uses.
    #[kernel]
    pub fn kept_in_a_tuple(#[len(1)] y: &mut [i32]) {
        let mut e = y[0];
        let mut x = 36_u8 - 4;
        for _ in 0..2 {
            (e, x) = (e + 1, x);
        }
        y[0] = e;
    }
}
