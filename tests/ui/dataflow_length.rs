#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn length(x: &[u32], y: &mut [u32]) {
        let (mut tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            for i in 0..y.len() {
                tx.send(x[i]);
            }
            store(rx, y);
        }
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}

fn main() {}
