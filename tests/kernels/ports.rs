//! Streams as arguments of kernels: AXI-stream ports.

/// Streams as arguments.
#[sycl_hls::kernels]
pub mod ports {
    use sycl_hls::device::*;

    /// Outside of regions. An element a cycle passes.
    #[kernel]
    pub fn scale(mut input: Receiver<u32>, mut output: Sender<u32>, a: u32, n: usize) {
        for _ in 0..n {
            output.send(input.recv().wrapping_mul(a));
        }
    }

    /// The numbers before the first zero, of which the kernel does not know how many there are; whether there are
    /// more in the stream decides nothing.
    #[kernel]
    pub fn until_zero(mut input: Receiver<i16>, sum: &mut i16, count: &mut u32) {
        let (mut all, mut seen) = (0_i16, 0);
        loop {
            let value = input.recv();
            if value == 0 {
                break;
            }
            all = all.wrapping_add(value);
            seen += 1;
        }
        *sum = all;
        *count = seen;
    }

    /// Between memory and ports: processes, in regions that are entered again and again.
    #[kernel]
    pub fn blocks(x: &[f32], mut factors: Receiver<f32>, mut output: Sender<f32>, rounds: usize) {
        let each = x.len() / rounds;
        for round in 0..rounds {
            let (tx, rx) = stream::<f32, 4>();
            #[dataflow]
            {
                load(&x[round * each..(round + 1) * each], tx);
                multiply(rx, &mut factors, &mut output, each);
            }
        }
    }

    type Beat = Packet<u32, 8>;

    /// Sums of the bytes that count in packets up to the last one, each with TUSER of that one.
    #[kernel]
    pub fn frames(mut input: Receiver<Beat>, mut sums: Sender<Packet<f32, 8, 0, 4>>, frames: usize) {
        for frame in 0..frames {
            let mut sum = 0;
            loop {
                let beat = input.recv();
                for byte in 0..4 {
                    if beat.keep() >> byte & 1 == 1 {
                        sum += beat.data >> (8 * byte) & 0xff;
                    }
                }
                if beat.last {
                    let sum = Packet::<f32, 8, 0, 4>::new(sum as f32).with_user(beat.user());
                    sums.send(sum.with_dest(frame as u64).with_last(frame + 1 == frames));
                    break;
                }
            }
        }
    }

    type Signed = Packet<i32, 2, 5, 6>;

    /// `using_axi_stream_with_side_channel_data` of HLS-Introductory-Examples: five more, up to the last one.
    #[kernel]
    pub fn side_channels(mut a: Receiver<Signed>, mut b: Sender<Signed>) {
        loop {
            let mut packet = a.recv();
            packet.data += 5;
            b.send(packet);
            if packet.last {
                break;
            }
        }
    }

    type Tagged = Packet<i64, 16, 8, 8>;

    /// Sends packets back where they come from.
    #[kernel]
    pub fn answers(mut input: Receiver<Tagged>, mut output: Sender<Tagged>, n: usize) {
        let (tx, rx) = stream::<Tagged, 4>();
        #[dataflow]
        {
            turned(&mut input, tx, n);
            negated(rx, &mut output, n);
        }
    }

    fn turned(input: &mut Receiver<Tagged>, mut tx: Sender<Tagged>, n: usize) {
        for _ in 0..n {
            let packet = input.recv();
            tx.send(packet.with_id(packet.dest()).with_dest(packet.id()));
        }
    }

    fn negated(mut rx: Receiver<Tagged>, output: &mut Sender<Tagged>, n: usize) {
        for _ in 0..n {
            let mut packet = rx.recv();
            packet.data = -packet.data;
            output.send(packet.with_strb(packet.strb() ^ 0x0f));
        }
    }

    fn load(x: &[f32], mut tx: Sender<f32>) {
        for i in 0..x.len() {
            tx.send(x[i]);
        }
    }

    fn multiply(mut rx: Receiver<f32>, factors: &mut Receiver<f32>, output: &mut Sender<f32>, n: usize) {
        for _ in 0..n {
            output.send(rx.recv() * factors.recv());
        }
    }
}
