//! Integers of 128 bits: their methods, operators, casts and patterns. Arguments and results are words of 64 bits, the low one first.

#[sycl_hls::kernels]
pub mod integers128 {
    use sycl_hls::device::*;

    const MERSENNE: u128 = (1 << 127) - 1;
    const TABLE: [u128; 3] = [1, 1 << 64, MERSENNE];
    const HALF: u128 = 1 << 127;
    const ABOVE: u128 = HALF + 1;
    const BELOW: u128 = u128::MAX - 1;
    const LEAST: i128 = -170_141_183_460_469_231_731_687_303_715_884_105_728;

    fn read(x: &[u64], k: usize) -> u128 {
        x[2 * k] as u128 | (x[2 * k + 1] as u128) << 64
    }

    fn write(y: &mut [u64], k: usize, value: u128) {
        y[2 * k] = value as u64;
        y[2 * k + 1] = (value >> 64) as u64;
    }

    /// Methods of both types.
    fn common<T: Integer>(a: T, b: T, n: u32) -> [T; 18] {
        let by = if b == T::ZERO { T::ONE } else { b };
        [
            a.wrapping_add(b),
            a.wrapping_sub(b),
            a.wrapping_mul(b),
            a.wrapping_div(by),
            a.wrapping_rem(by),
            a.saturating_add(b),
            a.saturating_sub(b),
            a.saturating_mul(b),
            a.checked_add(b).unwrap_or(T::MAX),
            a.checked_sub(b).unwrap_or(T::MAX),
            a.checked_mul(b).unwrap_or(T::MAX),
            a.overflowing_neg().0,
            a.wrapping_shl(n),
            a.unbounded_shr(n),
            a.rotate_left(n),
            a.swap_bytes(),
            a.reverse_bits(),
            a.midpoint(b),
        ]
    }

    /// What they count, and their flags.
    fn told<T: Integer>(a: T, b: T, n: u32) -> [u32; 8] {
        let by = if b == T::ZERO { T::ONE } else { b };
        [
            a.overflowing_add(b).1 as u32
                | (a.overflowing_sub(b).1 as u32) << 1
                | (a.overflowing_mul(b).1 as u32) << 2,
            a.overflowing_div(by).1 as u32 | (a.checked_rem(b).is_none() as u32) << 1,
            a.overflowing_neg().1 as u32,
            a.checked_shl(n).is_none() as u32,
            a.checked_ilog2().unwrap_or(999),
            a.leading_zeros() << 16 | a.trailing_zeros(),
            a.count_ones(),
            (a < b) as u32 | ((a <= b) as u32) << 1 | ((a == b) as u32) << 2,
        ]
    }

    #[kernel]
    pub fn unsigned(a: &[u64], b: &[u64], y: &mut [u64], c: &mut [u32]) {
        for k in 0..a.len() / 2 {
            let (p, q, n) = (read(a, k), read(b, k), (k % 150) as u32);
            let all = common(p, q, n);
            for i in 0..18 {
                write(y, 22 * k + i, all[i]);
            }
            c[8 * k..8 * k + 8].copy_from_slice(&told(p, q, n));
            write(y, 22 * k + 18, p.wrapping_add_signed(q as i128));
            write(y, 22 * k + 19, p.checked_next_power_of_two().unwrap_or(77));
            write(y, 22 * k + 20, u128::from_be_bytes(p.to_le_bytes()) ^ p.isqrt());
            write(y, 22 * k + 21, p.min(q).max(3));
        }
    }

    #[kernel]
    pub fn signed(a: &[u64], b: &[u64], y: &mut [u64], c: &mut [u32]) {
        for k in 0..a.len() / 2 {
            let (p, q, n) = (read(a, k) as i128, read(b, k) as i128, (k % 150) as u32);
            let all = common(p, q, n);
            for i in 0..18 {
                write(y, 22 * k + i, all[i] as u128);
            }
            c[8 * k..8 * k + 8].copy_from_slice(&told(p, q, n));
            write(y, 22 * k + 18, p.saturating_add_unsigned(q as u128) as u128);
            write(y, 22 * k + 19, p.unsigned_abs() ^ p.signum() as u128);
            write(y, 22 * k + 20, p.checked_div_euclid(q).unwrap_or(LEAST) as u128);
            write(y, 22 * k + 21, (p.checked_rem_euclid(q).unwrap_or(-1) >> 3) as u128);
        }
    }

