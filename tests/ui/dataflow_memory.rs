#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn kernel(x: &[u32], y: &mut [u32]) {
        #[dataflow]
        {
            for i in 0..x.len() {
                y[i] = x[i];
            }
            for i in 0..x.len() {
                y[i] += 1;
            }
        }
    }
}

fn main() {}
