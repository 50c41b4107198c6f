#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn only_fills(y: &mut [u32]) {
        let (mut tx, mut rx) = blocks::<[u32; 4], 2>();
        #[dataflow]
        {
            loop {
                let mut block = tx.acquire();
                block[0] = 1;
            }
            for i in 0..y.len() {
                let block = rx.acquire();
                y[i] = block[0];
            }
        }
    }
}

fn main() {}
