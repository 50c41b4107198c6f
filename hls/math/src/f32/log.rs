// Logarithms and powers: x = 2^e * (1 + r) / ratio with a ratio of few bits, so that r is exact, and near 1
// all is r.

// `a * r` where `a = high / 2^31 + low / 2^63` is log2(e) and `r` has 63 bits after the point, |r| < 2^-5.
fn times_log2_e(r: i64) -> i64 {
    let top: i32 = (r >> 31) as i32;
    let rest: u32 = (r & 0x7fff_ffff) as u32;
    let lower: i64 = (top as i64 * LOG2_E_LOW as i64) >> 32;
    top as i64 * LOG2_E_HIGH as i64 + lower + ((rest as i64 * LOG2_E_HIGH as i64) >> 31)
}

// log2(1 + r), with 63 bits after the point, as `r` has; |r| < 0.6 / 32.
fn log2_near_one(r: i64) -> i64 {
    let positive: bool = r >= 0;
    let z: u32 = (r.abs() >> 26) as u32;
    // The signs of the terms alternate where r is positive.
    let mut p: u32 = LOG_TAIL[4];
    for i in 0..4usize {
        let term: u32 = upper(z, p);
        p = if positive { LOG_TAIL[3 - i] - term } else { LOG_TAIL[3 - i] + term };
    }
    let tail: i64 = ((upper(z, p) as u64 * z as u64) >> 11) as i64;
    times_log2_e(r) - tail
}

// log2(m * 2^e) where `m` has 54 bits after the point and lies in [1, 2): `(l, bits)`, with 63 bits after the
// point where the result is small, else with 55.
fn log2_parts(m: u64, e: i32) -> (i64, i32) {
    let index: usize = (((m + (1u64 << 48)) >> 49) - 32) as usize;
    let ratio: u64 = LOG_RATIO[index] as u64;
    let r: i64 = (m * ratio).wrapping_sub(1u64 << 63) as i64;
    let near: i64 = log2_near_one(r);
    let base: i64 = ((e as i64) << 55) + LOG_BASE[index] as i64;
    if base == 0 {
        return (near, 63);
    }
    (base + (near >> 8), 55)
}

// log2 of a positive finite float.
fn log2_of(x: f32) -> (i64, i32) {
    let (s, e) = unpack(x);
    log2_parts((s as u64) << 23, e)
}

// What has no logarithm, and infinity.
fn log_special(x: f32) -> f32 {
    if is_zero(x) {
        return -infinity();
    }
    if is_negative(x) { not_a_number() } else { x }
}

// A logarithm in another base: `factor` has 32 bits after the point.
fn log_of(l: i64, bits: i32, factor: u32) -> f32 {
    let (s, e) = normalize(super::fraction::magnitude(l));
    pack(l < 0, s as u64 * factor as u64, e - bits)
}

/// Natural logarithm. Error below 0.52 ULP. Of 0: minus infinity; of negative numbers: NaN.
pub fn log(x: f32) -> f32 {
    if !is_positive_finite(x) {
        return log_special(x);
    }
    let (l, bits) = log2_of(x);
    log_of(l, bits, LN_2)
}

/// Logarithm in base 2. Error below 0.51 ULP; powers of two give exact results.
pub fn log2(x: f32) -> f32 {
    if !is_positive_finite(x) {
        return log_special(x);
    }
    let (l, bits) = log2_of(x);
    pack(l < 0, super::fraction::magnitude(l), 63 - bits)
}

/// Logarithm in base 10. Error below 0.52 ULP; powers of ten give exact results.
pub fn log10(x: f32) -> f32 {
    if !is_positive_finite(x) {
        return log_special(x);
    }
    let (l, bits) = log2_of(x);
    log_of(l, bits + 1, LOG10_2)
}

