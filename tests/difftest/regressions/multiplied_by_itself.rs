#[sycl_hls::kernels]
pub mod multiplied_by_itself {
    // g++ 12 vectorizes these loops as if they were products of many numbers.
    fn times(a: i16, b: i16) -> i16 {
        a.wrapping_mul(b)
    }
    #[kernel]
    pub fn k(x: i16, n: u64, #[len(3)] out: &mut [i16]) {
        let mut square = x;
        for _ in 0..n {
            square = square.wrapping_mul(square);
        }
        out[0] = square;
        let mut inlined = x;
        for _ in 1..=n {
            inlined = times(inlined, inlined);
        }
        out[1] = inlined;
        out[2] = x;
        for _ in 0..n {
            out[2] = out[2].wrapping_mul(out[2]);
        }
    }
}
