// A pipeline of more than 100 cycles that flushes: its enables are one vector, through which Verilator passes once for each cycle.

#[sycl_hls::kernels]
pub mod deep_flushing_pipeline {
    use sycl_hls::device::*;

    #[kernel]
    pub fn k(x: &[u32], out: &mut [u32]) {
        let n = x.len();
        let (mut tx, mut rx) = stream::<u32, 2>();
        let (mut later_tx, mut later_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            for i in 0..n {
                tx.send(x[i]);
                later_tx.send((741 / (x[i] as u64 + 1)) as u32);
            }
            for i in 0..n {
                out[i] = rx.recv() + later_rx.recv();
            }
        }
    }
}