/// `log(1 + x)`, without the loss of the small `x`. Error below 0.52 ULP. Of -1: minus infinity.
pub fn log1p(x: f32) -> f32 {
    if x.is_nan() || x <= -1.0 || x == infinity() {
        return log_special(if x == -1.0 { 0.0 } else { x });
    }
    let magnitude: f32 = x.abs();
    if magnitude < 2.0e-8 {
        return x;
    }
    let (s, e) = unpack(x);
    // 1 + x = m * 2^k with m in [1, 2), 54 bits after the point.
    let term: u64 = if e < 0 { super::fraction::shift_right((s as u64) << 23, -e) } else { (s as u64) << 23 };
    let one: u64 = if e < 0 { 1u64 << 54 } else { super::fraction::shift_right(1u64 << 54, e) };
    let scale: i32 = if e < 0 { 0 } else { e };
    let sum: u64 = if is_negative(x) { one - term } else { one + term };
    let zeros: i32 = sum.leading_zeros() as i32 - 9;
    let m: u64 = if zeros < 0 { sum >> 1 } else { sum << zeros as u32 };
    let (l, bits) = log2_parts(m, scale - zeros);
    log_of(l, bits, LN_2)
}

// |x|^(+-p) where p = s * 2^(e - 31), with the sign given.
fn power(x: f32, inverse: bool, s: u32, e: i32, negative: bool) -> f32 {
    let (l, bits) = log2_of(x.abs());
    let falling: bool = (l < 0) != inverse;
    let magnitude: u64 = super::fraction::magnitude(l);
    if magnitude == 0 {
        return if negative { -1.0 } else { 1.0 };
    }
    let zeros: u32 = magnitude.leading_zeros();
    let normal: u64 = magnitude << zeros;
    let product: u64 = (normal >> 32) * s as u64 + (((normal & 0xffff_ffff) * s as u64) >> 32);
    // The exponent is product * 2^weight; beyond 2^8 it overflows or underflows.
    let weight: i32 = 32 - bits - zeros as i32 + e - 31;
    let shift: i32 = -weight - 55;
    if shift < 0 {
        return pack(negative, 1, if falling { -500 } else { 500 });
    }
    let t: u64 = super::fraction::shift_right(product, shift);
    if t >> 61 > 2 {
        return pack(negative, 1, if falling { -500 } else { 500 });
    }
    let (m, n) = exponential(if falling { -(t as i64) } else { t as i64 });
    pack(negative, m as u64, n + 1)
}

// Of a finite float but zero: 0 for numbers with a fraction, 1 for odd ones, 2 for even ones.
fn parity(y: f32) -> u32 {
    let (s, e) = unpack(y);
    if e < 0 {
        return 0;
    }
    if e > 31 {
        return 2;
    }
    // The bit of weight 1, and those below it.
    let unit: u32 = (31 - e) as u32;
    if s & ((1u32 << unit) - 1) != 0 {
        return 0;
    }
    if s >> unit & 1 == 1 { 1 } else { 2 }
}

// A power of zero or infinity: whether it is infinite, and its sign.
fn power_special(infinite: bool, negative: bool) -> f32 {
    let magnitude: f32 = if infinite { infinity() } else { 0.0 };
    if negative { -magnitude } else { magnitude }
}

/// `x` to the power of `y`. Error below 0.53 ULP. The special cases are those of C99's Annex F: `pow(x, 0)`
/// and `pow(1, y)` are 1 for all operands, even NaN.
pub fn pow(x: f32, y: f32) -> f32 {
    if is_zero(y) || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return not_a_number();
    }
    let size: f32 = x.abs();
    if y.abs() == infinity() {
        if size == 1.0 {
            return 1.0;
        }
        return power_special((size > 1.0) == (!is_negative(y)), false);
    }
    let whole: u32 = parity(y);
    let negative: bool = is_negative(x) && whole == 1;
    if is_zero(size) || size == infinity() {
        return power_special((size > 1.0) == (!is_negative(y)), negative);
    }
    if is_negative(x) && whole == 0 {
        return not_a_number();
    }
    let (s, e) = unpack(y);
    power(x, is_negative(y), s, e, negative)
}

/// `x` to the power of the integer `n`. Error below 0.53 ULP; `powi(x, 0)` is 1 for all `x`, even NaN.
pub fn powi(x: f32, n: i32) -> f32 {
    if n == 0 {
        return 1.0;
    }
    let size: f32 = x.abs();
    let negative: bool = is_negative(x) && n & 1 == 1;
    if x.is_nan() {
        return x;
    }
    if is_zero(size) || size == infinity() {
        return power_special((size > 1.0) == (n > 0), negative);
    }
    let count: u32 = if n < 0 { 0u32.wrapping_sub(n as u32) } else { n as u32 };
    let zeros: u32 = count.leading_zeros();
    power(x, n < 0, count << zeros, 31 - zeros as i32, negative)
}
