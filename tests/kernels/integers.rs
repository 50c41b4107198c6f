//! Integers of any width.

#[sycl_hls::kernels]
pub mod integers {
    use sycl_hls::device::*;

    type Word = Uint<12>;
    const LIMIT: Word = Word::MAX;
    const N: u32 = 37;

    #[derive(Clone, Copy)]
    struct Pair {
        a: Int<5>,
        b: Uint<{ N + 1 }>,
    }

    fn parity<const N: u32>(x: Uint<N>) -> Uint<N> {
        let lowest = Uint::<N>::new(x.xor_reduce());
        (lowest + x.bits::<2, 1>()).to()
    }

    fn mix(a: Int<5>, b: Word) -> Int<20> {
        (a * b - 3).to()
    }

    #[kernel]
    pub fn operators(n: i32, x: &[u64], y: &mut [i64]) {
        let a = Int::<5>::new(x[0]);
        let b = Word::new(x[1]);
        let mut sum = Int::<20>::ZERO;
        for i in 0..x.len() {
            sum += mix(a, Word::new(x[i]));
        }
        y[0] = sum.to();
        let exact = a + b;
        y[1] = exact.to();
        y[2] = (a * b * b).to();
        y[3] = if a < b { 1 } else { 0 };
        let mut table = [Word::ZERO; 8];
        for i in 0..8 {
            table[i] = (b + Int::<64>::new(n)).to();
            table[i] >>= n;
            table[i] = table[i] << 3;
        }
        y[4] = table[3].to();
        let p = Pair { a, b: Uint::<64>::new(x[2]).to() };
        y[5] = (p.a ^ p.b).to();
        y[6] = (a / b).to();
        y[7] = (b % a).to();
        y[8] = (-a).to();
        y[9] = (!b).to();
        let wide = Uint::<100>::new(x[0]) << 36;
        y[10] = (wide * wide).to();
        y[11] = wide.bits::<99, 40>().to();
        let mut c = a;
        c.set_bit(3, b.bit(2));
        c.set_bits::<2, 1>(b);
        y[12] = c.to();
        y[13] = a.concat(b).to();
        y[14] =
            wide.count_ones() as i64 + wide.leading_zeros() as i64 * 200 + b.trailing_zeros() as i64 * 40000;
        y[15] = b.reverse().to();
        y[16] = if b.xor_reduce() && !b.and_reduce() || a.is_negative() && LIMIT == 4095 { 7 } else { 8 };
        y[17] = (wide >> n).to();
        y[18] = (a & 6).to();
        y[19] = (sum | b).to();
        y[20] = (a - b > 5_u8) as i64;
        y[21] = (parity(b) * 8 + parity::<38>(p.b)).to();
    }

    /// Fields as large as those of AMD's types.
    #[derive(Clone, Copy, Element)]
    pub struct Sample {
        pub level: Uint<12>,
        pub offset: Int<12>,
        pub weights: [Int<3>; 4],
    }

    fn largest(levels: &[Uint<12>]) -> Uint<12> {
        let mut found = Uint::<12>::ZERO;
        for level in levels {
            if *level > found {
                found = *level;
            }
        }
        found
    }

    /// Arguments of any width: by value, in slices and structs, and as an output.
    #[kernel]
    pub fn arguments(
        shift: Int<7>,
        x: &[Uint<12>],
        samples: &mut [Sample],
        y: &mut [Int<37>],
        total: &mut Int<40>,
    ) {
        let mut window = [Uint::<12>::ZERO; 4];
        for i in 0..x.len() {
            let mut sample = samples[i];
            let weighted = x[i] * sample.weights[i % 4] + sample.offset;
            y[i] = (weighted << shift).to();
            *total += weighted;
            window[i % 4] = x[i];
            sample.level = largest(&window);
            sample.offset -= shift;
            sample.weights[(i + 1) % 4] = (sample.weights[i % 4] + 1).to();
            samples[i] = sample;
        }
    }

    /// Numbers go from process to process.
    #[kernel]
    #[dataflow]
    pub fn streamed(x: &[Int<5>], y: &mut [Int<11>]) {
        let (mut tx, mut rx) = stream::<Int<10>, 2>();
        for i in 0..x.len() {
            tx.send((x[i] * x[i]).to());
        }
        for i in 0..y.len() {
            let square = rx.recv();
            y[i] = (square + i as u8).to();
        }
    }

    /// Division by zero stops a run.
    #[kernel]
    pub fn stopped(a: Int<9>, b: Int<5>, y: &mut [i32]) {
        y[0] = (a / b).to();
        y[1] = (a % b).to();
    }

    #[kernel]
    pub fn bit(a: Int<9>, index: u32, y: &mut [i32]) {
        let mut changed = a;
        y[0] = a.bit(index) as i32;
        changed.set_bit(index + 1, a.is_negative());
        y[1] = changed.to();
    }

    #[kernel]
    pub fn remainder(a: Int<9>, b: Int<5>, y: &mut [i32]) {
        let mut rest = a;
        rest %= b;
        y[0] = rest.to();
    }
}
