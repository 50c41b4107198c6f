#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn without_consumer(x: &[u32], y: &mut [u32]) {
        let (tx, _rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, tx);
            for i in 0..y.len() {
                y[i] = 0;
            }
        }
    }

    #[kernel]
    pub fn without_producer(y: &mut [u32]) {
        let (_tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
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
