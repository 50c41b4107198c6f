#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn each_turn(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        for _ in 0..4_usize {
            #[dataflow]
            {
                load(x, tx);
                store(rx, y);
            }
        }
    }

    #[kernel]
    pub fn two_producers(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, tx);
            load(x, tx);
            store(rx, y);
        }
    }

    #[kernel]
    pub fn maybe_moved(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load_twice(x, tx);
            store(rx, y);
        }
    }

    fn load_twice(x: &[u32], mut tx: Sender<u32>) {
        if x.len() > 2 {
            load(x, tx);
        }
        tx.send(1);
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
