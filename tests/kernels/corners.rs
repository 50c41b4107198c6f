//! Operators at their corners, and loops at the ends of their counters.

#[sycl_hls::kernels]
pub mod corners {
    use sycl_hls::device::*;

    #[kernel]
    pub fn integers(a: &[i32], b: &[i32], y: &mut [i64]) {
        for i in 0..a.len() {
            let (p, q) = (a[i], b[i]);
            let wide = (p as i64) << 32 | q as u32 as i64;
            let at = 32 * i;
            y[at] = p.wrapping_div(q) as i64;
            y[at + 1] = p.wrapping_rem(q) as i64;
            y[at + 2] = wide.wrapping_div(q as i64);
            y[at + 3] = wide.wrapping_rem(q as i64);
            y[at + 4] = (wide as u64 / q as u32 as u64) as i64;
            y[at + 5] = p.wrapping_shl(q as u32) as i64;
            y[at + 6] = p.wrapping_shr(q as u32) as i64;
            y[at + 7] = (p as u32).wrapping_shr(q as u32) as i64;
            y[at + 8] = wide.wrapping_shl(q as u32);
            y[at + 9] = wide.wrapping_shr(q as u32);
            y[at + 10] = (p as u8).wrapping_shl(q as u32) as i64;
            y[at + 11] = p as i8 as i64;
            y[at + 12] = p as u16 as i64;
            y[at + 13] = p as u32 as i64;
            y[at + 14] = p as i64 * q as i64;
            y[at + 15] = wide.wrapping_mul(wide);
            y[at + 16] = wide as i32 as i64 + (wide >> 32);
            // Constants.
            y[at + 17] = (p / 3 + p % 3) as i64;
            y[at + 18] = (p / -7 - p % -7) as i64;
            y[at + 19] = (p / 10 ^ p % 10) as i64;
            y[at + 20] = (p / 4 ^ p % 4) as i64;
            y[at + 21] = (p / i32::MAX ^ p % i32::MIN) as i64;
            y[at + 22] = p.wrapping_div(-1) as i64;
            y[at + 23] = (p as u32 / 10 ^ p as u32 % 10) as i64;
            y[at + 24] = (p as u32 / 641 ^ p as u32 % 65537) as i64;
            y[at + 25] = (p as u32 / u32::MAX) as i64;
            y[at + 26] = wide / 10 ^ wide % 10;
            y[at + 27] = wide / -1_000_000_007;
            y[at + 28] = (wide as u64 / 7 ^ wide as u64 % 7) as i64;
            y[at + 29] = (p as i8 / 3) as i64;
            y[at + 30] = (p as u16 / 10) as i64;
            y[at + 31] = wide % 4096;
        }
    }

    /// All numbers of 8 bits by constants.
    #[kernel]
    pub fn bytes_by_constants(y: &mut [i32]) {
        for n in 0..256_u32 {
            let (p, q) = (n as u8, n as u8 as i8);
            let at = 8 * n as usize;
            y[at] = (p / 3) as i32 + ((p % 3) as i32) * 256;
            y[at + 1] = (p / 7) as i32 + ((p % 10) as i32) * 256;
            y[at + 2] = (p / 100) as i32 + ((p % 255) as i32) * 256;
            y[at + 3] = (q / 3) as i32 + ((q % 3) as i32) * 256;
            y[at + 4] = (q / -7) as i32 + ((q % -10) as i32) * 256;
            y[at + 5] = (q / 127) as i32 + ((q % -128) as i32) * 256;
            y[at + 6] = (q / 16) as i32 + ((q % -4) as i32) * 256;
            y[at + 7] = (n / 11 + n % 6) as i32;
        }
    }

    /// Numbers of 16 to 64 bits by constants.
    #[kernel]
    pub fn words_by_constants(x: &[u64], y: &mut [i64]) {
        for i in 0..x.len() {
            let p = x[i];
            let (q, r) = (p as i64, p as u32);
            let at = 16 * i;
            y[at] = (p / 3) as i64;
            y[at + 1] = (p % 7) as i64;
            y[at + 2] = (p / 10) as i64;
            y[at + 3] = (p / 18_446_744_073_709_551_615 ^ p % 9_223_372_036_854_775_809) as i64;
            y[at + 4] = (p / 274_177) as i64;
            y[at + 5] = q / 3;
            y[at + 6] = q % -10;
            y[at + 7] = q / -9_223_372_036_854_775_807;
            y[at + 8] = q / 1_000_000_007 ^ q % 4096;
            y[at + 9] = (r / 3 ^ r % 7) as i64;
            y[at + 10] = (r / 1000 ^ r % 4_294_967_295) as i64;
            y[at + 11] = (r as i32 / 7 ^ r as i32 % 100) as i64;
            y[at + 12] = (r as i32 / -2_147_483_647) as i64;
            y[at + 13] = (r as i32 / 1024 ^ r as i32 % -1024) as i64;
            y[at + 14] = (r as u16 / 7 ^ r as u16 % 1000) as i64;
            y[at + 15] = (r as i16 / -3 ^ r as i16 % 32767) as i64;
        }
    }

