//! The methods of numbers, for every type.

#[sycl_hls::kernels]
pub mod methods {
    use sycl_hls::device::*;

    /// Methods with results of the numbers' own type.
    fn values<T: Integer>(a: T, b: T, n: u32) -> [T; 24] {
        let safe = if b == T::ZERO { T::ONE } else { b };
        [
            a.wrapping_add(b),
            a.wrapping_sub(b),
            a.wrapping_mul(b),
            a.wrapping_shl(n),
            a.wrapping_shr(n),
            a.wrapping_neg(),
            a.wrapping_pow(n % 9),
            a.saturating_add(b),
            a.saturating_sub(b),
            a.saturating_mul(b),
            a.rotate_left(n),
            a.rotate_right(n),
            a.swap_bytes(),
            a.reverse_bits(),
            a.min(b),
            a.max(b),
            a.clamp(a.min(b), a.max(b)),
            a.overflowing_add(b).0,
            a.overflowing_sub(b).0,
            a.overflowing_mul(b).0,
            a.checked_add(b).unwrap_or(T::MAX),
            a.checked_mul(b).unwrap_or(T::MIN),
            a.checked_div(b).unwrap_or(T::ONE),
            a.checked_rem(safe).unwrap_or(T::ZERO),
        ]
    }

    /// Methods that count or tell something.
    fn counts<T: Integer>(a: T, b: T) -> [u32; 9] {
        [
            a.count_ones(),
            a.count_zeros(),
            a.leading_zeros(),
            a.trailing_zeros(),
            a.overflowing_add(b).1 as u32,
            a.overflowing_sub(b).1 as u32,
            a.overflowing_mul(b).1 as u32,
            a.checked_sub(b).is_some() as u32,
            if let Some(q) = a.checked_div(b) { q.count_ones() } else { 99 },
        ]
    }

    fn write<T: Integer>(i: usize, a: T, b: T, n: u32, y: &mut [T], c: &mut [u32]) {
        y[24 * i..24 * i + 24].copy_from_slice(&values(a, b, n));
        c[9 * i..9 * i + 9].copy_from_slice(&counts(a, b));
    }

    #[kernel]
    pub fn ints_u8(a: &[u8], b: &[u8], y: &mut [u8], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_u8(a: u8, b: u8, which: u32, y: &mut [u8]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as u8,
            5 => a.clamp(b, 100),
            6 => a.div_ceil(b),
            7 => a.is_power_of_two() as u8,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as u8,
        };
    }

    #[kernel]
    pub fn ints_u16(a: &[u16], b: &[u16], y: &mut [u16], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_u16(a: u16, b: u16, which: u32, y: &mut [u16]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as u16,
            5 => a.clamp(b, 100),
            6 => a.div_ceil(b),
            7 => a.is_power_of_two() as u16,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as u16,
        };
    }

    #[kernel]
    pub fn ints_u32(a: &[u32], b: &[u32], y: &mut [u32], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_u32(a: u32, b: u32, which: u32, y: &mut [u32]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as u32,
            5 => a.clamp(b, 100),
            6 => a.div_ceil(b),
            7 => a.is_power_of_two() as u32,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as u32,
        };
    }

    #[kernel]
    pub fn ints_u64(a: &[u64], b: &[u64], y: &mut [u64], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_u64(a: u64, b: u64, which: u32, y: &mut [u64]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as u64,
            5 => a.clamp(b, 100),
            6 => a.div_ceil(b),
            7 => a.is_power_of_two() as u64,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as u64,
        };
    }

    #[kernel]
    pub fn ints_i8(a: &[i8], b: &[i8], y: &mut [i8], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_i8(a: i8, b: i8, which: u32, y: &mut [i8]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as i8,
            5 => a.clamp(b, 100),
            6 => a.abs(),
            7 => a.signum() + a.is_negative() as i8 + a.is_positive() as i8,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as i8 ^ a.unsigned_abs() as i8,
        };
    }

    #[kernel]
    pub fn ints_i16(a: &[i16], b: &[i16], y: &mut [i16], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_i16(a: i16, b: i16, which: u32, y: &mut [i16]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as i16,
            5 => a.clamp(b, 100),
            6 => a.abs(),
            7 => a.signum() + a.is_negative() as i16 + a.is_positive() as i16,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as i16 ^ a.unsigned_abs() as i16,
        };
    }

    #[kernel]
    pub fn ints_i32(a: &[i32], b: &[i32], y: &mut [i32], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_i32(a: i32, b: i32, which: u32, y: &mut [i32]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as i32,
            5 => a.clamp(b, 100),
            6 => a.abs(),
            7 => a.signum() + a.is_negative() as i32 + a.is_positive() as i32,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as i32 ^ a.unsigned_abs() as i32,
        };
    }

    #[kernel]
    pub fn ints_i64(a: &[i64], b: &[i64], y: &mut [i64], c: &mut [u32]) {
        for i in 0..a.len() {
            write(i, a[i], b[i], (i % 70) as u32, y, c);
        }
    }

