// At 300 MHz.
mod shapes {}

#[sycl_hls::kernels]
mod unseen {
    pub const SIDES: usize = 3;
}

#[sycl_hls::kernels(import(super::shapes, super::unseen, super::shape, nowhere::kernels))]
mod kernels {
    use super::shapes::side;
    use super::unseen::SIDES;
    use sycl_hls::device::*;

    #[kernel]
    pub fn areas(y: &mut [i32]) {
        y[0] = side() * SIDES as i32;
    }
}