    /// A bit for each comparison.
    fn compared(p: f32, q: f32) -> i64 {
        let all = [p < q, p <= q, p == q, p != q, p >= q, p > q];
        let mut bits = 0;
        for i in 0..6 {
            bits |= (all[i] as i64) << i;
        }
        bits
    }

    #[kernel]
    pub fn floats(a: &[f32], b: &[f32], c: &[f64], n: &[u64], y: &mut [f32], z: &mut [f64], k: &mut [i64]) {
        for i in 0..a.len() {
            let (p, q, wide) = (a[i], b[i], c[i]);
            let at = 12 * i;
            y[at] = p + q;
            y[at + 1] = p - q;
            y[at + 2] = p * q;
            y[at + 3] = p / q;
            y[at + 4] = p.mul_add(q, -(p * q));
            y[at + 5] = p.sqrt();
            y[at + 6] = p.min(q);
            y[at + 7] = p.max(q);
            y[at + 8] = wide as f32;
            y[at + 9] = n[i] as f32;
            y[at + 10] = n[i] as i64 as f32;
            y[at + 11] = -p;
            z[4 * i] = p as f64;
            z[4 * i + 1] = n[i] as f64;
            z[4 * i + 2] = wide.mul_add(wide, -(wide * wide));
            z[4 * i + 3] = wide * q as f64;
            k[8 * i] = compared(p, q);
            k[8 * i + 1] = p as i8 as i64;
            k[8 * i + 2] = p as u8 as i64;
            k[8 * i + 3] = wide as i32 as i64;
            k[8 * i + 4] = wide as u32 as i64;
            k[8 * i + 5] = wide as i64;
            k[8 * i + 6] = (wide as u64) as i64;
            k[8 * i + 7] = p as i64;
        }
    }

