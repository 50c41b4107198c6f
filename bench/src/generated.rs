//! Kernels modules of any size: what users write, again and again with other names and numbers.

/// Items of which each has a kernel. `{n}` is a number of its own in each copy.
const BLOCKS: [&str; 8] = [FIR, MATRIX, PARTICLES, FILTER, HISTOGRAM, MACHINE, HASH, GENERIC];

/// The text of a module with so many kernels.
pub fn with_kernels(count: usize) -> String {
    let blocks = BLOCKS.iter().cycle().take(count).enumerate();
    let items: Vec<String> = blocks.map(|(n, block)| block.replace("{n}", &n.to_string())).collect();
    format!(
        "//! Generated.\n\n#[sycl_hls::kernels]\npub mod kernels {{\n    use sycl_hls::device::*;\n{}}}\n",
        items.concat()
    )
}

/// The text of a module with at least so many lines.
pub fn with_lines(lines: usize) -> String {
    let all: usize = BLOCKS.iter().map(|block| block.lines().count()).sum();
    with_kernels(lines.div_ceil(all) * BLOCKS.len())
}

/// The same code as ordinary Rust, for which no macro is needed.
pub fn without_macro(text: &str) -> String {
    let ours = |line: &str| line.trim_start().starts_with("#[") && !line.trim_start().starts_with("#[derive");
    let lines = text.lines().filter(|line| !ours(line));
    lines.map(|line| line.replace(", Element", "") + "\n").collect()
}

const FIR: &str = r#"
    const TAPS_{n}: [i32; 8] = [1, -3, 12, {n}, 90, 12, -3, 1];

    /// A filter with a shift register.
    #[kernel]
    pub fn fir_{n}(
        #[m_axi(bundle = "gmem0")]
        input: &[i32],
        #[m_axi(bundle = "gmem1")]
        output: &mut [i32],
    ) {
        #[array_partition(kind = complete)]
        let mut window = [0_i32; 8];
        #[pipeline(ii = 1)]
        for i in 0..output.len() {
            #[unroll]
            for k in 1..8 {
                window[8 - k] = window[7 - k];
            }
            window[0] = input[i];
            let mut sum = 0;
            #[unroll]
            for k in 0..8 {
                sum += window[k] * TAPS_{n}[k];
            }
            output[i] = if sum > 1000 + {n} { 1000 } else { sum >> 2 };
        }
    }
"#;

const MATRIX: &str = r"
    /// The product of two matrices, by tiles.
    #[kernel]
    pub fn matrix_{n}(size: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
        for row in (0..size).step_by(4) {
            for column in (0..size).step_by(4) {
                let mut tile = [[0.0_f32; 4]; 4];
                for k in 0..size {
                    #[pipeline(ii = 1)]
                    for i in 0..4 {
                        let left = a[(row + i) * size + k];
                        for j in 0..4 {
                            tile[i][j] += left * b[k * size + column + j];
                        }
                    }
                }
                for i in 0..4 {
                    for j in 0..4 {
                        c[(row + i) * size + column + j] = tile[i][j] * {n}.5;
                    }
                }
            }
        }
    }
";

const PARTICLES: &str = r"
    #[derive(Clone, Copy, Element)]
    pub struct Particle{n} {
        pub position: [f32; 2],
        pub velocity: [f32; 2],
        pub mass: f32,
        pub bounces: u32,
    }

    impl Particle{n} {
        fn energy(&self) -> f32 {
            let (x, y) = (self.velocity[0], self.velocity[1]);
            0.5 * self.mass * (x * x + y * y)
        }

        fn advance(&mut self, dt: f32, limit: f32) {
            for axis in 0..2 {
                self.position[axis] += self.velocity[axis] * dt;
                if self.position[axis] < 0.0 || self.position[axis] > limit {
                    self.velocity[axis] = -self.velocity[axis];
                    self.bounces += 1;
                }
            }
        }
    }

    /// Particles in a box.
    #[kernel]
    pub fn particles_{n}(dt: f32, limit: f32, all: &mut [Particle{n}], energies: &mut [f32]) {
        #[pipeline(ii = 2)]
        for i in 0..all.len() {
            let mut particle = all[i];
            particle.advance(dt, limit);
            energies[i] = particle.energy();
            all[i] = particle;
        }
    }
";

