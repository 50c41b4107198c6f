//! The kernels of `mailbox.cpp`, which start themselves again.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    /// Each run adds to the count.
    #[kernel(auto_restart)]
    pub fn tick(#[len(1)] count: &mut [u32], step: u32) {
        count[0] = count[0].wrapping_add(step);
    }

    /// Each run computes with the arguments that are released, and counts itself.
    #[kernel(auto_restart, mailbox)]
    pub fn mix(#[len(1)] count: &mut [u32], a: i32, b: i32, sum: &mut i32, product: &mut i32) {
        count[0] = count[0].wrapping_add(1);
        *sum = a.wrapping_add(b);
        *product = a.wrapping_mul(b);
    }
}
