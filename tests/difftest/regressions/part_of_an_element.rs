#[sycl_hls::kernels]
pub mod part_of_an_element {
    #[derive(Clone, Copy, PartialEq, Element)]
    pub struct S { a: u32, b: [u8; 4] }
    #[kernel]
    pub fn assigned(n: usize, x: &[S], y: &mut [S]) {
        y[0].b = x[n].b;
    }
    #[kernel]
    pub fn declared(n: usize, x: &[S], y: &mut [S]) {
        let part = x[n].b;
        y[0] = S { b: part, ..y[0] };
    }
}
