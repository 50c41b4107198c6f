#[sycl_hls::kernels]
pub mod swapped_structs {
    #[derive(Clone, Copy, PartialEq, Element)]
    pub struct S { a: u16, b: [u8; 6] }
    #[kernel]
    pub fn one_after_the_other(x: &mut [S]) {
        for _ in 0..3 {
            x.swap(1, 0);
        }
    }
    #[kernel]
    pub fn anywhere(i: usize, j: usize, x: &mut [S], y: &mut [[u16; 4]]) {
        x.swap(i, j);
        let first = x[0];
        y[j] = y[i];
        y[i][1] ^= first.a ^ y[j][3];
    }
    #[kernel]
    pub fn next_row(y: &mut [[u16; 4]]) {
        y[1] = y[0];
        for k in 0..4 {
            y[2][k] = y[1][k];
        }
    }
}
