//! Streams whose elements have parts, and consumers that look at an element before they receive it.

#[sycl_hls::kernels]
pub mod streams {
    use sycl_hls::device::*;

    /// Merges two ascending series, each of which ends with the largest number.
    #[kernel]
    pub fn merge(a: &[u32], b: &[u32], out: &mut [u32]) {
        let (a_tx, a_rx) = stream::<u32, 2>();
        let (b_tx, b_rx) = stream::<u32, 2>();
        #[dataflow]
        {
            load(a, a_tx);
            load(b, b_tx);
            take_smaller(a_rx, b_rx, out);
        }
    }

    fn load(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
        tx.send(u32::MAX);
    }

    fn take_smaller(mut a: Receiver<u32>, mut b: Receiver<u32>, out: &mut [u32]) {
        for i in 0..out.len() {
            out[i] = if a.peek() <= b.peek() { a.recv() } else { b.recv() };
        }
        skip(&mut a);
        skip(&mut b);
    }

    fn skip(rx: &mut Receiver<u32>) {
        while rx.recv() != u32::MAX {}
    }

    #[derive(Clone, Copy)]
    enum Kind {
        Low,
        High(u8),
    }

    #[derive(Clone, Copy)]
    struct Sample {
        position: (i16, i16),
        weight: f32,
        flags: [bool; 2],
        kind: Kind,
        next: Option<u32>,
    }

    /// Elements of every form that a value has.
    #[kernel]
    pub fn samples(x: &[u32], y: &mut [u32], weights: &mut [f32]) {
        let (x_tx, mut x_rx) = stream::<Sample, 3>();
        let (mut y_tx, y_rx) = stream::<Sample, 1>();
        let n = y.len();
        #[dataflow]
        {
            measure(x, x_tx);
            for _ in 0..n {
                forward(&mut x_rx, &mut y_tx);
            }
            count(y_rx, y, weights);
        }
    }

    fn measure(x: &[u32], mut tx: Sender<Sample>) {
        for i in 0..x.len() {
            let value = x[i];
            let kind = if value > 100 { Kind::High((value / 100) as u8) } else { Kind::Low };
            let next = if i + 1 < x.len() { Some(x[i + 1]) } else { None };
            let flags = [value % 2 == 1, value % 3 == 0];
            let position = (value as i16, -(i as i16));
            tx.send(Sample { position, weight: value as f32 * 0.5, flags, kind, next });
        }
    }

    fn forward(rx: &mut Receiver<Sample>, tx: &mut Sender<Sample>) {
        let mut sample = rx.recv();
        sample.position.0 += 1;
        tx.send(sample);
    }

    fn count(mut rx: Receiver<Sample>, y: &mut [u32], weights: &mut [f32]) {
        for i in 0..y.len() {
            let sample = rx.recv();
            let mut sum = sample.position.0 as u32 + (-sample.position.1) as u32;
            if sample.flags[0] {
                sum += 1000;
            }
            if let Kind::High(hundreds) = sample.kind {
                sum += 10_000 * hundreds as u32;
            }
            y[i] = sum + sample.next.unwrap_or(7);
            weights[i] = sample.weight;
        }
    }

    /// Pairs of a key and whether it is the last one become lengths of runs of equal keys; returns their number in `y`.
    #[kernel]
    pub fn runs(x: &[u32], y: &mut [u32]) {
        let (mut tx, rx) = stream::<(u32, bool), 4>();
        #[dataflow]
        {
            for i in 0..x.len() {
                tx.send((x[i], i + 1 == x.len()));
            }
            lengths(rx, y);
        }
    }

    fn lengths(mut rx: Receiver<(u32, bool)>, y: &mut [u32]) {
        let mut run = 0_usize;
        loop {
            let (key, mut last) = rx.recv();
            y[run] = 1;
            while !last && rx.peek().0 == key {
                last = rx.recv().1;
                y[run] += 1;
            }
            run += 1;
            if last {
                break;
            }
        }
    }

    /// The same pairs by operations that do not wait.
    #[kernel]
    pub fn polled(x: &[u32], y: &mut [u32]) {
        let (tx, rx) = stream::<(u32, u16), 2>();
        #[dataflow]
        {
            offer(x, tx);
            take(rx, y);
        }
    }

    fn offer(x: &[u32], mut tx: Sender<(u32, u16)>) {
        let mut i = 0_usize;
        while i < x.len() {
            if !tx.is_full() && tx.try_send((x[i], i as u16)) {
                i += 1;
            }
        }
    }

    fn take(mut rx: Receiver<(u32, u16)>, y: &mut [u32]) {
        let mut i = 0_usize;
        while i < y.len() {
            if !rx.is_empty() && rx.peek().1 == i as u16 {
                if let Some((value, position)) = rx.try_recv() {
                    y[i] = value + position as u32;
                    i += 1;
                }
            }
        }
    }

    /// Elements are dealt out to four workers, and collected in the same order.
    #[kernel]
    pub fn workers(x: &[u32], y: &mut [u32]) {
        let (in_txs, in_rxs) = streams::<u32, 2, 4>();
        let (out_txs, out_rxs) = streams::<u32, 1, 4>();
        let rounds = x.len() / 4;
        #[dataflow]
        {
            deal(x, in_txs);
            for (index, (rx, tx)) in in_rxs.into_iter().zip(out_txs).enumerate() {
                work(rx, tx, rounds, index as u32);
            }
            collect(out_rxs, y);
        }
    }

    fn deal<const N: usize>(x: &[u32], mut txs: [Sender<u32>; N]) {
        for round in 0..x.len() / N {
            for (index, tx) in txs.iter_mut().enumerate() {
                tx.send(x[N * round + index]);
            }
        }
    }

