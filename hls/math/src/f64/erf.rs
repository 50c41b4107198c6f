// The error function: a polynomial for each eighth, and one in x^2 below one half.

// `c + v * p` where `v` is a fraction of 64 bits.
fn step(c: i64, v: u64, p: i64) -> i64 {
    let term: i64 = upper(v, super::fraction::magnitude(p)) as i64;
    if p < 0 { c - term } else { c + term }
}

// The polynomial of one piece at the fraction `v`, with 62 bits after the point.
fn erf_piece(i: usize, v: u64) -> i64 {
    let p9: i64 = step(ERF_9[i], v, step(ERF_10[i], v, ERF_11[i]));
    let p6: i64 = step(ERF_6[i], v, step(ERF_7[i], v, step(ERF_8[i], v, p9)));
    let p3: i64 = step(ERF_3[i], v, step(ERF_4[i], v, step(ERF_5[i], v, p6)));
    step(ERF_0[i], v, step(ERF_1[i], v, step(ERF_2[i], v, p3)))
}

// erf(x) / x for |x| < 1/2, else erf(x) for |x| < 6; with 62 bits after the point.
fn erf_part(s: u64, e: i32) -> u64 {
    // 61 bits after the point: 58 below the eighths.
    let fixed: u64 = if e < -1 { 0 } else { s >> (2 - e) as u32 };
    let (square, _) = product(s, s);
    let small: u64 = super::fraction::shift_right(square, (-4 - 2 * e).max(0));
    erf_piece((fixed >> 58) as usize, if e < -1 { small } else { fixed << 6 }) as u64
}

/// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`. Error below 0.52 ULP.
pub fn erf(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) || x.is_nan() {
        return x;
    }
    if magnitude >= 6.0 {
        return if is_negative(x) { -1.0 } else { 1.0 };
    }
    let (s, e) = unpack(x);
    let part: u64 = erf_part(s, e);
    if e < -1 {
        let (high, low) = product(s, part);
        return pack_pair(is_negative(x), high, low, e + 2);
    }
    pack(is_negative(x), part, 1)
}

// 1 - erf(x), where that loses nothing.
fn one_minus_erf(x: f64, s: u64, e: i32) -> f64 {
    let part: u64 = erf_part(s, e);
    let value: u64 = if e < -1 { super::fraction::shift_right(upper(s, part), -1 - e) } else { part };
    pack(false, if is_negative(x) { (1u64 << 62) + value } else { (1u64 << 62) - value }, 1)
}

// 2^(e + 1) exp(x^2) erfc(x) for 1/2 <= x < 32, with 62 bits after the point.
fn scaled_erfc(s: u64, e: i32) -> u64 {
    let i: usize = (((e + 1) * 8) as u64 + (s >> 60 & 7)) as usize;
    let v: u64 = s << 4;
    let p9: i64 = step(ERFCX_9[i], v, step(ERFCX_10[i], v, ERFCX_11[i]));
    let p6: i64 = step(ERFCX_6[i], v, step(ERFCX_7[i], v, step(ERFCX_8[i], v, p9)));
    let p3: i64 = step(ERFCX_3[i], v, step(ERFCX_4[i], v, step(ERFCX_5[i], v, p6)));
    step(ERFCX_0[i], v, step(ERFCX_1[i], v, step(ERFCX_2[i], v, p3))) as u64
}

// `(m, n)` with exp(-x^2) = m * 2^(n - 63).
fn bell(s: u64, e: i32) -> (u64, i32) {
    let (square_high, square_low) = product(s, s);
    let (high, low) = product(square_high, LOG2_E_HIGH);
    let (t_high, t_low) = add_pair(high, low, 0, upper(square_low, LOG2_E_HIGH));
    let (u_high, u_low) = add_pair(t_high, t_low, 0, upper(square_high, LOG2_E_LOW));
    exponential(u_high, u_low, 2 * e + 1, true)
}

/// `1 - erf(x)`, without the loss of the large `x`. Error below 0.52 ULP.
pub fn erfc(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if x.is_nan() {
        return x;
    }
    if magnitude < 1.0e-18 {
        return 1.0;
    }
    if x <= -6.0 {
        return 2.0;
    }
    if x > 27.5 {
        return 0.0;
    }
    let (s, e) = unpack(x);
    if x < 0.5 {
        return one_minus_erf(x, s, e);
    }
    let (m, n) = bell(s, e);
    let (high, low) = product(m, scaled_erfc(s, e));
    pack_pair(false, high, low, n + 1 - e)
}
