//! Kernels with persistent variables: what they hold stays from run to run.

#[sycl_hls::kernels]
pub mod persistent {
    use sycl_hls::device::*;

    /// Counts its runs, and what it has seen.
    #[kernel]
    pub fn counted(x: &[u32], y: &mut [u32]) {
        #[persistent]
        let mut runs: u32 = 5;
        #[persistent]
        let mut seen: u64 = 0;
        runs += 1;
        y[0] = runs;
        if x.is_empty() {
            return;
        }
        for i in 0..x.len() {
            seen = seen.wrapping_add(x[i] as u64);
        }
        y[1] = seen as u32;
        y[2] = (seen >> 32) as u32;
    }

    const TAPS: [i32; 4] = [3, -1, 4, 2];

    /// A FIR filter whose delay line goes on where the last run has ended.
    #[kernel]
    pub fn filtered(x: &[i32], y: &mut [i32]) {
        #[persistent]
        let mut line: [i32; 4] = [1, 2, 3, 4];
        #[pipeline]
        for i in 0..x.len() {
            let mut sum: i32 = 0;
            for k in (1..4).rev() {
                line[k] = line[k - 1];
            }
            line[0] = x[i];
            for k in 0..4 {
                sum = sum.wrapping_add(line[k].wrapping_mul(TAPS[k]));
            }
            y[i] = sum;
        }
    }

    /// A histogram that grows from run to run, in a memory.
    #[kernel]
    pub fn histogram(x: &[u8], #[len(256)] y: &mut [u32]) {
        #[persistent]
        let mut bins: [u32; 256] = [0; 256];
        for i in 0..x.len() {
            bins[x[i] as usize] += 1;
        }
        for i in 0..256 {
            y[i] = bins[i];
        }
    }

    /// A ring in four memories, two of which have one more element.
    #[kernel]
    pub fn ring(x: &[u16], y: &mut [u16]) {
        #[persistent]
        #[array_partition(type = cyclic, factor = 4)]
        let mut ring: [u16; 70] = RING;
        #[persistent]
        let mut next: usize = 0;
        for i in 0..x.len() {
            y[i] = ring[next];
            ring[next] = x[i];
            next = if next == 69 { 0 } else { next + 1 };
        }
    }

    const RING: [u16; 70] = {
        let mut ring: [u16; 70] = [0; 70];
        let mut i = 0;
        while i < 70 {
            ring[i] = 1000 + i as u16;
            i += 1;
        }
        ring
    };

    #[derive(Clone, Copy)]
    pub struct Biquad {
        a: [f32; 2],
        state: [f32; 2],
        runs: u8,
        on: bool,
    }

    impl Biquad {
        pub const fn new(a1: f32, a2: f32) -> Self {
            Self { a: [a1, a2], state: [0.0; 2], runs: 0, on: true }
        }

        pub fn step(&mut self, x: f32) -> f32 {
            let y = x - self.a[0] * self.state[0] - self.a[1] * self.state[1];
            self.state[1] = self.state[0];
            self.state[0] = y;
            y
        }
    }

