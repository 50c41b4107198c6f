//! Blocks that are held where they cannot be.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    fn held(y: &mut [u32]) {
        let (a_tx, a_rx) = blocks::<[u32; 4], 2>();
        let (b_tx, b_rx) = blocks::<[u32; 4], 2>();
        #[dataflow]
        {
            unnamed(a_tx);
            across(a_rx, b_tx);
            last(b_rx, y);
        }
    }

    fn unnamed(mut tx: BlockSender<[u32; 4]>) {
        tx.acquire()[0] = 1;
        let _ = tx.acquire();
        let first = tx.acquire()[0];
    }

    fn across(mut rx: BlockReceiver<[u32; 4]>, mut tx: BlockSender<[u32; 4]>) {
        let block = rx.acquire();
        let (one, two) = stream::<u32, 2>();
        #[dataflow]
        {
            give(one);
            take(two, tx);
        }
    }

    fn give(mut tx: Sender<u32>) {
        tx.send(1);
    }

    fn take(mut rx: Receiver<u32>, mut tx: BlockSender<[u32; 4]>) {
        let mut block = tx.acquire();
        block[0] = rx.recv();
    }

    fn last(mut rx: BlockReceiver<[u32; 4]>, y: &mut [u32]) {
        let one = rx.acquire();
        let two = rx.acquire();
        y[0] = one[0] + two[0];
    }
}

fn main() {}