    /// Methods that stop where the result does not fit.
    #[kernel]
    pub fn strict_i64(a: i64, b: i64, which: u32, y: &mut [i64]) {
        y[0] = match which {
            0 => a.pow((b & 15) as u32),
            1 => a.div_euclid(b),
            2 => a.rem_euclid(b),
            3 => a.isqrt(),
            4 => a.ilog2() as i64,
            5 => a.clamp(b, 100),
            6 => a.abs(),
            7 => a.signum() + a.is_negative() as i64 + a.is_positive() as i64,
            8 => a.checked_add(b).unwrap(),
            _ => a.abs_diff(b) as i64 ^ a.unsigned_abs() as i64,
        };
    }

    #[kernel]
    pub fn floats_f32(a: &[f32], b: &[f32], y: &mut [f32], c: &mut [u32]) {
        for i in 0..a.len() {
            let (p, q) = (a[i], b[i]);
            let row = [
                p.abs(),
                p.sqrt(),
                p.floor(),
                p.ceil(),
                p.trunc(),
                p.round(),
                p.round_ties_even(),
                p.fract(),
                p.min(q),
                p.max(q),
                p.mul_add(q, p),
                p.copysign(q),
                p.signum(),
                p.recip(),
                p % q,
                f32::from_bits(p.to_bits() ^ 1),
            ];
            y[16 * i..16 * (i + 1)].copy_from_slice(&row);
            let flags = [
                p.is_nan(),
                p.is_infinite(),
                p.is_finite(),
                p.is_normal(),
                p.is_subnormal(),
                p.is_sign_negative(),
                p.is_sign_positive(),
            ];
            c[i] = flags
                .iter()
                .fold(if p.is_nan() { 0 } else { p.to_bits() & 0xff }, |word, flag| word << 1 | *flag as u32);
            if !p.is_nan() {
                y[16 * i] += p.clamp(-1.0, 2.5);
            }
        }
    }

    #[kernel]
    pub fn floats_f64(a: &[f64], b: &[f64], y: &mut [f64], c: &mut [u64]) {
        for i in 0..a.len() {
            let (p, q) = (a[i], b[i]);
            let row = [
                p.abs(),
                p.sqrt(),
                p.floor(),
                p.ceil(),
                p.trunc(),
                p.round(),
                p.round_ties_even(),
                p.fract(),
                p.min(q),
                p.max(q),
                p.mul_add(q, p),
                p.copysign(q),
                p.signum(),
                p.recip(),
                p % q,
                f64::from_bits(p.to_bits() ^ 1),
            ];
            y[16 * i..16 * (i + 1)].copy_from_slice(&row);
            let flags = [
                p.is_nan(),
                p.is_infinite(),
                p.is_finite(),
                p.is_normal(),
                p.is_subnormal(),
                p.is_sign_negative(),
                p.is_sign_positive(),
            ];
            c[i] = flags
                .iter()
                .fold(if p.is_nan() { 0 } else { p.to_bits() & 0xff }, |word, flag| word << 1 | *flag as u64);
            if !p.is_nan() {
                y[16 * i] += p.clamp(-1.0, 2.5);
            }
        }
    }

    /// Numbers as bytes, and back.
    #[kernel]
    pub fn bytes(x: &[u64], y: &mut [u64]) {
        #[pipeline(ii = 1)]
        for (value, out) in x.iter().zip(y.iter_mut()) {
            let [a, b, c, d] = (*value as u32).to_be_bytes();
            let little = (*value as i64).to_le_bytes();
            let halves = [little[2], little[3], little[6], little[7]];
            let float = f32::from_be_bytes(halves);
            let bits = if float.is_nan() { 1 } else { u32::from_ne_bytes(float.to_ne_bytes()) };
            let short = i16::from_le_bytes([d, a]) as i64 + i8::from_be_bytes([c]) as i64;
            let same = u64::from_le_bytes(little) ^ u64::from_be_bytes([a, b, c, d, 0, b, d, a]);
            *out = same.wrapping_add(short as u64) ^ bits as u64;
        }
    }

    /// Elements of arrays and slices, moved in circles.
    #[kernel]
    pub fn rotated(left: usize, right: usize, x: &[u32], y: &mut [u32]) {
        let mut window = [0_u32; 5];
        #[pipeline(ii = 1)]
        for i in 0..y.len() {
            window.rotate_right(1);
            window[0] = x[i];
            let mut other = window;
            other.rotate_left(2);
            y[i] = window.iter().fold(other[4], |sum, value| sum.wrapping_mul(3) ^ *value);
        }
        y.rotate_left(left);
        let end = y.len() - 1;
        y[1..end].rotate_right(right);
    }

    /// Elements copied within arrays and slices: a line of registers, and parts that overlap.
    #[kernel]
    pub fn copied_within(from: usize, end: usize, to: usize, x: &[u32], y: &mut [u32]) {
        let mut taps = [0_u32; 5];
        #[pipeline(ii = 1)]
        for i in 0..y.len() {
            taps.copy_within(0..4, 1);
            taps[0] = x[i];
            y[i] = taps.iter().fold(0_u32, |sum, value| sum.wrapping_mul(3) ^ *value);
        }
        let mut rest = [x[0], x[1], x[2]];
        rest.copy_within(1.., 0);
        y[0] ^= rest[1];
        y.copy_within(from..end, to);
        let last = y.len() - 1;
        y[1..last].copy_within(..=1, to);
    }
}