    /// Filters in an array, whose types have methods.
    #[kernel]
    pub fn cascade(x: &[f32], y: &mut [f32], switch: bool) {
        #[persistent]
        let mut filters: [Biquad; 2] = [Biquad::new(-0.5, 0.25), Biquad::new(0.75, -0.125)];
        filters[1].on ^= switch;
        filters[0].runs += 1;
        for i in 0..x.len() {
            let first = filters[0].step(x[i]);
            y[i] = if filters[1].on { filters[1].step(first) } else { first + filters[0].runs as f32 };
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    pub enum Mode {
        Idle,
        Sum(u32),
        Last { at: u16, value: u32 },
    }

    /// An enum and an option, and names that later ones hide.
    #[kernel]
    pub fn modes(x: &[u32], y: &mut [u32]) {
        #[persistent]
        let mut mode: Mode = Mode::Last { at: 2, value: 9 };
        #[persistent]
        let mut best: Option<u32> = None;
        let (a, b) = match mode {
            Mode::Idle => (0, 0),
            Mode::Sum(sum) => (1, sum),
            Mode::Last { at, value } => (at as u32, value),
        };
        (y[0], y[1]) = (a, b);
        y[2] = best.map_or(77, |best| best + 1);
        for i in 0..x.len() {
            if best.is_none_or(|best| x[i] > best) {
                best = Some(x[i]);
            }
        }
        mode = match x.len() % 3 {
            0 => Mode::Idle,
            1 => Mode::Sum(x[0]),
            _ => Mode::Last { at: x.len() as u16, value: x[1] },
        };
        let best = y[2] + 1;
        y[3] = best;
    }

    type Window = [u32; 6];

    const SEED: u32 = 11;

    /// A generator without copies.
    pub struct Lfsr {
        bits: u16,
        steps: usize,
    }

    impl Lfsr {
        fn step(&mut self) -> bool {
            let bit = (self.bits ^ self.bits >> 2 ^ self.bits >> 3 ^ self.bits >> 5) & 1;
            self.bits = self.bits >> 1 | bit << 15;
            self.steps += 1;
            bit == 1
        }
    }

    fn pushed(window: &mut Window, x: u32) -> u32 {
        let oldest = window[5];
        window.copy_within(0..5, 1);
        window[0] = x;
        oldest
    }

    /// Closures, functions, and storage that is asked for.
    #[kernel]
    pub fn lent(x: &[u32], y: &mut [u32]) {
        #[persistent]
        #[bind_storage(type = ram_2p, impl = uram)]
        let mut counts: [u64; 3000] = [0; 3000];
        let scale = 3_u32;
        #[persistent]
        let mut window: Window = [SEED; 6];
        #[persistent]
        let mut lfsr: Lfsr = Lfsr { bits: 0xACE1, steps: 0 };
        #[persistent]
        let mut pairs: [(u8, i16); 3] = [(1, -1), (2, -2), (1, -1)];
        #[persistent]
        let mut total: u32 = 0;
        let mut add = |value: u32| {
            total = total.wrapping_add(value * scale);
            total
        };
        for (x, y) in x.iter().zip(y.iter_mut()) {
            let at = (*x % 3000) as usize;
            counts[at] += 1;
            *y = add(counts[at] as u32);
            if lfsr.step() {
                *y ^= pushed(&mut window, *x);
            }
        }
        pairs.swap(0, 2);
        pairs[1].0 = pairs[1].0.wrapping_add(lfsr.steps as u8);
        for pair in pairs.iter_mut() {
            pair.1 -= 1;
        }
        if y.len() < x.len() + 3 {
            return;
        }
        for (k, (a, b)) in pairs.into_iter().enumerate() {
            y[x.len() + k] = a as u32 + ((b as u16 as u32) << 16);
        }
    }

    /// Integers of any width, and a table that begins with other values in each place.
    #[kernel]
    pub fn wide(x: &[u64], y: &mut [u64]) {
        #[persistent]
        let mut sum: Uint<100> = Uint::<100>::new(7);
        #[persistent]
        let mut table: [Int<5>; 3] = [Int::<5>::new(-3), Int::<5>::new(15), Int::<5>::new(0)];
        for i in 0..x.len() {
            sum = (sum + Uint::<64>::new(x[i])).to::<Uint<100>>();
            table[i % 3] = (table[i % 3] + Int::<5>::new(1)).to::<Int<5>>();
        }
        y[0] = sum.to::<u64>();
        y[1] = (sum >> 36).to::<u64>();
        for i in 0..3 {
            y[2 + i] = table[i].to::<i64>() as u64;
        }
    }

    /// A window whose length is a parameter.
    #[kernel(instances(N = [2, 5]))]
    pub fn averaged<const N: usize>(x: &[u32], y: &mut [u32]) {
        #[persistent]
        let mut window: [u32; N] = [N as u32; N];
        for i in 0..x.len() {
            let mut sum: u32 = 0;
            for k in 0..N - 1 {
                window[k] = window[k + 1];
            }
            window[N - 1] = x[i];
            for k in 0..N {
                sum += window[k];
            }
            y[i] = sum / N as u32;
        }
    }
}
