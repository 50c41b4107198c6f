// Hyperbolic functions: sinh(a + b) and cosh(a + b) where those of `a` come from the table of powers of two.

// `(d, m, n)`: (2^j - 2^-j) / 2 and (2^j + 2^-j) / 2 for j = k/32 >= 0, times 2^(62 - n).
fn symmetric_powers(k: i32) -> (u64, u64, i32) {
    let n: i32 = k >> 5;
    let rising: u64 = EXP2[(k & 31) as usize];
    let mirror: u64 = EXP2[(-k & 31) as usize];
    let below: i32 = if k & 31 == 0 { 2 * n } else { 2 * n + 1 };
    let falling: u64 = super::fraction::shift_right(mirror, below);
    ((rising - falling) >> 1, (rising + falling) >> 1, n)
}

// `(s, c, n)` with sinh(x) = s * 2^(n - 63) and cosh(x) = c * 2^(n - 62), for 2^-13 <= x < 90.
fn hyperbolic(x: f32) -> (u64, u64, i32) {
    let (k, c, s) = exponent_parts(exponent_of(x, LOG2_E));
    if k == 0 {
        return ((s >> 1) as u64, (1u64 << 62) + (c >> 2) as u64, 0);
    }
    let (difference, mean, n) = symmetric_powers(k);
    let sine: i64 = difference as i64 + scale(difference, c) + scale(mean, s);
    let cosine: i64 = mean as i64 + scale(mean, c) + scale(difference, s);
    ((sine as u64) << 1, cosine as u64, n)
}

/// Hyperbolic sine. Error below 0.53 ULP.
pub fn sinh(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if x.is_nan() || magnitude == infinity() || magnitude < 1.2e-4 {
        return x;
    }
    if magnitude > 90.0 {
        return pack(is_negative(x), 1, 500);
    }
    let (s, _, n) = hyperbolic(magnitude);
    pack(is_negative(x), s, n)
}

/// Hyperbolic cosine. Error below 0.52 ULP.
pub fn cosh(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if x.is_nan() {
        return x;
    }
    if magnitude > 90.0 {
        return infinity();
    }
    if magnitude < 1.2e-4 {
        return 1.0;
    }
    let (_, c, n) = hyperbolic(magnitude);
    pack(false, c, n + 1)
}

/// Hyperbolic tangent. Error below 0.53 ULP.
pub fn tanh(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if x.is_nan() || magnitude < 1.2e-4 {
        return x;
    }
    if magnitude > 10.0 {
        return if is_negative(x) { -1.0 } else { 1.0 };
    }
    let (s, c, _) = hyperbolic(magnitude);
    let (n, above) = normalize(s);
    let (d, below) = normalize(c);
    pack(is_negative(x), divide(n, d), above - below - 1)
}
