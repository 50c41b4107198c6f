// Exponentials: x = (k + g) / 32 in units of powers of two, 2^(k/32) from a table,
// and a short series for cosh and sinh of g. In integers, so that the small differences keep their bits.

// `2^(i/32) * (1 + w)` with 62 bits after the point; `w` has 64.
fn scale(factor: u64, w: i64) -> i64 {
    let change: i32 = (w >> 27) as i32;
    let wide: u32 = (factor >> 31) as u32;
    (change as i64 * wide as i64) >> 6
}

// `|x| * base`, negated like `x`, with 55 bits after the point; `base` has 38. |x| < 256.
fn exponent_of(x: f32, base: u64) -> i64 {
    let (s, e) = unpack(x);
    let product: u64 = (s >> 8) as u64 * base;
    let t: u64 = if e > 6 { product << 1 } else { super::fraction::shift_right(product, 6 - e) };
    if is_negative(x) { -(t as i64) } else { t as i64 }
}

// `(k, c, s)` with t = k/32 + g, |g| <= 1/64, c = cosh(g ln 2) - 1 and s = sinh(g ln 2), of 64 bits after the
// point.
fn exponent_parts(t: i64) -> (i32, i64, i64) {
    let k: i64 = (t + (1i64 << 49)) >> 50;
    let g: i64 = t - (k << 50);
    // Two operands of 32 bits: a multiplier of four DSPs.
    let high: i32 = (g >> 23) as i32;
    let low: u32 = (g & 0x7f_ffff) as u32;
    let square: u64 = (high as i64 * high as i64) as u64 >> 20;
    let v: u32 = square.min(0xffff_ffff) as u32;
    let cosine: u32 = COSH[0] + upper(v, COSH[1]);
    let sine: u32 = SINH[0] + upper(v, SINH[1]);
    let turned: i32 = ((high as i64 * cosine as i64) >> 25) as i32;
    let c: i64 = (turned as i64 * high as i64) >> 7;
    let s: i64 = high as i64 * sine as i64 + ((low as i64 * sine as i64) >> 23);
    (k as i32, c, s)
}

// `(m, n)` with 2^t = m * 2^(n - 62).
fn exponential(t: i64) -> (i64, i32) {
    let (k, c, s) = exponent_parts(t);
    let factor: u64 = EXP2[(k & 31) as usize];
    (factor as i64 + scale(factor, c + s), k >> 5)
}

// base^x where log2(base) has 38 bits after the point; beyond the limits it is 0 or infinite.
fn power_of(x: f32, base: u64, low: f32, high: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    if x > high {
        return infinity();
    }
    if x < low {
        return 0.0;
    }
    if is_zero(x) {
        return 1.0;
    }
    let (m, n) = exponential(exponent_of(x, base));
    pack(false, m as u64, n + 1)
}

/// e to the power of `x`. Error below 0.51 ULP.
pub fn exp(x: f32) -> f32 {
    power_of(x, LOG2_E, -104.0, 89.0)
}

/// 2 to the power of `x`. Error below 0.51 ULP; whole numbers give exact results.
pub fn exp2(x: f32) -> f32 {
    power_of(x, 1u64 << 38, -151.0, 129.0)
}

/// 10 to the power of `x`. Error below 0.51 ULP.
pub fn exp10(x: f32) -> f32 {
    power_of(x, LOG2_10, -46.0, 39.0)
}

/// `exp(x) - 1`, without the loss of the small `x`. Error below 0.52 ULP.
pub fn expm1(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if x.is_nan() || x == infinity() || magnitude < 2.0e-8 {
        return x;
    }
    if x > 89.0 {
        return infinity();
    }
    if x < -25.0 {
        return -1.0;
    }
    let (k, c, s) = exponent_parts(exponent_of(x, LOG2_E));
    if k == 0 {
        let difference: i64 = c + s;
        return pack(is_negative(x), super::fraction::magnitude(difference), -1);
    }
    let factor: u64 = EXP2[(k & 31) as usize];
    let power: i64 = factor as i64 + scale(factor, c + s);
    let n: i32 = k >> 5;
    if n < 0 {
        return pack(true, ((1i64 << 62) - (power >> (-n) as u32)) as u64, 1);
    }
    pack(false, (power - super::fraction::shift_right(1u64 << 62, n) as i64) as u64, n + 1)
}
