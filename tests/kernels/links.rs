//! Kernels that are linked to each other.

/// Linked kernels: two with memory, a chain of three between ports of the host's and memory, two with two links, two with
/// free-running kernels between them, and one for itself.
#[sycl_hls::kernels(
    link(load.output -> store.input, depth = 4),
    link(numbers.output -> scale.input, depth = 16),
    link(scale.output -> sums.input, depth = 1),
    link(split.low -> join.low, depth = 4),
    link(split.high -> join.high, depth = 1),
    link(source.output -> pairs.input, depth = 2),
    link(pairs.output -> triple.input, depth = 1),
    link(triple.output -> sink.input, depth = 2),
    link(framer.output -> checker.input, depth = 2)
)]
pub mod links {
    use sycl_hls::device::*;

    #[kernel]
    pub fn load(#[m_axi(bundle = "memory")] x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i]);
        }
    }

    #[kernel]
    pub fn store(mut input: Receiver<u32>, #[m_axi(bundle = "memory")] y: &mut [u32], sum: &mut [u32]) {
        let mut all = 0_u32;
        for i in 0..y.len() {
            let value = input.recv();
            y[i] = value + 1;
            all = all.wrapping_add(value);
        }
        sum[0] = all;
    }

    #[kernel]
    pub fn numbers(mut input: Receiver<i32>, mut output: Sender<i32>, n: usize) {
        for _ in 0..n {
            output.send(input.recv().wrapping_sub(1));
        }
    }

    /// Between two links, in a region of its own.
    #[kernel]
    pub fn scale(mut input: Receiver<i32>, mut output: Sender<i32>, a: i32, n: usize) {
        let (tx, rx) = stream::<i32, 2>();
        #[dataflow]
        {
            forward(&mut input, tx, n);
            backward(rx, &mut output, a, n);
        }
    }

    fn forward(input: &mut Receiver<i32>, mut tx: Sender<i32>, n: usize) {
        for _ in 0..n {
            tx.send(input.recv());
        }
    }

    fn backward(mut rx: Receiver<i32>, output: &mut Sender<i32>, a: i32, n: usize) {
        for _ in 0..n {
            output.send(rx.recv().wrapping_mul(a));
        }
    }

    /// Between a link, a port of the host's and memory.
    #[kernel]
    pub fn sums(
        mut input: Receiver<i32>,
        mut totals: Sender<i64>,
        #[len(n)] y: &mut [i32],
        n: usize,
        count: &mut u32,
    ) {
        let mut total = 0_i64;
        *count += n as u32;
        for i in 0..n {
            let value = input.recv();
            y[i] = value;
            total += value as i64;
            totals.send(total);
        }
    }

    /// All low bytes before all high ones: the link must hold them.
    #[kernel]
    pub fn split(x: &[u16], mut low: Sender<u16>, mut high: Sender<u16>) {
        for i in 0..x.len() {
            low.send(x[i] % 256);
        }
        for i in 0..x.len() {
            high.send(x[i] / 256);
        }
    }

    #[kernel]
    pub fn join(mut low: Receiver<u16>, mut high: Receiver<u16>, y: &mut [u16]) {
        for i in 0..y.len() {
            y[i] = high.recv() + low.recv();
        }
    }

    #[kernel]
    pub fn source(x: &[u32], mut output: Sender<u32>) {
        for i in 0..x.len() {
            output.send(x[i]);
        }
    }

    /// Free-running: the sums of pairs that differ.
    #[kernel(control = none)]
    pub fn pairs(mut input: Receiver<u32>, mut output: Sender<u32>) {
        let (a, b) = (input.recv(), input.recv());
        if a == b {
            return;
        }
        output.send(a.wrapping_add(b));
    }

    #[kernel(control = none)]
    pub fn triple(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv().wrapping_mul(3));
    }

    #[kernel]
    pub fn sink(mut input: Receiver<u32>, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = input.recv();
        }
    }

    type Frame = Packet<i16, 5, 0, 3>;

    /// Packets of `length` numbers, whose TUSER is the packet's and whose TDEST the element's number.
    #[kernel]
    pub fn framer(x: &[i16], mut output: Sender<Frame>, length: usize) {
        for i in 0..x.len() {
            let frame = Packet::new(x[i]).with_user((i / length) as u64);
            let whole = frame.with_last(i % length + 1 == length);
            output.send(whole.with_dest(i as u64).with_keep(if frame.data < 0 { 1 } else { 3 }));
        }
    }

    /// Sums of the numbers whose bytes are all kept, with the signals of the packets' ends.
    #[kernel]
    pub fn checker(mut input: Receiver<Frame>, sums: &mut [i32], ends: &mut [u32]) {
        for i in 0..sums.len() {
            let mut sum = 0;
            loop {
                let beat = input.recv();
                if beat.keep() == 3 {
                    sum += beat.data as i32;
                }
                if beat.last {
                    ends[i] = 8 * beat.user() as u32 + beat.dest() as u32;
                    break;
                }
            }
            sums[i] = sum;
        }
    }

    #[kernel]
    pub fn alone(mut input: Receiver<u32>, mut output: Sender<u32>) {
        output.send(input.recv());
    }
}
