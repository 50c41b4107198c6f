//! An array that is only read.

#[sycl_hls::kernels]
pub mod kernels {
    fn clear(x: &mut [u32; 4]) {
        *x = [0; 4];
    }

    #[kernel]
    pub fn kernel(x: &[u32; 4], y: &mut [u32; 4]) {
        x[0] = 1;
        clear(x);
        y[4] = x[0];
        *y = [x[0]; 5];
    }
}

fn main() {}
