// Logarithms: x = 2^e * (1 + r) / ratio with a ratio of few bits, so that r is exact, and near 1
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
