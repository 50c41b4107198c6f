// Significands and exponents: floats taken apart and put together; products, sums and shifts of 64 and 128
// bits. The hardware has no multiplier of 64 bits: it is three or four of 32.

// The upper half of a product, at most three units too small.
fn upper(a: u64, b: u64) -> u64 {
    let high: u64 = (a >> 32) * (b >> 32);
    let cross: u64 = ((a >> 32) * (b & 0xffff_ffff)) >> 32;
    high + cross + (((a & 0xffff_ffff) * (b >> 32)) >> 32)
}

// The upper half of a product with a small factor, below 2^32, at most two units too small.
fn upper_small(a: u64, b: u64) -> u64 {
    ((a >> 32) * (b & 0xffff_ffff)) >> 32
}

// The whole product: `(upper half, lower half)`.
fn product(a: u64, b: u64) -> (u64, u64) {
    let high: u64 = (a >> 32) * (b >> 32);
    let left: u64 = (a >> 32) * (b & 0xffff_ffff);
    let right: u64 = (a & 0xffff_ffff) * (b >> 32);
    let low: u64 = (a & 0xffff_ffff) * (b & 0xffff_ffff);
    let middle: u64 = (low >> 32) + (left & 0xffff_ffff) + (right & 0xffff_ffff);
    let top: u64 = high + (left >> 32) + (right >> 32) + (middle >> 32);
    (top, middle << 32 | low & 0xffff_ffff)
}

// Sum of two pairs, modulo 2^128.
fn add_pair(a_high: u64, a_low: u64, b_high: u64, b_low: u64) -> (u64, u64) {
    let low: u64 = a_low.wrapping_add(b_low);
    let carry: u64 = if low < a_low { 1 } else { 0 };
    (a_high.wrapping_add(b_high).wrapping_add(carry), low)
}

// Difference of two pairs, modulo 2^128.
fn sub_pair(a_high: u64, a_low: u64, b_high: u64, b_low: u64) -> (u64, u64) {
    let borrow: u64 = if a_low < b_low { 1 } else { 0 };
    (a_high.wrapping_sub(b_high).wrapping_sub(borrow), a_low.wrapping_sub(b_low))
}

// Sum or difference.
fn combine_pairs(subtract: bool, a_high: u64, a_low: u64, b_high: u64, b_low: u64) -> (u64, u64) {
    if subtract {
        return sub_pair(a_high, a_low, b_high, b_low);
    }
    add_pair(a_high, a_low, b_high, b_low)
}

// Modulo 2^128, too.
fn negate_if(negative: bool, high: u64, low: u64) -> (u64, u64) {
    if negative {
        return sub_pair(0, 0, high, low);
    }
    (high, low)
}

// A pair shifted to the right; a distance beyond the width leaves nothing.
fn shift_pair(high: u64, low: u64, distance: i32) -> (u64, u64) {
    if distance > 63 {
        return (0, super::fraction::shift_right(high, distance - 64));
    }
    let d: u32 = distance as u32;
    // In two steps, for a distance of 0.
    (high >> d, low >> d | high << 1 << (63 - d))
}

// `(high, low, zeros)`: a pair shifted to the left by its leading zeros, of which there are less than 127.
fn normalize_pair(high: u64, low: u64) -> (u64, u64, i32) {
    if high == 0 {
        let zeros: u32 = low.leading_zeros().min(63);
        return (low << zeros, 0, zeros as i32 + 64);
    }
    let d: u32 = high.leading_zeros();
    (high << d | low >> 1 >> (63 - d), low << d, d as i32)
}

fn infinity() -> f64 {
    f64::from_bits(0x7ff0_0000_0000_0000)
}

fn not_a_number() -> f64 {
    f64::from_bits(0x7ff8_0000_0000_0000)
}

// Tests of bits: the hardware's comparisons may take subnormal numbers for zero.
fn is_zero(x: f64) -> bool {
    x.to_bits() << 1 == 0
}

// Has the sign, be it of a zero or NaN.
fn is_negative(x: f64) -> bool {
    x.to_bits() >> 63 == 1
}