    fn work(mut rx: Receiver<u32>, mut tx: Sender<u32>, rounds: usize, offset: u32) {
        for _ in 0..rounds {
            tx.send(10 * rx.recv() + offset);
        }
    }

    fn collect<const N: usize>(mut rxs: [Receiver<u32>; N], y: &mut [u32]) {
        for round in 0..y.len() / N {
            for (index, rx) in rxs.iter_mut().enumerate() {
                y[N * round + index] = rx.recv();
            }
        }
    }

    /// Elements go to three workers in turn, and come back in the same order.
    #[kernel]
    pub fn in_turn(x: &[u32], y: &mut [u32]) {
        let (x_tx, x_rx) = stream::<u32, 2>();
        let (in_txs, in_rxs) = streams::<u32, 2, 3>();
        let (out_txs, out_rxs) = streams::<u32, 2, 3>();
        let (y_tx, y_rx) = stream::<u32, 2>();
        let rounds = x.len() / 3;
        #[dataflow]
        {
            send_all(x, x_tx);
            split::round_robin(x_rx, in_txs, x.len());
            for (index, (rx, tx)) in in_rxs.into_iter().zip(out_txs).enumerate() {
                work(rx, tx, rounds, index as u32);
            }
            merge::round_robin(out_rxs, y_tx, x.len());
            receive_all(y_rx, y);
        }
    }

    fn send_all(x: &[u32], mut tx: Sender<u32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn receive_all(mut rx: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = rx.recv();
        }
    }

    /// Elements with their numbers go to the worker that has time: how long one takes depends on its value.
    #[kernel]
    pub fn balanced(x: &[u32], y: &mut [u32]) {
        let (x_tx, x_rx) = stream::<(u32, u32), 2>();
        let (in_txs, in_rxs) = streams::<Option<(u32, u32)>, 2, 3>();
        let (out_txs, out_rxs) = streams::<(u32, u32), 2, 3>();
        let (y_tx, y_rx) = stream::<(u32, u32), 2>();
        #[dataflow]
        {
            number(x, x_tx);
            split::load_balance(x_rx, in_txs, x.len());
            for (rx, tx) in in_rxs.into_iter().zip(out_txs) {
                count_steps(rx, tx);
            }
            merge::load_balance(out_rxs, y_tx, x.len());
            put(y_rx, y);
        }
    }

    fn number(x: &[u32], mut tx: Sender<(u32, u32)>) {
        for i in 0..x.len() {
            tx.send((i as u32, x[i]));
        }
    }

    /// Steps of Collatz' sequence down to 1.
    fn count_steps(mut rx: Receiver<Option<(u32, u32)>>, mut tx: Sender<(u32, u32)>) {
        while let Some((number, value)) = rx.recv() {
            let (mut rest, mut steps) = (value, 0);
            while rest > 1 {
                rest = if rest % 2 == 0 { rest / 2 } else { 3 * rest + 1 };
                steps += 1;
            }
            tx.send((number, steps));
        }
    }

    fn put(mut rx: Receiver<(u32, u32)>, y: &mut [u32]) {
        for _ in 0..y.len() {
            let (number, steps) = rx.recv();
            y[number as usize] = steps;
        }
    }

    /// A chain of processes, which are loops; the ends have names.
    #[kernel]
    pub fn chain(x: &[u32], y: &mut [u32], n: usize) {
        let ([mut first, second], rxs) = streams::<u32, 2, 2>();
        let [from_first, mut last] = rxs;
        #[dataflow]
        {
            for i in 0..n {
                first.send(x[i]);
            }
            double(from_first, second, n);
            for i in 0..y.len() {
                y[i] = last.recv();
            }
        }
    }

    fn double(mut rx: Receiver<u32>, mut tx: Sender<u32>, n: usize) {
        for _ in 0..n {
            tx.send(2 * rx.recv());
        }
    }

    /// Tasks: one that scales and numbers elements, and two workers that add up pairs of them. Scalars of the kernel do not change.
    #[kernel]
    pub fn tasks(x: &[u32], y: &mut [u32], factor: u32) {
        let half = factor / 2;
        let (mut pair_tx, mut pair_rx) = stream::<(u32, u16), 4>();
        let (mut x_tx, x_rx) = stream::<u32, 2>();
        let (in_txs, in_rxs) = streams::<u32, 2, 2>();
        let (out_txs, out_rxs) = streams::<u32, 1, 2>();
        #[dataflow]
        {
            for i in 0..x.len() {
                pair_tx.send((x[i], i as u16));
            }
            loop {
                let (value, at) = pair_rx.recv();
                push(&mut x_tx, factor * value + at as u32 + x.len() as u32);
            }
            split::round_robin(x_rx, in_txs, x.len());
            for (rx, tx) in in_rxs.into_iter().zip(out_txs) {
                sums_of_pairs(rx, tx, half + 1);
            }
            collect(out_rxs, y);
        }
    }

    fn sums_of_pairs(mut rx: Receiver<u32>, mut tx: Sender<u32>, more: u32) {
        loop {
            tx.send(rx.recv() + rx.recv() + more);
        }
    }

    fn push(tx: &mut Sender<u32>, value: u32) {
        tx.send(value);
    }

    /// Looks at the first element, and leaves it.
    #[kernel]
    pub fn looks(x: &[u32], y: &mut [u32]) {
        let (mut tx, mut rx) = stream::<u32, 2>();
        #[dataflow]
        {
            for i in 0..x.len() {
                tx.send(x[i]);
            }
            for i in 0..y.len() {
                y[i] = rx.peek();
            }
        }
    }
}
