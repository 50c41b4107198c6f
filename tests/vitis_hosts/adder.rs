//! `adder`: three processes, with streams between them.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn adder(#[len(size)] r#in: &[u32], #[len(size)] out: &mut [u32], inc: i32, size: i32) {
        let (in_tx, in_rx) = stream::<u32, 32>();
        let (out_tx, out_rx) = stream::<u32, 32>();
        #[dataflow]
        {
            read(r#in, in_tx);
            add(in_rx, out_tx, inc as u32, size as usize);
            write(out_rx, out);
        }
    }

    fn read(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn add(mut rx: Receiver<u32>, mut tx: Sender<u32>, inc: u32, size: usize) {
        for _ in 0..size {
            tx.send(rx.recv().wrapping_add(inc));
        }
    }

    fn write(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }
}
