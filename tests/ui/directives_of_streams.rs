#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn options(x: &[u32], y: &mut [u32]) {
        #[shared]
        let (tx, rx) = stream::<u32, 2>();
        #[array_partition(complete)]
        let (block_tx, block_rx) = stream::<[u32; 4], 2>();
        #[stable]
        #[array_partition(cyclic, factor = 5)]
        let (tile_tx, tile_rx) = blocks::<[u32; 4], 2>();
        #[dataflow(interval = 4)]
        {
            fill(x, tx, block_tx, tile_tx);
            store(rx, block_rx, tile_rx, y);
        }
    }

    fn fill(
        x: &[u32],
        mut tx: Sender<u32>,
        mut arrays: Sender<[u32; 4]>,
        mut tiles: BlockSender<[u32; 4]>,
    ) {
        tx.send(x[0]);
        arrays.send([x[1]; 4]);
        #[array_partition(complete)]
        let mut tile = tiles.acquire();
        tile[0] = x[2];
    }

    fn store(
        mut rx: Receiver<u32>,
        mut arrays: Receiver<[u32; 4]>,
        mut tiles: BlockReceiver<[u32; 4]>,
        y: &mut [u32],
    ) {
        y[0] = rx.recv() + arrays.recv()[0];
        let tile = tiles.acquire();
        y[1] = tile[0];
    }

    #[kernel]
    #[dataflow]
    pub fn kernel(#[axis] x: &[f32], y: &mut [f32]) {
        #[stream(depth = 4)]
        let a = [0.0_f32; 4];
        #[array_stencil]
        let b = [0.0_f32; 4];
        y[0] = x[0] + a[0] + b[0];
    }
}

fn main() {}
