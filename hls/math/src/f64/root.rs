// Roots, lengths, quotients and remainders.

/// `1 / x`, correctly rounded.
pub fn recip(x: f64) -> f64 {
    1.0 / x
}

/// `1 / sqrt(x)`. Error below 0.51 ULP. Of a zero: infinity of its sign; of negative numbers: NaN.
pub fn rsqrt(x: f64) -> f64 {
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
    let d: u64 = if e & 1 == 0 { s >> 1 } else { s };
    pack(false, inverse_sqrt(d), -(e >> 1))
}

/// Cube root. Error below 0.52 ULP; cubes give exact results.
pub fn cbrt(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) || magnitude == infinity() || x.is_nan() {
        return x;
    }
    let (s, e) = unpack(x);
    // e = 3 third + rest.
    let third: u32 = (e + 1200) as u32 / 3;
    let rest: u32 = (e + 1200) as u32 - third * 3;
    let d: u64 = s >> (2 - rest);
    let seed: u64 = super::fraction::inverse_cbrt((d >> 32) as u32) as u64;
    let (high, low) = product(d, upper(seed * seed, seed << 32));
    // What d * seed^3 lacks of 1, with 64 bits after the point; a third of it is the change.
    let h: i64 = 0u64.wrapping_sub(high << 3 | low >> 61) as i64;
    let inverse: u64 = adjust(seed << 31, h / 6);
    let (square, _) = product(inverse, inverse);
    let (root_high, root_low) = product(square, d);
    pack_pair(is_negative(x), root_high, root_low, third as i32 - 396)
}

/// `sqrt(x^2 + y^2)`, without overflow on the way. Error below 0.51 ULP. Infinite if one of them is, even
/// beside NaN.
pub fn hypot(x: f64, y: f64) -> f64 {
    let a: f64 = x.abs();
    let b: f64 = y.abs();
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
    let (p_high, p_low) = product(s, s);
    let (q_high, q_low) = product(t, t);
    let (large_high, large_low) = shift_pair(p_high, p_low, 1);
    let (small_high, small_low) = shift_pair(q_high, q_low, 2 * (e - f) + 1);
    let (high, low) = add_pair(large_high, large_low, small_high, small_low);
    let (d, _, zeros) = normalize_pair(high, low);
    let (root, half) = square_root(d, 2 - zeros);
    pack(false, root, half + e + 1)
}

/// The remainder of `x / y` with the quotient rounded to zero, exact; its sign is that of `x`. One step for
/// every power of two between the operands.
pub fn fmod(x: f64, y: f64) -> f64 {
    let a: f64 = x.abs();
    let b: f64 = y.abs();
    if x.is_nan() || y.is_nan() || a == infinity() || is_zero(b) {
        return not_a_number();
    }
    if a.to_bits() < b.to_bits() {
        return x;
    }
    let (s, e) = unpack(a);
    let (t, f) = unpack(b);
    let divisor: u64 = t >> 11;
    let mut rest: u64 = s >> 11;
    if rest >= divisor {
        rest -= divisor;
    }
    let mut steps: i32 = e - f;
    while steps > 0 {
        rest <<= 1;
        if rest >= divisor {
            rest -= divisor;
        }
        steps -= 1;
    }
    pack(is_negative(x), rest, f + 11)
}