// Is above zero, and neither infinite nor NaN.
fn is_positive_finite(x: f64) -> bool {
    !is_zero(x) && x.to_bits() < 0x7ff0_0000_0000_0000
}

// Of a finite float but zero: `(s, e)` with |x| = s * 2^(e - 63) and the highest bit of `s` set.
fn unpack(x: f64) -> (u64, i32) {
    let bits: u64 = x.to_bits();
    let field: u64 = bits >> 52 & 0x7ff;
    let fraction: u64 = bits & 0xf_ffff_ffff_ffff;
    if field == 0 {
        let shift: u32 = fraction.leading_zeros();
        return (fraction.wrapping_shl(shift), -1011 - shift as i32);
    }
    ((fraction | 0x10_0000_0000_0000) << 11, field as i32 - 1023)
}

// The float nearest to `significand * 2^(exponent - 63)`, ties to even.
fn pack(negative: bool, significand: u64, exponent: i32) -> f64 {
    let sign: u64 = if negative { 1u64 << 63 } else { 0 };
    if significand == 0 {
        return f64::from_bits(sign);
    }
    let zeros: u32 = significand.leading_zeros();
    let normal: u64 = significand << zeros;
    let e: i32 = exponent - zeros as i32;
    if e > 1023 {
        return if negative { -infinity() } else { infinity() };
    }
    // Below the normal range more bits are lost.
    let below: i32 = if e < -1022 { -1022 - e } else { 0 };
    if below > 53 {
        return f64::from_bits(sign);
    }
    let lost: u32 = (10 + below) as u32;
    let halves: u64 = normal >> lost;
    let beyond: bool = normal & ((1u64 << lost) - 1) != 0;
    let up: bool = halves & 1 == 1 && (beyond || halves & 2 == 2);
    let rounded: u64 = if up { (halves >> 1) + 1 } else { halves >> 1 };
    // The leading bit of a normal significand counts as one in the field of the exponent.
    let field: u64 = if e < -1022 { 0 } else { (e + 1022) as u64 };
    f64::from_bits(sign | ((field << 52) + rounded))
}

// The same for the significand of a pair: `(high + low / 2^64) * 2^(exponent - 63)`.
fn pack_pair(negative: bool, high: u64, low: u64, exponent: i32) -> f64 {
    let (s, _, zeros) = normalize_pair(high, low);
    pack(negative, s, exponent - zeros)
}

// `a` times `(1 + h / 2^63)`; |h| < 2^36.
fn adjust(a: u64, h: i64) -> u64 {
    let part: u64 = upper(a, super::fraction::magnitude(h) << 27) >> 25;
    let change: u64 = (part + 1) >> 1;
    if h < 0 { a - change } else { a + change }
}

// `n / d * 2^63`, for normalized significands; the relative error is below 2^-60.
fn divide(n: u64, d: u64) -> u64 {
    let seed: u64 = super::fraction::reciprocal((d >> 32) as u32) as u64;
    let near: u64 = (d >> 32) * seed + (((d & 0xffff_ffff) * seed) >> 32);
    let h: i64 = (1u64 << 63).wrapping_sub(near) as i64;
    let rough: i32 = (h >> 20) as i32;
    let inverse: u64 = adjust(seed << 31, h + ((rough as i64 * rough as i64) >> 23));
    let (high, low) = product(n, inverse);
    high << 1 | low >> 63
}

// `2^63 / sqrt(d)` where `d` has 62 bits after the point and lies in [1, 4); the relative error is below
// 2^-60.
fn inverse_sqrt(d: u64) -> u64 {
    let seed: u64 = super::fraction::inverse_sqrt((d >> 32) as u32) as u64;
    let (high, low) = product(d, seed * seed);
    let h: i64 = 0u64.wrapping_sub(high << 2 | low >> 62) as i64;
    adjust(seed << 31, h >> 2)
}

// `(r, e)` with sqrt(s * 2^(exponent - 63)) = r * 2^(e - 62), for a normalized `s`.
fn square_root(s: u64, exponent: i32) -> (u64, i32) {
    let d: u64 = if exponent & 1 == 0 { s >> 1 } else { s };
    let (high, low) = product(d, inverse_sqrt(d));
    (high << 1 | low >> 63, exponent >> 1)
}
