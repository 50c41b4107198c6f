// Logarithms: x = 2^e * (1 + r) / ratio with a ratio of few bits, so that r is exact, and near 1 all is r.
// Results have 70 bits, as `pow` needs.

// `(high, low)` with |log2(1 + r)| = (high + low / 2^64) * 2^(e - 62), where |r| = s * 2^(e - 63) < 0.64 /
// 64.
fn log2_near_one(negative: bool, s: u64, e: i32) -> (u64, u64) {
    let z: u64 = super::fraction::shift_right(s, -e - 7);
    // The signs of the terms alternate where r is positive.
    let mut p: u64 = LOG_TAIL[8];
    for i in 0..8usize {
        let term: u64 = if i < 2 { upper_small(z, p) } else { upper(z, p) };
        p = if negative { LOG_TAIL[7 - i] + term } else { LOG_TAIL[7 - i] - term };
    }
    let tail: u64 = upper(s, super::fraction::shift_right(upper(s, p), -e - 7));
    let (high, low) = product(s, LOG2_E_HIGH);
    let (line_high, line_low) = add_pair(high, low, 0, upper(s, LOG2_E_LOW));
    combine_pairs(!negative, line_high << 1 | line_low >> 63, line_low << 1, tail >> 7, tail << 57)
}

// `(negative, high, low, e)`: the sum of a whole number, an entry of the table, and another fraction added or
// taken away; in magnitude (high + low / 2^64) * 2^(e - 63), normalized.
fn log2_sum(whole: i64, entry: usize, negative: bool, high: u64, low: u64) -> (bool, u64, u64, i32) {
    let b_high: u64 = LOG_BASE_HIGH[entry];
    let b_low: u64 = LOG_BASE_LOW[entry];
    let (f_high, f_low) = combine_pairs(negative, b_high, b_low, high, low);
    // A sum that is less than its term carries, a difference that is more borrows.
    let less: bool = f_high < b_high || (f_high == b_high && f_low < b_low);
    let more: bool = f_high > b_high || (f_high == b_high && f_low > b_low);
    let change: i64 = if negative && more { -1 } else { 0 };
    let top: i64 = if !negative && less { whole + 1 } else { whole + change };
    // Negated, a fraction takes one from the whole part.
    let below: bool = top < 0;
    let (m_high, m_low) = negate_if(below, f_high, f_low);
    let above: i64 = if m_high == 0 && m_low == 0 { -top } else { -top - 1 };
    let count: u64 = if below { above as u64 } else { top as u64 };
    if count == 0 {
        let (n_high, n_low, zeros) = normalize_pair(m_high, m_low);
        return (below, n_high, n_low, -1 - zeros);
    }
    let bits: u32 = 64 - count.leading_zeros();
    (below, count << (64 - bits) | m_high >> bits, m_high << (64 - bits) | m_low >> bits, bits as i32 - 1)
}

// `(index, whole, negative, s, e)`: m * 2^(exponent - 63) = 2^whole * (1 + r) / ratio, |r| = s * 2^(e - 63),
// with the ratio of the index; for a normalized `m` with zeros in the last four bits. Of zero, the logarithm
// of 1, `s` is 0.
fn split_ratio(m: u64, exponent: i32) -> (usize, i64, bool, u64, i32) {
    let index: usize = ((((m >> 56) + 1) >> 1) - 64) as usize;
    // 68 bits after the point; the 1 is beyond the word.
    let r: i64 = (m >> 4).wrapping_mul(LOG_RATIO[index] as u64) as i64;
    let whole: i64 = if index == 64 { exponent as i64 + 1 } else { exponent as i64 };
    let magnitude: u64 = super::fraction::magnitude(r);
    let zeros: i32 = magnitude.leading_zeros().min(63) as i32;
    (index & 63, whole, r < 0, magnitude << zeros as u32, -5 - zeros)
}

