// Exponentials: x = (k + g) / 64 in units of powers of two, 2^(k/64) from a table,
// and a short series for cosh and sinh of g. In integers, so that the small differences keep their bits.

// `(high, low, e)` with |x| * base = (high + low / 2^64) * 2^(e - 61); `base` has 62 and 126 bits after the
// point.
fn exponent_of(x: f64, base_high: u64, base_low: u64) -> (u64, u64, i32) {
    let (s, e) = unpack(x);
    let (high, low) = product(s, base_high);
    let (sum_high, sum_low) = add_pair(high, low, 0, upper(s, base_low));
    (sum_high, sum_low, e)
}

// `(k, s, e, below)` with |t| = (k + g) / 64 where |g| = s * 2^(e - 63) is at most one half, and `below` is
// the sign of g; t = (high + low / 2^64) * 2^(e - 61), e at most 10.
fn split_exponent(high: u64, low: u64, e: i32) -> (i32, u64, i32, bool) {
    let (whole, fraction) = shift_pair(high, low, 55 - e);
    let below: bool = fraction >> 63 == 1;
    if whole == 0 && !below {
        // All bits of a small one are kept.
        let (s, _, zeros) = normalize_pair(high, low);
        return (0, s, e + 8 - zeros, false);
    }
    let k: i32 = if below { whole as i32 + 1 } else { whole as i32 };
    let distance: u64 = if below { 0u64.wrapping_sub(fraction) } else { fraction };
    let zeros: u32 = distance.leading_zeros().min(63);
    (k, distance << zeros, -1 - zeros as i32, below)
}

// `(p, q)`: sinh(g ln(2) / 64) = g * p / 2^70 and cosh(g ln(2) / 64) - 1 = g * q / 2^78.
fn exponent_series(s: u64, e: i32) -> (u64, u64) {
    let g: u64 = super::fraction::shift_right(s, -1 - e);
    let v: u64 = upper(g, g).min((1u64 << 62) - 1) << 2;
    let sine: u64 = SINH[0] + upper(v, SINH[1] + upper_small(v, SINH[2] + upper_small(v, SINH[3])));
    let cosine: u64 = COSH[0] + upper(v, COSH[1] + upper_small(v, COSH[2]));
    (sine, upper(g, cosine))
}

// 2^(g / 64) - 1 is this times 2^(e - 69), with the sign of g.
fn exponent_rest(s: u64, e: i32, below: bool) -> u64 {
    let (sine, cosine) = exponent_series(s, e);
    upper(s, if below { sine - (cosine >> 8) } else { sine + (cosine >> 8) })
}

// `(high, low, n)` with 2^((k + g) / 64) = (high + low / 2^64) * 2^(n - 63); `rest` is that of g, `e` g's
// exponent.
fn exponent_sum(k: i32, rest: u64, e: i32, below: bool) -> (u64, u64, i32) {
    let factor: u64 = EXP2[(k & 63) as usize];
    // 69 bits after the point.
    let change: u64 = upper(factor, super::fraction::shift_right(rest, -1 - e));
    let (high, low) = combine_pairs(below, factor, 0, change >> 6, change << 58);
    (high, low, k >> 6)
}

// `(m, n)` with 2^t = m * 2^(n - 63), where `negative` is the sign of t = (high + low / 2^64) * 2^(e - 61).
fn exponential(high: u64, low: u64, e: i32, negative: bool) -> (u64, i32) {
    let (steps, s, scale, beyond) = split_exponent(high, low, e);
    let below: bool = beyond != negative;
    let rest: u64 = exponent_rest(s, scale, below);
    let (m, _, n) = exponent_sum(if negative { -steps } else { steps }, rest, scale, below);
    (m, n)
}

// base^x, where log2(base) is given; beyond the limits it is 0 or infinite.
fn power_of(x: f64, base_high: u64, base_low: u64, lowest: f64, highest: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > highest {
        return infinity();
    }
    if x < lowest {
        return 0.0;
    }
    if is_zero(x) {
        return 1.0;
    }
    let (high, low, e) = exponent_of(x, base_high, base_low);
    let (m, n) = exponential(high, low, e, is_negative(x));
    pack(false, m, n)
}

/// e to the power of `x`. Error below 0.51 ULP.
pub fn exp(x: f64) -> f64 {
    power_of(x, LOG2_E_HIGH, LOG2_E_LOW, -746.0, 710.0)
}

/// 2 to the power of `x`. Error below 0.51 ULP; whole numbers give exact results.
pub fn exp2(x: f64) -> f64 {
    power_of(x, 1u64 << 62, 0, -1076.0, 1025.0)
}

/// 10 to the power of `x`. Error below 0.51 ULP.
pub fn exp10(x: f64) -> f64 {
    power_of(x, LOG2_10_HIGH, LOG2_10_LOW, -324.0, 309.0)
}

/// `exp(x) - 1`, without the loss of the small `x`. Error below 0.56 ULP.
pub fn expm1(x: f64) -> f64 {
    if is_zero(x) || x.is_nan() {
        return x;
    }
    if x > 710.0 {
        return infinity();
    }
    if x < -50.0 {
        return -1.0;
    }
    let negative: bool = is_negative(x);
    let (high, low, e) = exponent_of(x, LOG2_E_HIGH, LOG2_E_LOW);
    let (steps, s, scale, beyond) = split_exponent(high, low, e);
    let below: bool = beyond != negative;
    let rest: u64 = exponent_rest(s, scale, below);
    if steps == 0 {
        return pack(negative, rest, scale - 6);
    }
    let (m_high, m_low, n) = exponent_sum(if negative { -steps } else { steps }, rest, scale, below);
    if negative {
        let (p_high, p_low) = shift_pair(m_high, m_low, -n);
        let (d_high, d_low) = sub_pair(1u64 << 63, 0, p_high, p_low);
        return pack_pair(true, d_high, d_low, 0);
    }
    pack_pair(false, m_high - super::fraction::shift_right(1u64 << 63, n), m_low, n)
}
