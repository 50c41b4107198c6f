#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn left_early(x: &[u32], y: &mut [u32]) {
        let (txs, mut rxs) = streams::<u32, 2, 4>();
        #[dataflow]
        {
            for mut tx in txs {
                for i in 0..x.len() {
                    tx.send(x[i]);
                }
            }
            for i in 0..y.len() {
                for rx in rxs.iter_mut() {
                    y[i] += rx.recv();
                    if y[i] > 100 {
                        break;
                    }
                }
            }
        }
    }
}

fn main() {}
