// Hyperbolic functions: sinh(a + b) and cosh(a + b) where those of `a` come from the table of powers of two.

// `(d, m, n)`: 2^j - 2^-j and (2^j + 2^-j) / 2 for j = k/64 >= 0, times 2^(63 - n).
fn symmetric_powers(k: i32) -> (u64, u64, i32) {
    let n: i32 = k >> 6;
    let rising: u64 = EXP2[(k & 63) as usize];
    let below: i32 = if k & 63 == 0 { 2 * n } else { 2 * n + 1 };
    let falling: u64 = super::fraction::shift_right(EXP2[(-k & 63) as usize], below);
    (rising - falling, (rising >> 1) + (falling >> 1), n)
}

// `(h, l, c, n)` with sinh(x) = (h + l / 2^64) * 2^(n - 64) and cosh(x) = c * 2^(n - 63), for 2^-30 < x <
// 711.
fn hyperbolic(x: f64) -> (u64, u64, u64, i32) {
    let (high, low, e) = exponent_of(x, LOG2_E_HIGH, LOG2_E_LOW);
    let (k, s, scale, below) = split_exponent(high, low, e);
    let (p, q) = exponent_series(s, scale);
    // sinh and cosh - 1 of the rest, with 70 and 78 bits after the point.
    let sine: u64 = super::fraction::shift_right(upper(s, p), -1 - scale);
    let cosine: u64 = super::fraction::shift_right(upper(s, q), -1 - scale);
    if k == 0 {
        let (h, l) = shift_pair(upper(s, p), 0, 5 - scale);
        return (h, l, (1u64 << 63) + (cosine >> 15), 0);
    }
    let (difference, mean, n) = symmetric_powers(k);
    let stretched: u64 = upper(difference, cosine) >> 8;
    // 69 bits after the point, twice sinh.
    let turned: u64 = upper(mean, sine) << 1;
    let even: u64 = mean + (upper(mean, cosine) >> 14);
    let odd: u64 = upper(difference, sine) >> 7;
    let (h, l) = combine_pairs(below, difference, stretched << 58, turned >> 6, turned << 58);
    (h + (stretched >> 6), l, if below { even - odd } else { even + odd }, n)
}

/// Hyperbolic sine. Error below 0.56 ULP.
pub fn sinh(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if x.is_nan() || magnitude == infinity() || magnitude < 1.0e-9 {
        return x;
    }
    if magnitude > 711.0 {
        return pack(is_negative(x), 1, 2000);
    }
    let (high, low, _, n) = hyperbolic(magnitude);
    pack_pair(is_negative(x), high, low, n - 1)
}

/// Hyperbolic cosine. Error below 0.51 ULP.
pub fn cosh(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if x.is_nan() {
        return x;
    }
    if magnitude > 711.0 {
        return infinity();
    }
    if magnitude < 1.0e-9 {
        return 1.0;
    }
    let (_, _, c, n) = hyperbolic(magnitude);
    pack(false, c, n)
}

/// Hyperbolic tangent. Error below 0.57 ULP.
pub fn tanh(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if x.is_nan() || magnitude < 1.0e-9 {
        return x;
    }
    if magnitude > 20.0 {
        return if is_negative(x) { -1.0 } else { 1.0 };
    }
    let (high, low, c, _) = hyperbolic(magnitude);
    let (n, _, above) = normalize_pair(high, low);
    let below: u32 = c.leading_zeros();
    pack(is_negative(x), divide(n, c << below), below as i32 - above - 1)
}
