//! Streams of blocks that are none.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    fn none(input: BlockReceiver<[u32; 4]>, y: &mut [u32]) {
        let (a_tx, a_rx) = blocks::<u32, 2>();
        let (b_tx, b_rx) = blocks::<[u32; 4], 0>();
        let (c_tx, c_rx) = blocks::<[u32; 4]>();
        let (d_tx, d_rx) = blocks::<[(u32, u32); 4], 2>();
        let (e_tx, e_rx) = blocks::<[u32; 4], 2>(1);
        let (f_tx, f_rx) = blocks::<[u32; 4], 2>();
        let (g_tx, g_rx) = stream::<[u32; 4], 2>();
        let (h_txs, h_rxs) = streams_of_blocks::<[u32; 4], 2>();
        #[dataflow]
        {
            give(f_tx, g_tx);
            take(f_rx, g_rx, y);
        }
    }

    fn give(mut tx: BlockSender<[u32; 4]>, mut elements: Sender<[u32; 4]>) {
        tx.send([1; 4]);
        let block = elements.acquire();
    }

    fn take(mut rx: BlockReceiver<[u32; 4]>, mut elements: BlockReceiver<[u32; 4]>, y: &mut [u32]) {
        y[0] = rx.recv()[0];
    }
}

fn main() {}
