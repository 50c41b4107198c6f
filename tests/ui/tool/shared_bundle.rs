// For hw_emu.
#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn added(
        #[m_axi(bundle = "gmem")] a: &[u32],
        #[m_axi(bundle = "gmem")] b: &[u32],
        #[m_axi(bundle = "out")] y: &mut [u32],
    ) {
        let (a_tx, a_rx) = stream::<u32, 2>();
        let (b_tx, b_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(a, a_tx);
            load(b, b_tx);
            add(a_rx, b_rx, y);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn add(mut a: Receiver<u32>, mut b: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = a.recv().wrapping_add(b.recv());
        }
    }
}
