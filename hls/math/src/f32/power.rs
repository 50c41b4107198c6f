// Powers: 2^(y log2 x), with a logarithm of 40 bits.

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
        return power_special((size > 1.0) != is_negative(y), false);
    }
    let whole: u32 = parity(y);
    let negative: bool = is_negative(x) && whole == 1;
    if is_zero(size) || size == infinity() {
        return power_special((size > 1.0) != is_negative(y), negative);
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
