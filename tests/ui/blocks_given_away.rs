//! Blocks that are used when they are gone, or as what they are not.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    fn given_away(y: &mut [u32]) {
        let (a_tx, a_rx) = blocks::<[u32; 4], 2>();
        let (b_tx, b_rx) = blocks::<[u32; 4], 2>();
        let (c_tx, c_rx) = blocks::<[u32; 4], 2>();
        let (d_tx, d_rx) = blocks::<[u32; 4], 2>();
        #[dataflow]
        {
            first(a_tx);
            kept(a_rx, b_tx);
            dropped(b_rx, c_tx);
            looped(c_rx, d_tx);
            last(d_rx, y);
        }
    }

    fn first(mut tx: BlockSender<[u32; 4]>) {
        let mut block = tx.acquire();
        block[0] = 1;
        let count = 3_u32;
        drop(count);
    }

    fn kept(mut rx: BlockReceiver<[u32; 4]>, mut tx: BlockSender<[u32; 4]>) {
        let from = rx.acquire();
        let other = from;
        let mut to = tx.acquire();
        to[0] = other[0];
    }

    fn dropped(mut rx: BlockReceiver<[u32; 4]>, mut tx: BlockSender<[u32; 4]>) {
        let from = rx.acquire();
        let mut to = tx.acquire();
        if from[0] == 0 {
            drop(to);
        }
        to[1] = from[1];
    }

    fn looped(mut rx: BlockReceiver<[u32; 4]>, mut tx: BlockSender<[u32; 4]>) {
        let from = rx.acquire();
        let mut to = tx.acquire();
        for i in 0..4_usize {
            to[i] = from[i];
            drop(from);
        }
    }

    fn last(mut rx: BlockReceiver<[u32; 4]>, y: &mut [u32]) {
        let mut block = rx.acquire();
        block[0] = 1;
        y[0] = block[0];
    }
}

fn main() {}
