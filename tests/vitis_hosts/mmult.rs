//! `mmult` of any matrices.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn mmult(
        #[len(a_row * a_col)] a: &[i32],
        #[len(a_col * b_col)] b: &[i32],
        #[len(a_row * b_col)] c: &mut [i32],
        a_row: i32,
        a_col: i32,
        b_col: i32,
    ) {
        let (rows, inner, columns) = (a_row as usize, a_col as usize, b_col as usize);
        for i in 0..rows {
            for j in 0..columns {
                let mut sum: i32 = 0;
                for k in 0..inner {
                    sum = sum.wrapping_add(a[i * inner + k].wrapping_mul(b[k * columns + j]));
                }
                c[i * columns + j] = sum;
            }
        }
    }
}
