#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn regions(x: &[u32], y: &mut [u32]) {
        #[persistent]
        let mut sum: u32 = 0;
        let (tx, rx) = stream::<u32, 4>();
        #[dataflow]
        {
            produce(x, tx);
            consume(rx, y, &mut sum);
        }
    }

    fn produce(x: &[u32], mut tx: Sender<u32>) {
        for value in x {
            tx.send(*value);
        }
    }

    fn consume(mut rx: Receiver<u32>, y: &mut [u32], sum: &mut u32) {
        for i in 0..y.len() {
            *sum += rx.recv();
            y[i] = *sum;
        }
    }
}

fn main() {}
