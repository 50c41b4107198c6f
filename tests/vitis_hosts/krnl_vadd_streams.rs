//! `krnl_vadd`: four processes, with streams between them.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn krnl_vadd(
        #[len(size)] in1: &[u32],
        #[len(size)] in2: &[u32],
        #[len(size)] out: &mut [u32],
        size: i32,
    ) {
        let (in1_tx, in1_rx) = stream::<u32, 2>();
        let (in2_tx, in2_rx) = stream::<u32, 2>();
        let (out_tx, out_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(in1, in1_tx);
            load(in2, in2_tx);
            add(in1_rx, in2_rx, out_tx, size as usize);
            store(out_rx, out);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn add(mut a: Receiver<u32>, mut b: Receiver<u32>, mut sum: Sender<u32>, size: usize) {
        for _ in 0..size {
            sum.send(a.recv().wrapping_add(b.recv()));
        }
    }

    fn store(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}