// log2 of what `split_ratio` has split; the result as of `log2_sum`, 0 for 1.
fn log2_joined(index: usize, whole: i64, negative: bool, s: u64, e: i32) -> (bool, u64, u64, i32) {
    let (high, low) = log2_near_one(negative, s, e);
    if whole == 0 && index == 0 {
        let (n_high, n_low, zeros) = normalize_pair(high, low);
        return (negative, n_high, n_low, e + 1 - zeros);
    }
    let (f_high, f_low) = shift_pair(high, low, -2 - e);
    log2_sum(whole, index, negative, f_high, f_low)
}

// log2 of a positive finite float.
fn log2_of(x: f64) -> (bool, u64, u64, i32) {
    let (m, exponent) = unpack(x);
    let (index, whole, negative, s, e) = split_ratio(m, exponent);
    log2_joined(index, whole, negative, s, e)
}

// What has no logarithm, and infinity.
fn log_special(x: f64) -> f64 {
    if is_zero(x) {
        return -infinity();
    }
    if is_negative(x) { not_a_number() } else { x }
}

// A logarithm in another base: `factor` has 64 bits after the point.
fn log_of(negative: bool, s: u64, e: i32, factor: u64) -> f64 {
    let (high, low) = product(s, factor);
    pack_pair(negative, high, low, e)
}

/// Natural logarithm. Error below 0.51 ULP. Of 0: minus infinity; of negative numbers: NaN.
pub fn log(x: f64) -> f64 {
    if !is_positive_finite(x) {
        return log_special(x);
    }
    let (negative, s, _, e) = log2_of(x);
    log_of(negative, s, e, LN_2)
}

/// Logarithm in base 2. Error below 0.51 ULP; powers of two give exact results.
pub fn log2(x: f64) -> f64 {
    if !is_positive_finite(x) {
        return log_special(x);
    }
    let (negative, s, _, e) = log2_of(x);
    pack(negative, s, e)
}

/// Logarithm in base 10. Error below 0.51 ULP; powers of ten give exact results.
pub fn log10(x: f64) -> f64 {
    if !is_positive_finite(x) {
        return log_special(x);
    }
    let (negative, s, _, e) = log2_of(x);
    log_of(negative, s, e - 1, LOG10_2)
}

// `(m, e)`: 1 + x = m * 2^(e - 63), normalized, for |x| = s * 2^(scale - 63). Exact, unless x is small or so
// large that 1 is nothing.
fn one_plus(negative: bool, s: u64, scale: i32) -> (u64, i32) {
    let larger: i32 = scale.max(0);
    let term: u64 = super::fraction::shift_right(s, larger - scale) >> 1;
    let one: u64 = super::fraction::shift_right(1u64 << 62, larger);
    let sum: u64 = if negative { one - term } else { one + term };
    let zeros: i32 = sum.leading_zeros() as i32;
    (sum << zeros as u32, larger + 1 - zeros)
}

/// `log(1 + x)`, without the loss of the small `x`. Error below 0.51 ULP. Of -1: minus infinity.
pub fn log1p(x: f64) -> f64 {
    if x.is_nan() || x <= -1.0 || x == infinity() {
        return log_special(if x == -1.0 { 0.0 } else { x });
    }
    if is_zero(x) {
        return x;
    }
    let (x_s, x_e) = unpack(x);
    let (m, exponent) = one_plus(is_negative(x), x_s, x_e);
    let (index, whole, below, r_s, r_e) = split_ratio(m, exponent);
    // Where the ratio is 1, x is r.
    let small: bool = x > -0.00390625 && x < 0.0078125;
    let s: u64 = if small { x_s } else { r_s };
    let e: i32 = if small { x_e } else { r_e };
    let entry: usize = if small { 0 } else { index };
    let count: i64 = if small { 0 } else { whole };
    let opposite: bool = if small { is_negative(x) } else { below };
    let (negative, l, _, scale) = log2_joined(entry, count, opposite, s, e);
    log_of(negative, l, scale, LN_2)
}
