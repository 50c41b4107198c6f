#[sycl_hls::kernels]
pub mod dataflow {
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
                for _ in 0..4_usize {
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

    /// Writes all of one stream before the other one, which a reader that alternates survives only if the first one fits.
    #[kernel]
    pub fn diamond(x: &[u32], y: &mut [u32]) {
        let (tx_low, rx_low) = stream::<u32, 4>();
        let (tx_high, rx_high) = stream::<u32, 1>();
        #[dataflow]
        {
            split(x, tx_low, tx_high);
            join(rx_low, rx_high, y);
        }
    }

    fn split(x: &[u32], mut low: Sender<u32>, mut high: Sender<u32>) {
        for i in 0..x.len() {
            low.send(x[i] % 256);
        }
        for i in 0..x.len() {
            high.send(x[i] / 256);
        }
    }

    fn join(mut low: Receiver<u32>, mut high: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = high.recv() + low.recv();
        }
    }

    /// Sends what `x` has, and takes what `y` has.
    #[kernel]
    pub fn copies(x: &[u32], y: &mut [u32], times: usize) {
        for _ in 0..times {
            let (tx, rx) = stream::<u32, 2>();
            #[dataflow]
            {
                load(x, tx);
                store(rx, y);
            }
        }
    }

    /// A region in a process of a region, both of which are entered again and again.
    #[kernel]
    pub fn nested(x: &[u32], y: &mut [u32]) {
        for block in 0..2_usize {
            let (tx, rx) = stream::<u32, 1>();
            #[dataflow]
            {
                rows(&x[6 * block..6 * block + 6], tx);
                store(rx, &mut y[6 * block..6 * block + 6]);
            }
        }
    }

    fn rows(x: &[u32], mut tx: Sender<u32>) {
        for row in 0..2_usize {
            let (row_tx, mut row_rx) = stream::<u32, 1>();
            #[dataflow]
            {
                load(&x[3 * row..3 * row + 3], row_tx);
                for i in 0..3_usize {
                    tx.send(row_rx.recv() + i as u32);
                }
            }
        }
    }

    struct Line {
        factor: u32,
        offset: u32,
    }

    impl Line {
        fn apply(&self, x: &mut Receiver<u32>, y: &mut Sender<u32>) {
            y.send(x.recv().wrapping_mul(self.factor).wrapping_add(self.offset));
        }
    }

    fn apply_all<const N: usize>(line: &Line, mut x: Receiver<u32>, mut y: Sender<u32>) {
        for _ in 0..N {
            line.apply(&mut x, &mut y);
        }
    }

    #[dataflow]
    #[kernel]
    pub fn lines(x: &[u32], y: &mut [u32]) {
        let (x_tx, x_rx) = stream::<u32, 1>();
        let (z_tx, z_rx) = stream::<u32, 2>();
        let (y_tx, y_rx) = stream::<u32, 3>();
        load(x, x_tx);
        apply_all::<4>(&Line { factor: 3, offset: 1 }, x_rx, z_tx);
        apply_all::<4>(&Line { factor: 5, offset: 2 }, z_rx, y_tx);
        store(y_rx, y)
    }

    /// The total goes from one process to the next, which starts when it is there.
    #[kernel]
    pub fn normalized(x: &[u32], y: &mut [u32], n: usize) {
        let (mut tx, mut rx) = stream::<u32, 4>();
        #[dataflow]
        {
            for i in 0..x.len() {
                tx.send(x[i]);
            }
            let mut kept = [0_u32; 16];
            let sum = kept_sum(&mut rx, &mut kept, n);
            for i in 0..y.len() {
                y[i] = sum - kept[i];
            }
        }
    }

    fn kept_sum(rx: &mut Receiver<u32>, kept: &mut [u32; 16], n: usize) -> u32 {
        let mut sum = 0;
        for i in 0..n {
            kept[i] = rx.recv();
            sum += kept[i];
        }
        sum
    }

    /// No process begins what the one before it waits for.
    #[kernel]
    pub fn circle(y: &mut [u32]) {
        let (there_tx, there_rx) = stream::<u32, 1>();
        let (mut back_tx, back_rx) = stream::<u32, 1>();
        #[dataflow]
        {
            answer(back_rx, there_tx);
            let first = next(there_rx);
            for i in 0..y.len() {
                y[i] = first;
                back_tx.send(first);
            }
        }
    }

    fn answer(mut back: Receiver<u32>, mut there: Sender<u32>) {
        there.send(back.recv());
    }

    fn next(mut rx: Receiver<u32>) -> u32 {
        rx.recv()
    }
}