const FILTER: &str = r"
    fn clamped_{n}(value: i32) -> u8 {
        if value < 0 {
            0
        } else if value > 255 {
            255
        } else {
            value as u8
        }
    }

    /// Edges of a picture.
    #[kernel]
    pub fn edges_{n}(width: usize, height: usize, input: &[u8], output: &mut [u8]) {
        for y in 1..height - 1 {
            #[pipeline(ii = 1)]
            for x in 1..width - 1 {
                let mut across = 0;
                let mut down = 0;
                for k in 0..3 {
                    let weight = if k == 1 { 2 } else { 1 };
                    across += weight * (input[(y + k - 1) * width + x + 1] as i32);
                    across -= weight * (input[(y + k - 1) * width + x - 1] as i32);
                    down += weight * (input[(y + 1) * width + x + k - 1] as i32);
                    down -= weight * (input[(y - 1) * width + x + k - 1] as i32);
                }
                output[y * width + x] = clamped_{n}(across.abs() + down.abs() - {n});
            }
        }
    }
";

const HISTOGRAM: &str = r"
    /// How often each value occurs, and the most frequent one.
    #[kernel]
    pub fn histogram_{n}(input: &[u8], counts: &mut [u32], best: &mut [u32]) {
        let mut bins = [0_u32; 256];
        for value in input.iter() {
            bins[*value as usize] += 1;
        }
        let mut most = 0;
        let mut at = 0;
        for (i, count) in bins.iter().enumerate() {
            counts[i] = *count;
            if *count > most {
                most = *count;
                at = i;
            }
        }
        best[0] = at as u32;
        best[1] = bins.iter().fold(0, |sum, count| sum ^ (count + {n}));
    }
";

const MACHINE: &str = r"
    #[derive(Clone, Copy)]
    enum State{n} {
        Idle,
        Number(i64),
        Failed { at: usize },
    }

    fn next_{n}(state: State{n}, byte: u8, at: usize) -> State{n} {
        match (state, byte) {
            (State{n}::Failed { at }, _) => State{n}::Failed { at },
            (State{n}::Idle, b'0'..=b'9') => State{n}::Number((byte - b'0') as i64),
            (State{n}::Number(value), b'0'..=b'9') => {
                let digit = (byte - b'0') as i64;
                match value.checked_mul(10) {
                    Some(tens) => State{n}::Number(tens.wrapping_add(digit)),
                    None => State{n}::Failed { at },
                }
            }
            (_, b' ') => State{n}::Idle,
            _ => State{n}::Failed { at },
        }
    }

    /// The sum of the numbers in a text.
    #[kernel]
    pub fn numbers_{n}(text: &[u8], result: &mut [i64]) {
        let mut state = State{n}::Idle;
        let mut sum: i64 = {n};
        for (at, byte) in text.iter().enumerate() {
            let next = next_{n}(state, *byte, at);
            match (state, next) {
                (State{n}::Number(value), State{n}::Idle) => sum = sum.saturating_add(value),
                _ => {}
            }
            state = next;
        }
        result[0] = sum;
        if let State{n}::Failed { at } = state {
            result[1] = at as i64;
        }
    }
";

const HASH: &str = r"
    const SEED_{n}: u32 = 0x9e37_79b9 ^ {n};

    fn mix_{n}(a: u32, b: u32) -> u32 {
        let mut h = a ^ SEED_{n};
        h = h.wrapping_mul(0x85eb_ca6b).rotate_left(13) ^ b;
        h ^= h >> 16;
        h = h.wrapping_mul(0xc2b2_ae35);
        h ^ (h >> 13)
    }

    /// A hash of each block.
    #[kernel]
    pub fn hash_{n}(rounds: u32, blocks: &[u32], hashes: &mut [u32]) {
        'blocks: for i in 0..hashes.len() {
            let mut h = i as u32;
            let mut round = 0;
            while round < rounds {
                h = mix_{n}(h, blocks[(i * 4 + round as usize) % blocks.len()]);
                if h == 0 {
                    hashes[i] = u32::MAX;
                    continue 'blocks;
                }
                round += 1;
            }
            hashes[i] = h;
        }
    }
";

const GENERIC: &str = r"
    fn dot_{n}<T: Number, const N: usize>(a: &[T; N], b: &[T; N]) -> T {
        let mut sum = T::ZERO;
        for (x, y) in a.iter().zip(b) {
            sum += *x * *y;
        }
        sum
    }

    /// Products of rows.
    #[kernel]
    pub fn rows_{n}(a: &[[f32; 4]], b: &[[i64; 3]], floats: &mut [f32], integers: &mut [i64]) {
        let weights = [0.25, 0.5, 1.0, {n}.0];
        for (row, out) in a.iter().zip(floats.iter_mut()) {
            *out = dot_{n}(row, &weights).max(0.0);
        }
        for (row, out) in b.iter().zip(integers.iter_mut()) {
            *out = dot_{n}(row, &[1, -{n}, 3]).abs() / 7;
        }
    }
";
