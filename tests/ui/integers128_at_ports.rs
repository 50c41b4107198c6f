//! Integers of 128 bits stay inside of kernels.

#[sycl_hls::kernels]
pub mod kernels {
    #[kernel]
    pub fn scalar(scale: u128, y: &mut [u64]) {
        y[0] = scale as u64;
    }

    #[kernel]
    pub fn slices(x: &[i128], y: &mut [u64]) {
        y[0] = x[0] as u64;
    }
}

fn main() {}
