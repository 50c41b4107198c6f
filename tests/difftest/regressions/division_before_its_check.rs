#[sycl_hls::kernels]
pub mod division_before_its_check {
    // Checked software emulation tested the index before the loop, with a division whose own check came behind it: the
    // process died.
    #[kernel]
    pub fn remainder(x: &mut [f32]) {
        for i in 0usize..2 {
            x[1 % x.len()] -= 1.0;
        }
    }

    #[kernel]
    pub fn quotient(n: i32, d: i32, #[len(8)] x: &mut [f32]) {
        for i in 0usize..2 {
            x[(n / d) as usize % 8] -= 1.0;
        }
    }
}
