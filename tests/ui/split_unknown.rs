#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn misspelt(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        let (txs, rxs) = streams::<u32, 2, 2>();
        #[dataflow]
        {
            load(x, tx);
            split::round_robbin(rx, txs, x.len());
            store(rxs, y);
        }
    }

    #[kernel]
    pub fn other(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        let (txs, rxs) = streams::<u32, 2, 2>();
        #[dataflow]
        {
            load(x, tx);
            split::duplicate(rx, txs, x.len());
            store(rxs, y);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn store(mut rxs: [Receiver<u32>; 2], y: &mut [u32]) {
        for i in 0..y.len() / 2 {
            for rx in rxs.iter_mut() {
                y[i] = rx.recv();
            }
        }
    }
}

fn main() {}
