#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn indexed(x: &[u32], y: &mut [u32]) {
        let (mut txs, mut rxs) = streams::<u32, 2, 4>();
        #[dataflow]
        {
            for i in 0..x.len() {
                txs[i % 4].send(x[i]);
            }
            for i in 0..y.len() {
                for rx in rxs.iter_mut().rev() {
                    y[i] += rx.recv();
                }
            }
        }
    }

    #[kernel]
    pub fn too_many(x: &[u32], y: &mut [u32]) {
        let (txs, rxs) = streams::<u32, 2, 1000>();
        y[0] = x[0];
    }

    #[kernel]
    pub fn without_number(x: &[u32], y: &mut [u32]) {
        let (txs, rxs) = streams::<u32, 2>();
        y[0] = x[0];
    }

    fn methods(txs: [Sender<u32>; 4]) -> usize {
        txs.len()
    }
}

fn main() {}
