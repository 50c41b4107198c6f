//! MachSuite: ciphers, transforms, molecules, sparse matrices.

/// Numbers and bits.
#[sycl_hls::kernels]
pub mod machine {
    use sycl_hls::device::*;

    const SBOX: [u8; 256] = sbox();

    /// The product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
    const fn times(mut a: u8, mut b: u8) -> u8 {
        let mut product = 0;
        let mut bit = 0;
        while bit < 8 {
            if b & 1 == 1 {
                product ^= a;
            }
            a = doubled(a);
            b >>= 1;
            bit += 1;
        }
        product
    }

    const fn doubled(x: u8) -> u8 {
        (x << 1) ^ (if x & 0x80 != 0 { 0x1b } else { 0 })
    }

    /// The S-box of AES: inverses in GF(2^8), then an affine map (FIPS 197, 5.1.1).
    const fn sbox() -> [u8; 256] {
        let mut table = [0x63; 256];
        let mut power = 1_u8;
        let mut inverse = 1_u8;
        let mut n = 0;
        // The powers of the generator 3 are all elements but 0; those of 0xf6 are their inverses.
        while n < 255 {
            let i = inverse;
            table[power as usize] =
                i ^ i.rotate_left(1) ^ i.rotate_left(2) ^ i.rotate_left(3) ^ i.rotate_left(4) ^ 0x63;
            power = times(power, 3);
            inverse = times(inverse, 0xf6);
            n += 1;
        }
        table
    }

    struct Key {
        bytes: [u8; 32],
        constant: u8,
    }

    impl Key {
        /// The next two round keys of AES-256.
        fn expand(&mut self) {
            for i in 0..4 {
                self.bytes[i] ^= SBOX[self.bytes[28 + (i + 1) % 4] as usize];
            }
            self.bytes[0] ^= self.constant;
            self.constant = doubled(self.constant);
            for i in 4..16 {
                self.bytes[i] ^= self.bytes[i - 4];
            }
            for i in 16..20 {
                self.bytes[i] ^= SBOX[self.bytes[i - 4] as usize];
            }
            for i in 20..32 {
                self.bytes[i] ^= self.bytes[i - 4];
            }
        }

        fn add_to(&self, half: usize, block: &mut [u8; 16]) {
            for (byte, key) in block.iter_mut().zip(&self.bytes[half * 16..half * 16 + 16]) {
                *byte ^= *key;
            }
        }
    }

    fn substitute_and_shift(block: &mut [u8; 16]) {
        let before = *block;
        for column in 0..4 {
            for row in 0..4 {
                block[column * 4 + row] = SBOX[before[(column + row) % 4 * 4 + row] as usize];
            }
        }
    }

    fn mix_columns(block: &mut [u8; 16]) {
        for column in block.chunks_exact_mut(4) {
            let (a, b, c, d) = (column[0], column[1], column[2], column[3]);
            let all = a ^ b ^ c ^ d;
            column[0] ^= all ^ doubled(a ^ b);
            column[1] ^= all ^ doubled(b ^ c);
            column[2] ^= all ^ doubled(c ^ d);
            column[3] ^= all ^ doubled(d ^ a);
        }
    }

    /// MachSuite aes: blocks of 16 bytes under AES-256.
    #[kernel]
    pub fn aes(#[len(32)] key: &[u8], blocks: &mut [u8]) {
        for text in blocks.chunks_exact_mut(16) {
            let mut round_key = Key { bytes: [0; 32], constant: 1 };
            round_key.bytes.copy_from_slice(key);
            let mut block = [0; 16];
            block.copy_from_slice(text);
            round_key.add_to(0, &mut block);
            for round in 1..14_usize {
                substitute_and_shift(&mut block);
                mix_columns(&mut block);
                if round % 2 == 0 {
                    round_key.expand();
                }
                round_key.add_to(round % 2, &mut block);
            }
            substitute_and_shift(&mut block);
            round_key.expand();
            round_key.add_to(0, &mut block);
            text.copy_from_slice(&block);
        }
    }

    const POINTS: usize = 64;

    #[derive(Clone, Copy, Element)]
    pub struct Complex {
        pub re: f64,
        pub im: f64,
    }

    impl Complex {
        const ZERO: Self = Self { re: 0.0, im: 0.0 };

        fn plus(self, other: Self) -> Self {
            Self { re: self.re + other.re, im: self.im + other.im }
        }

        fn minus(self, other: Self) -> Self {
            Self { re: self.re - other.re, im: self.im - other.im }
        }

        fn times(self, other: Self) -> Self {
            Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
        }
    }

