//! `vadd` that adds a number to each element in place.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn vadd(#[len(size)] a: &mut [i32], size: i32, inc_value: i32) {
        for i in 0..size as usize {
            a[i] += inc_value;
        }
    }
}
