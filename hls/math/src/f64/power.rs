// Powers: 2^(y log2 x), with a logarithm of 70 bits and the product in 128.

// |x|^(+-p) where p = s * 2^(e - 63), with the sign given.
fn power(x: f64, inverse: bool, s: u64, e: i32, negative: bool) -> f64 {
    let (below, l_high, l_low, scale) = log2_of(x.abs());
    if l_high == 0 {
        return if negative { -1.0 } else { 1.0 };
    }
    let falling: bool = below != inverse;
    let weight: i32 = e + scale - 1;
    if weight > 10 {
        return pack(negative, 1, if falling { -3000 } else { 3000 });
    }
    let (high, low) = product(s, l_high);
    let (t_high, t_low) = add_pair(high, low, 0, upper(s, l_low));
    let (m, n) = exponential(t_high, t_low, weight, falling);
    pack(negative, m, n)
}

// 0 for numbers with a fraction, 1 for odd ones, 2 for even ones.
fn parity(y: f64) -> u32 {
    if y.floor() != y {
        return 0;
    }
    if y.abs() < 9_007_199_254_740_992.0 && y.abs() as u64 & 1 == 1 { 1 } else { 2 }
}

// A power of zero or infinity: whether it is infinite, and its sign.
fn power_special(infinite: bool, negative: bool) -> f64 {
    let magnitude: f64 = if infinite { infinity() } else { 0.0 };
    if negative { -magnitude } else { magnitude }
}

/// `x` to the power of `y`. Error below 0.52 ULP. The special cases are those of C99's Annex F: `pow(x, 0)`
/// and `pow(1, y)` are 1 for all operands, even NaN.
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    let size: f64 = x.abs();
    if y.abs() == infinity() {
        if size == 1.0 {
            return 1.0;
        }
        return power_special((size > 1.0) == (y > 0.0), false);
    }
    let whole: u32 = parity(y);
    let negative: bool = x.to_bits() >> 63 == 1 && whole == 1;
    if size == 0.0 || size == infinity() {
        return power_special((size > 1.0) == (y > 0.0), negative);
    }
    if x < 0.0 && whole == 0 {
        return not_a_number();
    }
    let (s, e) = unpack(y);
    power(x, y < 0.0, s, e, negative)
}

/// `x` to the power of the integer `n`. Error below 0.52 ULP; `powi(x, 0)` is 1 for all `x`, even NaN.
pub fn powi(x: f64, n: i32) -> f64 {
    pow(x, n as f64)
}
