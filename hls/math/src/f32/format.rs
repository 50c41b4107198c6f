// Significands and exponents: floats taken apart and put together, and products of 32-bit fractions.

// The upper half of a product: of two fractions of 32 bits, the fraction of their product.
fn upper(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64) >> 32) as u32
}

fn infinity() -> f32 {
    f32::from_bits(0x7f80_0000)
}

fn not_a_number() -> f32 {
    f32::from_bits(0x7fc0_0000)
}

// Tests of bits: the hardware's comparisons may take subnormal numbers for zero.
fn is_zero(x: f32) -> bool {
    x.to_bits() << 1 == 0
}

// Has the sign, be it of a zero or NaN.
fn is_negative(x: f32) -> bool {
    x.to_bits() >> 31 == 1
}

// Is above zero, and neither infinite nor NaN.
fn is_positive_finite(x: f32) -> bool {
    !is_zero(x) && x.to_bits() < 0x7f80_0000
}

// Of a finite float but zero: `(s, e)` with |x| = s * 2^(e - 31) and the highest bit of `s` set.
fn unpack(x: f32) -> (u32, i32) {
    let bits: u32 = x.to_bits();
    let field: u32 = bits >> 23 & 0xff;
    let fraction: u32 = bits & 0x7f_ffff;
    if field == 0 {
        let shift: u32 = fraction.leading_zeros();
        return (fraction.wrapping_shl(shift), -118 - shift as i32);
    }
    ((fraction | 0x80_0000) << 8, field as i32 - 127)
}

// `(s, e)` with x = s * 2^(e - 31), rounded down, and the highest bit of `s` set unless `x` is 0.
fn normalize(x: u64) -> (u32, i32) {
    let zeros: u32 = x.leading_zeros();
    ((x.wrapping_shl(zeros) >> 32) as u32, 63 - zeros as i32)
}

// The float nearest to `significand * 2^(exponent - 63)`, ties to even.
fn pack(negative: bool, significand: u64, exponent: i32) -> f32 {
    let sign: u32 = if negative { 0x8000_0000 } else { 0 };
    if significand == 0 {
        return f32::from_bits(sign);
    }
    let zeros: u32 = significand.leading_zeros();
    let normal: u64 = significand << zeros;
    let e: i32 = exponent - zeros as i32;
    if e > 127 {
        return if negative { -infinity() } else { infinity() };
    }
    // Below the normal range more bits are lost.
    let below: i32 = if e < -126 { -126 - e } else { 0 };
    if below > 24 {
        return f32::from_bits(sign);
    }
    let lost: u32 = (39 + below) as u32;
    let halves: u32 = (normal >> lost) as u32;
    let beyond: bool = normal & ((1u64 << lost) - 1) != 0;
    let up: bool = halves & 1 == 1 && (beyond || halves & 2 == 2);
    let rounded: u32 = if up { (halves >> 1) + 1 } else { halves >> 1 };
    // The leading bit of a normal significand counts as one in the field of the exponent.
    let field: u32 = if e < -126 { 0 } else { (e + 126) as u32 };
    f32::from_bits(sign | ((field << 23) + rounded))
}

// `n / d * 2^63`, for normalized significands; the relative error is below 2^-30.
fn divide(n: u32, d: u32) -> u64 {
    n as u64 * super::fraction::reciprocal(d) as u64
}

// `(r, e)` with sqrt(s * 2^(exponent - 31)) = r * 2^(e - 62), for a normalized `s`.
fn square_root(s: u32, exponent: i32) -> (u64, i32) {
    let d: u32 = if exponent & 1 == 0 { s >> 1 } else { s };
    (d as u64 * super::fraction::inverse_sqrt(d) as u64, exponent >> 1)
}
