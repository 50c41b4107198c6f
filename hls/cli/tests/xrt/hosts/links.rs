//! Kernels that are linked to each other, one of them free-running, and wait for one another unless there are few elements.

#[sycl_hls::kernels(
    link(split.low -> unite.low, depth = 4),
    link(split.both -> shift.both, depth = 2),
    link(shift.high -> unite.high, depth = 2)
)]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn split(#[len(n)] x: &[u32], mut low: Sender<u32>, mut both: Sender<u32>, n: u32) {
        for i in 0..n as usize {
            low.send(x[i] & 0xffff);
        }
        for i in 0..n as usize {
            both.send(x[i]);
        }
    }

    /// No host starts it.
    #[kernel(control = none)]
    pub fn shift(mut both: Receiver<u32>, mut high: Sender<u32>) {
        high.send(both.recv() >> 16);
    }

    #[kernel]
    pub fn unite(
        mut high: Receiver<u32>,
        mut low: Receiver<u32>,
        #[len(n)]
        #[m_axi(bundle = "out")]
        y: &mut [u32],
        n: u32,
        sum: &mut u32,
    ) {
        *sum = 0;
        for i in 0..n as usize {
            let value = high.recv() + low.recv();
            y[i] = value;
            *sum += value;
        }
    }
}