    /// What counters are, one after the other; and how many there were.
    #[kernel]
    pub fn counters(n: u8, from: u64, to: u64, low: i64, y: &mut [u64]) {
        let mut at = 1_usize;
        for i in 0..n {
            y[at] = i as u64;
            at += 1;
        }
        for i in (0..n).rev() {
            y[at] = i as u64;
            at += 1;
        }
        for i in (n..=255).step_by(100) {
            y[at] = i as u64;
            at += 1;
        }
        for i in (n..255).rev().step_by(90) {
            y[at] = i as u64;
            at += 1;
        }
        for i in from..to {
            y[at] = i;
            at += 1;
        }
        for i in from..=to {
            y[at] = i ^ 1;
            at += 1;
        }
        for i in (from..=to).rev() {
            y[at] = i ^ 2;
            at += 1;
        }
        for i in (from..=to).step_by(3) {
            y[at] = i ^ 4;
            at += 1;
        }
        for i in (low..i64::MIN + 3).rev() {
            y[at] = i as u64;
            at += 1;
        }
        y[0] = at as u64;
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn i64_against<const C: i64>(n: i64, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn i64_constants(x: &[i64], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 48 * i;
            i64_against::<{ i64::MIN }>(x[i], y, at);
            i64_against::<{ i64::MAX }>(x[i], y, at + 6);
            i64_against::<7>(x[i], y, at + 12);
            i64_against::<{ i64::MAX / 2 + 1 }>(x[i], y, at + 18);
            i64_against::<-1>(x[i], y, at + 24);
            i64_against::<-7>(x[i], y, at + 30);
            i64_against::<-7000>(x[i], y, at + 36);
            i64_against::<{ i64::MIN + 1 }>(x[i], y, at + 42);
        }
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn isize_against<const C: isize>(n: isize, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn isize_constants(x: &[isize], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 48 * i;
            isize_against::<{ isize::MIN }>(x[i], y, at);
            isize_against::<{ isize::MAX }>(x[i], y, at + 6);
            isize_against::<7>(x[i], y, at + 12);
            isize_against::<{ isize::MAX / 2 + 1 }>(x[i], y, at + 18);
            isize_against::<-1>(x[i], y, at + 24);
            isize_against::<-7>(x[i], y, at + 30);
            isize_against::<-7000>(x[i], y, at + 36);
            isize_against::<{ isize::MIN + 1 }>(x[i], y, at + 42);
        }
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn u64_against<const C: u64>(n: u64, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn u64_constants(x: &[u64], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 36 * i;
            u64_against::<{ u64::MIN }>(x[i], y, at);
            u64_against::<{ u64::MAX }>(x[i], y, at + 6);
            u64_against::<7>(x[i], y, at + 12);
            u64_against::<{ u64::MAX / 2 + 1 }>(x[i], y, at + 18);
            u64_against::<0>(x[i], y, at + 24);
            u64_against::<{ u64::MAX - 6 }>(x[i], y, at + 30);
        }
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn i32_against<const C: i32>(n: i32, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn i32_constants(x: &[i32], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 48 * i;
            i32_against::<{ i32::MIN }>(x[i], y, at);
            i32_against::<{ i32::MAX }>(x[i], y, at + 6);
            i32_against::<7>(x[i], y, at + 12);
            i32_against::<{ i32::MAX / 2 + 1 }>(x[i], y, at + 18);
            i32_against::<-1>(x[i], y, at + 24);
            i32_against::<-7>(x[i], y, at + 30);
            i32_against::<-7000>(x[i], y, at + 36);
            i32_against::<{ i32::MIN + 1 }>(x[i], y, at + 42);
        }
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn u32_against<const C: u32>(n: u32, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn u32_constants(x: &[u32], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 36 * i;
            u32_against::<{ u32::MIN }>(x[i], y, at);
            u32_against::<{ u32::MAX }>(x[i], y, at + 6);
            u32_against::<7>(x[i], y, at + 12);
            u32_against::<{ u32::MAX / 2 + 1 }>(x[i], y, at + 18);
            u32_against::<0>(x[i], y, at + 24);
            u32_against::<{ u32::MAX - 6 }>(x[i], y, at + 30);
        }
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn i16_against<const C: i16>(n: i16, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn i16_constants(x: &[i16], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 48 * i;
            i16_against::<{ i16::MIN }>(x[i], y, at);
            i16_against::<{ i16::MAX }>(x[i], y, at + 6);
            i16_against::<7>(x[i], y, at + 12);
            i16_against::<{ i16::MAX / 2 + 1 }>(x[i], y, at + 18);
            i16_against::<-1>(x[i], y, at + 24);
            i16_against::<-7>(x[i], y, at + 30);
            i16_against::<-7000>(x[i], y, at + 36);
            i16_against::<{ i16::MIN + 1 }>(x[i], y, at + 42);
        }
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn i8_against<const C: i8>(n: i8, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn i8_constants(x: &[i8], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 48 * i;
            i8_against::<{ i8::MIN }>(x[i], y, at);
            i8_against::<{ i8::MAX }>(x[i], y, at + 6);
            i8_against::<7>(x[i], y, at + 12);
            i8_against::<{ i8::MAX / 2 + 1 }>(x[i], y, at + 18);
            i8_against::<-1>(x[i], y, at + 24);
            i8_against::<-7>(x[i], y, at + 30);
            i8_against::<-100>(x[i], y, at + 36);
            i8_against::<{ i8::MIN + 1 }>(x[i], y, at + 42);
        }
    }

    /// Sums, differences and products of `n` and a constant, on either side of it.
    fn u8_against<const C: u8>(n: u8, y: &mut [i64], at: usize) {
        let sum = n.overflowing_add(C);
        let less = n.overflowing_sub(C);
        let from = C.overflowing_sub(n);
        let product = n.overflowing_mul(C);
        let mut flags =
            (sum.1 as i64) | (less.1 as i64) << 1 | (from.1 as i64) << 2 | (product.1 as i64) << 3;
        flags |= (n.checked_add(C).is_none() as i64) << 4 | (C.checked_mul(n).is_none() as i64) << 5;
        y[at] = flags;
        y[at + 1] = sum.0 as i64 ^ less.0 as i64;
        y[at + 2] = from.0 as i64 ^ product.0 as i64;
        y[at + 3] = n.saturating_add(C) as i64;
        y[at + 4] = C.saturating_sub(n) as i64;
        y[at + 5] = n.saturating_mul(C) as i64;
    }

    #[kernel]
    pub fn u8_constants(x: &[u8], y: &mut [i64]) {
        for i in 0..x.len() {
            let at = 36 * i;
            u8_against::<{ u8::MIN }>(x[i], y, at);
            u8_against::<{ u8::MAX }>(x[i], y, at + 6);
            u8_against::<7>(x[i], y, at + 12);
            u8_against::<{ u8::MAX / 2 + 1 }>(x[i], y, at + 18);
            u8_against::<0>(x[i], y, at + 24);
            u8_against::<{ u8::MAX - 6 }>(x[i], y, at + 30);
        }
    }
}
