#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn two_producers(x: &[u32], y: &mut [u32]) {
        let (mut tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            first(x, &mut tx);
            first(x, &mut tx);
            store(rx, y);
        }
    }

    #[kernel]
    pub fn one_process(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            both(x, tx, rx, y);
        }
    }

    fn first(x: &[u32], tx: &mut Sender<u32>) {
        tx.send(x[0]);
    }

    fn both(x: &[u32], mut tx: Sender<u32>, mut rx: Receiver<u32>, y: &mut [u32]) {
        tx.send(x[0]);
        y[0] = rx.recv();
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}

fn main() {}