    /// MachSuite fft/strided: decimation in frequency; the result's order is that of the reversed bits.
    #[kernel]
    pub fn fft(#[len(POINTS / 2)] twiddles: &[Complex], #[len(POINTS)] data: &mut [Complex]) {
        let mut points = [Complex::ZERO; POINTS];
        let mut roots = [Complex::ZERO; POINTS / 2];
        for i in 0..POINTS {
            points[i] = data[i];
        }
        for i in 0..POINTS / 2 {
            roots[i] = twiddles[i];
        }
        let mut span = POINTS / 2;
        let mut stage = 0;
        while span > 0 {
            #[pipeline]
            for pair in 0..POINTS / 2 {
                let even = pair / span * 2 * span + pair % span;
                let odd = even + span;
                let (a, b) = (points[even], points[odd]);
                points[even] = a.plus(b);
                points[odd] = a.minus(b).times(roots[(even << stage) % (POINTS / 2)]);
            }
            span /= 2;
            stage += 1;
        }
        for i in 0..POINTS {
            data[i] = points[i];
        }
    }

    const SIDE: usize = 16;
    const BLOCK: usize = 4;

    /// MachSuite gemm/blocked.
    #[kernel]
    pub fn gemm_blocked(
        #[len(SIDE * SIDE)] a: &[i32],
        #[len(SIDE * SIDE)] b: &[i32],
        #[len(SIDE * SIDE)] c: &mut [i32],
    ) {
        for jj in (0..SIDE).step_by(BLOCK) {
            for kk in (0..SIDE).step_by(BLOCK) {
                for i in 0..SIDE {
                    #[pipeline]
                    for k in kk..kk + BLOCK {
                        let value = a[i * SIDE + k];
                        for j in 0..BLOCK {
                            c[i * SIDE + jj + j] += value * b[k * SIDE + jj + j];
                        }
                    }
                }
            }
        }
    }

    const ATOMS: usize = 16;
    const NEIGHBOURS: usize = 5;

    #[derive(Clone, Copy, Element)]
    pub struct Vector {
        pub x: f64,
        pub y: f64,
        pub z: f64,
    }

    /// MachSuite md/knn: the Lennard-Jones forces of the nearest neighbours.
    #[kernel]
    pub fn md_knn(
        #[len(ATOMS)] positions: &[Vector],
        #[len(ATOMS * NEIGHBOURS)] neighbours: &[u8],
        #[len(ATOMS)] forces: &mut [Vector],
    ) {
        let mut local = [Vector { x: 0.0, y: 0.0, z: 0.0 }; ATOMS];
        for i in 0..ATOMS {
            local[i] = positions[i];
        }
        for (i, near) in neighbours.chunks_exact(NEIGHBOURS).enumerate() {
            let at = local[i];
            let mut force = Vector { x: 0.0, y: 0.0, z: 0.0 };
            #[pipeline]
            for j in near {
                let other = local[*j as usize % ATOMS];
                let (dx, dy, dz) = (at.x - other.x, at.y - other.y, at.z - other.z);
                let inverse = 1.0 / (dx * dx + dy * dy + dz * dz);
                let sixth = inverse * inverse * inverse;
                let strength = inverse * (sixth * (1.5 * sixth - 2.0));
                force.x += dx * strength;
                force.y += dy * strength;
                force.z += dz * strength;
            }
            forces[i] = force;
        }
    }

    /// MachSuite spmv/crs: a sparse matrix by the ends of its rows, times a vector.
    #[kernel]
    pub fn spmv_crs(values: &[f64], columns: &[u32], row_ends: &[u32], vector: &[f64], out: &mut [f64]) {
        let mut start = 0;
        for (end, sum) in row_ends.iter().zip(out) {
            let mut total = 0.0;
            #[pipeline]
            for i in start..*end as usize {
                total += values[i] * vector[columns[i] as usize];
            }
            *sum = total;
            start = *end as usize;
        }
    }

    const PER_ROW: usize = 4;

    /// MachSuite spmv/ellpack: the same number of values in each row.
    #[kernel]
    pub fn spmv_ellpack(
        rows: usize,
        #[len(rows * PER_ROW)] values: &[f64],
        #[len(rows * PER_ROW)] columns: &[u32],
        vector: &[f64],
        #[len(rows)] out: &mut [f64],
    ) {
        #[pipeline]
        for row in 0..rows {
            let mut sum = 0.0;
            for i in 0..PER_ROW {
                sum += values[row * PER_ROW + i] * vector[columns[row * PER_ROW + i] as usize];
            }
            out[row] = sum;
        }
    }
}
