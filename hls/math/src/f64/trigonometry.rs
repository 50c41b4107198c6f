// Sine, cosine and tangent. The argument is reduced as Payne and Hanek do ("Radian reduction for
// trigonometric functions", SIGNUM Newsletter 18, 1983): only those bits of 2/pi are multiplied that decide
// the quadrant and the fraction.

// 64 bits of 2/pi, from a position in a word.
fn two_over_pi(word: usize, offset: u32) -> u64 {
    TWO_OVER_PI[word] << offset | TWO_OVER_PI[word + 1] >> 1 >> (63 - offset)
}

// `(quadrant, f, e)` with |x| = (quadrant + f * 2^(e - 63)) * pi/2, a quadrant more where `f` would be above
// one half; its sign is the last item. Of a finite float but zero.
fn reduce(x: f64) -> (u32, u64, i32, bool) {
    let (s, e) = unpack(x);
    let fraction: u64 = s >> 11;
    // Below 2^-10 all products have the same bits.
    let position: i32 = e.max(-10);
    let start: i32 = position + 10;
    let word: usize = (start >> 6) as usize;
    let offset: u32 = (start & 63) as u32;
    // The product modulo 2^192: two bits of quadrant, 190 of fraction.
    let (last, _) = product(fraction, two_over_pi(word + 2, offset));
    let (next_high, next_low) = product(fraction, two_over_pi(word + 1, offset));
    let first: u64 = fraction.wrapping_mul(two_over_pi(word, offset));
    let (high, low) = add_pair(first.wrapping_add(next_high), next_low, 0, last);
    let turn_high: u64 = high << 2 | low >> 62;
    let above: bool = turn_high >> 63 == 1;
    let quadrant: u32 = (high >> 62) as u32 + if above { 1 } else { 0 };
    let (d_high, d_low) = negate_if(above, turn_high, low << 2);
    let (f, _, zeros) = normalize_pair(d_high, d_low);
    (quadrant, f, e - position - 1 - zeros, above)
}

// 4 f^2 as a fraction, for f = s * 2^(e - 63) up to one half.
fn square_of(s: u64, e: i32) -> u64 {
    let f: u64 = super::fraction::shift_right(s, -1 - e);
    upper(f, f).min((1u64 << 62) - 1) << 2
}

// sin(f pi/2) / f or cos(f pi/2), with 63 bits after the point; `v` is 4 f^2. One polynomial with two sets of
// coefficients, whose signs alternate.
fn wave(cosine: bool, v: u64) -> u64 {
    let mut p: u64 = coefficient(cosine, 9);
    for i in 0..9usize {
        p = coefficient(cosine, 8 - i) - if i < 3 { upper_small(v, p) } else { upper(v, p) };
    }
    p
}

// The coefficient of v^i. Either is known where `i` is: a choice, and no table to be read.
fn coefficient(cosine: bool, i: usize) -> u64 {
    if cosine { WAVES[10 + i] } else { WAVES[i] }
}

// sin(f pi/2) * 2^-e, with 62 bits after the point, for the sine's polynomial.
fn sine_of(s: u64, p: u64) -> u64 {
    let (high, _) = product(s, p);
    high
}

// Sine of quadrant * pi/2 + f * pi/2.
fn quadrant_value(quadrant: u32, s: u64, e: i32, opposite: bool) -> f64 {
    let odd: bool = quadrant & 1 == 1;
    let half: bool = quadrant & 2 == 2;
    let p: u64 = wave(odd, square_of(s, e));
    if odd {
        return pack(half, p, 0);
    }
    pack(half != opposite, sine_of(s, p), e + 1)
}

/// Sine of an angle in radians. Error below 0.51 ULP for all arguments, however large.
pub fn sin(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) {
        return x;
    }
    if magnitude == infinity() || x.is_nan() {
        return not_a_number();
    }
    let (quadrant, s, e, opposite) = reduce(magnitude);
    let result: f64 = quadrant_value(quadrant, s, e, opposite);
    if is_negative(x) { -result } else { result }
}

/// Cosine of an angle in radians. Error below 0.51 ULP for all arguments, however large.
pub fn cos(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) {
        return 1.0;
    }
    if magnitude == infinity() || x.is_nan() {
        return not_a_number();
    }
    let (quadrant, s, e, opposite) = reduce(magnitude);
    quadrant_value(quadrant + 1, s, e, opposite)
}

/// `(sin(x), cos(x))` at the price of little more than one of them, and with the same bits.
pub fn sin_cos(x: f64) -> (f64, f64) {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) {
        return (x, 1.0);
    }
    if magnitude == infinity() || x.is_nan() {
        return (not_a_number(), not_a_number());
    }
    let (quadrant, s, e, opposite) = reduce(magnitude);
    let sine: f64 = quadrant_value(quadrant, s, e, opposite);
    let cosine: f64 = quadrant_value(quadrant + 1, s, e, opposite);
    (if is_negative(x) { -sine } else { sine }, cosine)
}

/// Tangent of an angle in radians. Error below 0.52 ULP for all arguments, however large.
pub fn tan(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) {
        return x;
    }
    if magnitude == infinity() || x.is_nan() {
        return not_a_number();
    }
    let (quadrant, s, e, opposite) = reduce(magnitude);
    let v: u64 = square_of(s, e);
    let sine: u64 = sine_of(s, wave(false, v));
    let cosine: u64 = wave(true, v);
    let sine_zeros: u32 = sine.leading_zeros();
    let cosine_zeros: u32 = cosine.leading_zeros();
    let exponent: i32 = e + 1 - sine_zeros as i32 + cosine_zeros as i32;
    let odd: bool = quadrant & 1 == 1;
    let negative: bool = (is_negative(x)) != (odd != opposite);
    if odd {
        return pack(negative, divide(cosine << cosine_zeros, sine << sine_zeros), -exponent);
    }
    pack(negative, divide(sine << sine_zeros, cosine << cosine_zeros), exponent)
}
