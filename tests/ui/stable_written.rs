#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn stable_and_written(x: &[u32], #[stable] y: &mut [u32]) {
        #[dataflow]
        {
            #[stable]
            let mut block = [0_u32; 4];
            fetch(x, &mut block);
            for i in 0..4_usize {
                y[i] = block[3 - i];
            }
        }
    }

    fn fetch(x: &[u32], block: &mut [u32; 4]) {
        for i in 0..4_usize {
            block[i] = x[i];
        }
    }
}

fn main() {}
