#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn two_regions(x: &[u32], y: &mut [u32]) {
        let (mut tx, mut rx) = stream::<u32, 2>();
        #[dataflow]
        {
            for i in 0..4_usize {
                tx.send(x[i]);
            }
            for i in 0..4_usize {
                y[i] = rx.recv();
            }
        }
        #[dataflow]
        {
            load(x, tx);
            store(rx, y);
        }
    }

    #[kernel]
    pub fn unused(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        let (other_tx, other_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, tx);
            store(rx, y);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}

fn main() {}
