#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn copy(x: &[u32], y: &mut [u32]) {
        let (tx, mut rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(x, tx);
            for i in 0..y.len() {
                y[i] = Some(i).map_or(0, |_| rx.recv());
            }
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        x.iter().for_each(|x| push(&mut tx, *x));
    }

    fn push(tx: &mut Sender<u32>, x: u32) {
        tx.send(x);
    }
}

fn main() {}
