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

// erf(x) / x for |x| < 1/2, with 62 bits after the point.
fn near_zero(s: u64, e: i32) -> u64 {
    let (square, _) = product(s, s);
    erf_piece(0, super::fraction::shift_right(square, -4 - 2 * e)) as u64
}

// erf of 2^-64 <= |x| < 6, with 62 bits after the point.
fn erf_of(s: u64, e: i32) -> u64 {
    if e < -1 {
        return super::fraction::shift_right(upper(s, near_zero(s, e)), -1 - e);
    }
    // 61 bits after the point: 58 below the eighths.
    let fixed: u64 = s >> (2 - e) as u32;
    erf_piece((fixed >> 58) as usize, fixed << 6) as u64
}

/// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`. Error below 0.52 ULP.
pub fn erf(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if magnitude == 0.0 || x.is_nan() {
        return x;
    }
    if magnitude >= 6.0 {
        return if x < 0.0 { -1.0 } else { 1.0 };
    }
    let (s, e) = unpack(x);
    if e < -1 {
        let (high, low) = product(s, near_zero(s, e));
        return pack_pair(x < 0.0, high, low, e + 2);
    }
    pack(x < 0.0, erf_of(s, e), 1)
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
    if x < 0.0 {
        return pack(false, (1u64 << 62) + erf_of(s, e), 1);
    }
    if e < -1 {
        return pack(false, (1u64 << 62) - erf_of(s, e), 1);
    }
    let (m, n) = bell(s, e);
    let (high, low) = product(m, scaled_erfc(s, e));
    pack_pair(false, high, low, n + 1 - e)
}
