//! Arrays as arguments have their length in their type, and elements that host and device exchange.

#[sycl_hls::kernels]
pub mod kernels {
    use sycl_hls::device::*;

    #[derive(Clone, Copy)]
    pub struct Plain {
        x: u32,
    }

    #[kernel]
    pub fn lengths(#[len(4)] x: &[u32; 4], y: &mut [u32; 4]) {
        *y = *x;
    }

    #[kernel]
    pub fn flags(x: &[bool; 4], y: &mut [u32; 4]) {
        y[0] = x[0] as u32;
    }

    #[kernel]
    pub fn plain(x: &[Plain; 2], y: &mut [u32; 4]) {
        y[0] = x[0].x;
    }

    #[kernel]
    pub fn items(item: Item<1>, x: &[u32; 4], y: &mut [u32; 4]) {
        y[item.id(0)] = x[0];
    }

    #[kernel]
    pub fn value(x: [u32; 4], y: &mut [u32; 4]) {
        *y = x;
    }
}

fn main() {}
