#[sycl_hls::kernels]
pub mod bool_in_braces {
    // `a ^ b` of two `bool`s is an `int` in C++, and an initializer list takes no `int` for a `bool`.
    #[kernel]
    pub fn k(x: u64, #[len(2)] out: &mut [u64]) {
        let a = [x > 1, (x > 2) ^ (x < 4), x > 5 || x < 3];
        let b = [x as u8, if x > 3 { 7 } else { x as u8 }];
        out[0] = a[0] as u64 + a[1] as u64 * 2 + a[2] as u64 * 4;
        out[1] = b[1] as u64;
    }
}
