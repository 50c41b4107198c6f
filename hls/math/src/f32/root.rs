// Roots, lengths, quotients and remainders.

/// `1 / x`, correctly rounded.
pub fn recip(x: f32) -> f32 {
    1.0 / x
}

/// `1 / sqrt(x)`. Error below 0.51 ULP. Of a zero: infinity of its sign; of negative numbers: NaN.
pub fn rsqrt(x: f32) -> f32 {
    if is_zero(x) {
        return if is_negative(x) { -infinity() } else { infinity() };
    }
    if is_negative(x) || x.is_nan() {
        return not_a_number();
    }
    if x == infinity() {
        return 0.0;
    }
    let (s, e) = unpack(x);
    let d: u32 = if e & 1 == 0 { s >> 1 } else { s };
    pack(false, super::fraction::inverse_sqrt(d) as u64, 31 - (e >> 1))
}

/// Cube root. Error below 0.53 ULP; cubes give exact results.
pub fn cbrt(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if is_zero(magnitude) || magnitude == infinity() || x.is_nan() {
        return x;
    }
    let (s, e) = unpack(x);
    // e = 3 third + rest.
    let third: u32 = (e + 300) as u32 / 3;
    let rest: u32 = (e + 300) as u32 - third * 3;
    let d: u32 = s >> (2 - rest);
    let inverse: u32 = super::fraction::inverse_cbrt(d);
    let square: u32 = super::fraction::rounded_product(inverse, inverse);
    pack(is_negative(x), square as u64 * d as u64, third as i32 - 98)
}

/// `sqrt(x^2 + y^2)`, without overflow on the way. Error below 0.51 ULP. Infinite if one of them is, even
/// beside NaN.
pub fn hypot(x: f32, y: f32) -> f32 {
    let a: f32 = x.abs();
    let b: f32 = y.abs();
    if a == infinity() || b == infinity() {
        return infinity();
    }
    if a.is_nan() || is_zero(b) {
        return a;
    }
    if b.is_nan() || is_zero(a) {
        return b;
    }
    let larger: bool = a.to_bits() > b.to_bits();
    let (s, e) = unpack(if larger { a } else { b });
    let (t, f) = unpack(if larger { b } else { a });
    let sum: u64 =
        ((s as u64 * s as u64) >> 1) + super::fraction::shift_right(t as u64 * t as u64, 2 * (e - f) + 1);
    let (d, scale) = normalize(sum);
    let (root, half) = square_root(d, scale - 61);
    pack(false, root, half + e + 1)
}

/// The remainder of `x / y` with the quotient rounded to zero, exact; its sign is that of `x`. One step for
/// every power of two between the operands.
pub fn fmod(x: f32, y: f32) -> f32 {
    let a: f32 = x.abs();
    let b: f32 = y.abs();
    if x.is_nan() || y.is_nan() || a == infinity() || is_zero(b) {
        return not_a_number();
    }
    if a.to_bits() < b.to_bits() {
        return x;
    }
    let (s, e) = unpack(a);
    let (divisor, f) = unpack(b);
    let mut rest: u64 = s as u64;
    if rest >= divisor as u64 {
        rest -= divisor as u64;
    }
    let mut steps: i32 = e - f;
    while steps > 0 {
        rest <<= 1;
        if rest >= divisor as u64 {
            rest -= divisor as u64;
        }
        steps -= 1;
    }
    pack(is_negative(x), rest, f + 32)
}
