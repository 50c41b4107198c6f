//! A kernel whose processes wait for one another unless they have few elements.

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn halves(
        #[len(n)] x: &[u32],
        #[len(n)]
        #[m_axi(bundle = "out")]
        y: &mut [u32],
        n: u32,
    ) {
        let (low_tx, low_rx) = stream::<u32, 4>();
        let (high_tx, high_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            split(x, low_tx, high_tx);
            join(high_rx, low_rx, y);
        }
    }

    fn split(x: &[u32], mut low: Sender<u32>, mut high: Sender<u32>) {
        for v in x {
            low.send(*v & 0xffff);
        }
        for v in x {
            high.send(*v >> 16);
        }
    }

    fn join(mut high: Receiver<u32>, mut low: Receiver<u32>, y: &mut [u32]) {
        for v in y.iter_mut() {
            *v = high.recv() + low.recv();
        }
    }
}
