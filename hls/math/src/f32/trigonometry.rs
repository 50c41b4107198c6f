// Sine, cosine and tangent. The argument is reduced as Payne and Hanek do ("Radian reduction for
// trigonometric functions", SIGNUM Newsletter 18, 1983): only those bits of 2/pi are multiplied that decide
// the quadrant and the fraction.

// `(quadrant, f, e)` with |x| = (quadrant + f * 2^(e - 31)) * pi/2, a quadrant more where `f` would be above
// one half; its sign is the last item. Of a finite float but zero.
fn reduce(x: f32) -> (u32, u32, i32, bool) {
    let (s, e) = unpack(x);
    let fraction: u64 = (s >> 8) as u64;
    // Below 2^-7 all products have the same bits.
    let position: i32 = e.max(-7);
    let start: i32 = position + 7;
    let word: usize = (start >> 5) as usize;
    let offset: u32 = (start & 31) as u32;
    let w0: u64 = TWO_OVER_PI[word] as u64;
    let w1: u64 = TWO_OVER_PI[word + 1] as u64;
    let w2: u64 = TWO_OVER_PI[word + 2] as u64;
    let w3: u64 = TWO_OVER_PI[word + 3] as u64;
    let high: u64 = ((w0 << 32 | w1) << offset) >> 32;
    let middle: u64 = ((w1 << 32 | w2) << offset) >> 32 & 0xffff_ffff;
    let low: u64 = ((w2 << 32 | w3) << offset) >> 32 & 0xffff_ffff;
    // The product modulo 2^96: two bits of quadrant, 94 of fraction.
    let last: u64 = fraction * low;
    let next: u64 = fraction * middle + (last >> 32);
    let first: u64 = (fraction * high).wrapping_add(next >> 32);
    let upper_bits: u64 = first << 32 | next & 0xffff_ffff;
    let turn: u64 = upper_bits << 2 | last >> 30 & 3;
    let above: bool = turn >> 63 == 1;
    let quadrant: u32 = (upper_bits >> 62) as u32 + if above { 1 } else { 0 };
    let distance: u64 = if above { 0u64.wrapping_sub(turn) } else { turn };
    let (f, scale) = normalize(distance);
    (quadrant, f, scale - 64 + (e - position), above)
}

// 4 f^2 as a fraction, for f = s * 2^(e - 31) up to one half.
fn square_of(s: u32, e: i32) -> u32 {
    let square: u64 = s as u64 * s as u64;
    super::fraction::shift_right(square, 28 - 2 * e).min(0xffff_ffff) as u32
}

// sin(f pi/2) / f or cos(f pi/2), with 31 bits after the point; `v` is 4 f^2. One polynomial with two sets of
// coefficients, whose signs alternate.
fn wave(cosine: bool, v: u32) -> u32 {
    let mut p: u32 = coefficient(cosine, 4);
    for i in 0..4usize {
        p = coefficient(cosine, 3 - i) - upper(v, p);
    }
    p
}

// The coefficient of v^i. Either is known where `i` is: a choice, and no table to be read.
fn coefficient(cosine: bool, i: usize) -> u32 {
    if cosine { WAVES[5 + i] } else { WAVES[i] }
}

// Sine of quadrant * pi/2 + f * pi/2.
fn quadrant_value(quadrant: u32, s: u32, e: i32, opposite: bool) -> f32 {
    let odd: bool = quadrant & 1 == 1;
    let half: bool = quadrant & 2 == 2;
    let p: u32 = wave(odd, square_of(s, e));
    if odd {
        return pack(half, p as u64, 32);
    }
    pack(half != opposite, s as u64 * p as u64, e + 1)
}

/// Sine of an angle in radians. Error below 0.52 ULP for all arguments, however large.
pub fn sin(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if is_zero(magnitude) {
        return x;
    }
    if magnitude == infinity() || x.is_nan() {
        return not_a_number();
    }
    let (quadrant, s, e, opposite) = reduce(magnitude);
    let result: f32 = quadrant_value(quadrant, s, e, opposite);
    if is_negative(x) { -result } else { result }
}

/// Cosine of an angle in radians. Error below 0.52 ULP for all arguments, however large.
pub fn cos(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
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
pub fn sin_cos(x: f32) -> (f32, f32) {
    let magnitude: f32 = x.abs();
    if is_zero(magnitude) {
        return (x, 1.0);
    }
    if magnitude == infinity() || x.is_nan() {
        return (not_a_number(), not_a_number());
    }
    let (quadrant, s, e, opposite) = reduce(magnitude);
    let sine: f32 = quadrant_value(quadrant, s, e, opposite);
    let cosine: f32 = quadrant_value(quadrant + 1, s, e, opposite);
    (if is_negative(x) { -sine } else { sine }, cosine)
}

/// Tangent of an angle in radians. Error below 0.53 ULP for all arguments, however large.
pub fn tan(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if is_zero(magnitude) {
        return x;
    }
    if magnitude == infinity() || x.is_nan() {
        return not_a_number();
    }
    let (quadrant, s, e, opposite) = reduce(magnitude);
    let v: u32 = square_of(s, e);
    let (sine, sine_scale) = normalize(s as u64 * wave(false, v) as u64);
    let (cosine, cosine_scale) = normalize(wave(true, v) as u64);
    // The scales are those of whole numbers, with 62 and 31 bits of fraction.
    let exponent: i32 = e + sine_scale - cosine_scale - 31;
    let odd: bool = quadrant & 1 == 1;
    let negative: bool = (is_negative(x)) != (odd != opposite);
    if odd {
        return pack(negative, divide(cosine, sine), -exponent);
    }
    pack(negative, divide(sine, cosine), exponent)
}
