#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn vadd(a: &[u32], b: &[u32], out: &mut [u32]) {
        let (a_tx, a_rx) = stream::<u32, 16>();
        let (b_tx, b_rx) = stream::<u32, 16>();
        let (s_tx, s_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(a, a_tx);
            load(b, b_tx);
            add(a_rx, b_rx, s_tx, a.len());
            store(s_rx, out);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn add(mut a: Receiver<u32>, mut b: Receiver<u32>, mut sum: Sender<u32>, n: usize) {
        for _ in 0..n {
            sum.send(a.recv().wrapping_add(b.recv()));
        }
    }

    fn store(mut rx: Receiver<u32>, out: &mut [u32]) {
        for y in out.iter_mut() {
            *y = rx.recv();
        }
    }

    #[kernel]
    pub fn blocks(x: &[u32], y: &mut [u32]) {
        for i in 0..3_usize {
            #[dataflow]
            {
                let mut block = [0_u32; 4];
                let (mut tx, mut rx) = stream::<u32, 4>();
                fetch(&x[4 * i..4 * i + 4], &mut block);
                let sum = total(&block);
                for j in 0..4_usize {
                    tx.send(sum);
                }
                for j in 0..4_usize {
                    y[4 * i + j] = rx.recv();
                }
            }
        }
    }

    fn fetch(x: &[u32], block: &mut [u32; 4]) {
        for j in 0..4_usize {
            block[j] = x[j];
        }
    }

    fn total(block: &[u32; 4]) -> u32 {
        block.iter().sum()
    }

    #[kernel]
    pub fn poll(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<u32, 2>();
        #[dataflow]
        {
            produce(x, tx);
            consume(rx, y);
        }
    }

    fn produce(x: &[u32], mut tx: Sender<u32>) {
        let mut i = 0_usize;
        while i < x.len() {
            if tx.try_send(x[i]) {
                i += 1;
            }
        }
    }

    fn first(rx: &mut Receiver<u32>, limit: u32) -> u32 {
        loop {
            let value = rx.recv();
            if value > limit {
                return value;
            }
        }
    }

    fn consume(mut rx: Receiver<u32>, y: &mut [u32]) {
        y[0] = first(&mut rx, 3);
        let mut i = 1_usize;
        while i < y.len() {
            if let Some(value) = rx.try_recv() {
                y[i] = value;
                i += 1;
            }
        }
    }

    /// The first value of `counts` is written each time the region is entered.
    #[kernel]
    pub fn histograms(x: &[u32], y: &mut [u32]) {
        for turn in 0..2_usize {
            #[dataflow]
            {
                let mut counts = [0_u32; 2];
                for j in 0..4_usize {
                    counts[(x[4 * turn + j] % 2) as usize] += 1;
                }
                for j in 0..2_usize {
                    y[2 * turn + j] = counts[j];
                }
            }
        }
    }
}
