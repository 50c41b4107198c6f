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

// Of a finite float but zero: 0 for numbers with a fraction, 1 for odd ones, 2 for even ones.
fn parity(y: f64) -> u32 {
    let (s, e) = unpack(y);
    if e < 0 {
        return 0;
    }
    if e > 63 {
        return 2;
    }
    // The bit of weight 1, and those below it.
    let unit: u32 = (63 - e) as u32;
    if s & ((1u64 << unit) - 1) != 0 {
        return 0;
    }
    if s >> unit & 1 == 1 { 1 } else { 2 }
}

// A power of zero or infinity: whether it is infinite, and its sign.
fn power_special(infinite: bool, negative: bool) -> f64 {
    let magnitude: f64 = if infinite { infinity() } else { 0.0 };
    if negative { -magnitude } else { magnitude }
}

/// `x` to the power of `y`. Error below 0.52 ULP. The special cases are those of C99's Annex F: `pow(x, 0)`
/// and `pow(1, y)` are 1 for all operands, even NaN.
pub fn pow(x: f64, y: f64) -> f64 {
    if is_zero(y) || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return not_a_number();
    }
    let size: f64 = x.abs();
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

/// `x` to the power of the integer `n`. Error below 0.52 ULP; `powi(x, 0)` is 1 for all `x`, even NaN.
pub fn powi(x: f64, n: i32) -> f64 {
    pow(x, n as f64)
}