    /// `as` to and from every kind of number, and `from`.
    #[kernel]
    pub fn casts(a: &[u64], f: &[f64], y: &mut [u64]) {
        for k in 0..a.len() / 2 {
            let p = read(a, k);
            y[8 * k] = (p as f64).to_bits();
            y[8 * k + 1] = (p as i128 as f64).to_bits();
            y[8 * k + 2] = (p as f32).to_bits() as u64 | ((p as i128 as f32).to_bits() as u64) << 32;
            y[8 * k + 3] = p as u8 as u64 | (p as i16 as u64) << 32;
            write(y, 4 * k + 2, u128::from(p as u32).wrapping_sub(u128::from(p > 5)));
            write(y, 4 * k + 3, (i128::from(p as i64) + p as i8 as i128) as u128);
        }
        for k in 0..f.len() {
            let at = 4 * a.len() + 8 * k;
            let x = f[k];
            write(y, at / 2, x as u128);
            write(y, at / 2 + 1, x as i128 as u128);
            write(y, at / 2 + 2, x as f32 as u128);
            write(y, at / 2 + 3, x as f32 as i128 as u128);
        }
    }

    /// Numbers in patterns and in constants.
    #[kernel]
    pub fn patterns(a: &[u64], y: &mut [u32]) {
        for k in 0..a.len() / 2 {
            let p = read(a, k);
            let class = match p {
                0 => 0,
                1..=0xffff => 1,
                0x1_0000..MERSENNE => 2,
                MERSENNE => 3,
                HALF => 4,
                ABOVE..=BELOW => 5,
                u128::MAX => 6,
            };
            let sign = match p as i128 {
                i128::MIN => 0,
                ..0 => 1,
                0 | 1 => 2,
                _ => 3,
            };
            y[k] = class * 10 + sign;
        }
    }

    /// `a * b % m`, as one writes it with words of 64 bits.
    fn product(a: u64, b: u64, m: u64) -> u64 {
        (a as u128 * b as u128 % m as u128) as u64
    }

    /// The Miller-Rabin test with one base.
    #[kernel]
    pub fn primes(n: &[u64], y: &mut [u32]) {
        for (n, y) in n.iter().zip(y) {
            let shift = (n - 1).trailing_zeros();
            let mut rest = (n - 1) >> shift;
            let (mut power, mut square) = (1, 2 % n);
            while rest > 0 {
                if rest & 1 == 1 {
                    power = product(power, square, *n);
                }
                square = product(square, square, *n);
                rest >>= 1;
            }
            let mut passes = power == 1 || power == n - 1;
            for _ in 1..shift {
                power = product(power, power, *n);
                passes |= power == n - 1;
            }
            *y = passes as u32;
        }
    }

    fn squares(x: &[u64], mut to: Sender<u128>) {
        for x in x {
            to.send(*x as u128 * *x as u128);
        }
    }

    fn sum(mut from: Receiver<u128>, count: usize, y: &mut [u64]) {
        let mut kept = [0_u128; 4];
        for i in 0..count {
            kept[i % 4] += from.recv() ^ TABLE[i % 3];
        }
        for i in 0..4 {
            write(y, i, kept[i]);
        }
    }

    /// A sum of squares, through a stream.
    #[kernel]
    pub fn streamed(x: &[u64], y: &mut [u64]) {
        let (to, from) = stream::<u128, 4>();
        #[dataflow]
        {
            squares(x, to);
            sum(from, x.len(), y);
        }
    }

    /// Stops where the result does not fit.
    #[kernel]
    pub fn stops(a: &[u64], b: &[u64], which: u32, y: &mut [u64]) {
        let (p, q) = (read(a, 0), read(b, 0));
        let (s, t) = (p as i128, q as i128);
        let value = match which {
            0 => p + q,
            1 => p - q,
            2 => p * q,
            3 => p / q,
            4 => p << (q as u32),
            5 => (s + t) as u128,
            6 => (s - t) as u128,
            7 => (s * t) as u128,
            8 => (s % t) as u128,
            9 => (-s) as u128,
            _ => p.ilog10() as u128,
        };
        write(y, 0, value);
    }
}
