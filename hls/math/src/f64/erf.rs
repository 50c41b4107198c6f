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
        let (square, _) = product(s, s);
        let p: i64 = erf_piece(0, super::fraction::shift_right(square, -4 - 2 * e));
        let (high, low) = product(s, p as u64);
        return pack_pair(x < 0.0, high, low, e + 2);
    }
    // 61 bits after the point: 58 below the eighths.
    let fixed: u64 = s >> (2 - e) as u32;
    let p: i64 = erf_piece((fixed >> 58) as usize, fixed << 6);
    pack(x < 0.0, p as u64, 1)
}
