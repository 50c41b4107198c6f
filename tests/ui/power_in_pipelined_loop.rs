#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    fn powers(n: u32, x: &[u32], y: &mut [u32]) {
        #[pipeline(ii = 1)]
        for i in 0..y.len() {
            y[i] = x[i].wrapping_pow(63) + x[i].wrapping_pow(64) + x[i].wrapping_pow(n) + x[i].isqrt();
        }
    }
}

fn main() {}
