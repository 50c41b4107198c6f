#[sycl_hls::kernels]
pub mod break_with_a_sum {
    // The sum was computed, and not given to the loop.
    #[kernel]
    pub fn break_with_a_sum(x: &[u32], #[len(2)] y: &mut [u32]) {
        y[0] = loop {
            break x.iter().map(|x| x & 255).sum::<u32>();
        };
        let pair = 'found: {
            if x.len() > 2 {
                break 'found x.iter().fold((0_u32, 1_u32), |(a, b), x| (a ^ x, b.wrapping_mul(*x)));
            }
            (5, 6)
        };
        y[1] = pair.0 ^ pair.1;
    }
}
