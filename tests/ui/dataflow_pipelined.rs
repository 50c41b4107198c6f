#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn copies(x: &[u32], y: &mut [u32]) {
        #[pipeline]
        for _ in 0..4_usize {
            let (tx, rx) = stream::<u32, 2>();
            #[dataflow]
            {
                load(x, tx);
                store(rx, y);
            }
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
