// The error function: a polynomial for each eighth, and one in x^2 below one half.

// `v * p`, where `v` has 31 bits after the point; the result has as many as `p`.
fn step(v: u32, p: i32) -> i32 {
    ((v as i64 * p as i64) >> 31) as i32
}

// The polynomial of one piece at `v`, which has 31 bits after the point; the result has 40.
fn erf_piece(i: usize, v: u32) -> u64 {
    let p3: i32 = ERF_3[i] + step(v, ERF_4[i] + step(v, ERF_5[i]));
    let p1: i32 = ERF_1[i] + step(v, ERF_2[i] + step(v, p3));
    (ERF_0[i] + ((v as i64 * p1 as i64) >> 25)) as u64
}

// erf(x) / x for |x| < 1/2, else erf(x) for |x| < 4; with 40 bits after the point.
fn erf_part(s: u32, e: i32) -> u64 {
    // 29 bits after the point: 26 below the eighths.
    let fixed: u32 = if e < -1 { 0 } else { s >> (2 - e) as u32 };
    let square: u64 = (s as u64 * s as u64) >> 29;
    let small: u32 = super::fraction::shift_right(square, (-2 * e).max(0)) as u32;
    erf_piece((fixed >> 26) as usize, if e < -1 { small } else { (fixed & 0x3ff_ffff) << 5 })
}

/// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`. Error below 0.51 ULP.
pub fn erf(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if is_zero(magnitude) || x.is_nan() {
        return x;
    }
    if magnitude >= 4.0 {
        return if is_negative(x) { -1.0 } else { 1.0 };
    }
    let (s, e) = unpack(x);
    let part: u64 = erf_part(s, e);
    if e < -1 {
        return pack(is_negative(x), s as u64 * (part >> 9), e + 1);
    }
    pack(is_negative(x), part, 23)
}

// 1 - erf(x), where that loses nothing.
fn one_minus_erf(x: f32, s: u32, e: i32) -> f32 {
    let part: u64 = erf_part(s, e);
    let value: u64 = if e < -1 { super::fraction::shift_right(s as u64 * (part >> 9), 22 - e) } else { part };
    pack(false, if is_negative(x) { (1u64 << 40) + value } else { (1u64 << 40) - value }, 23)
}

// 2^(e + 1) exp(x^2) erfc(x) for 1/2 <= x < 16, with 40 bits after the point.
fn scaled_erfc(s: u32, e: i32) -> u64 {
    let i: usize = (((e + 1) * 8) as u32 + (s >> 28 & 7)) as usize;
    let v: u32 = (s & 0xfff_ffff) << 3;
    let p3: i32 = ERFCX_3[i] + step(v, ERFCX_4[i] + step(v, ERFCX_5[i]));
    let p1: i32 = ERFCX_1[i] + step(v, ERFCX_2[i] + step(v, p3));
    (ERFCX_0[i] + ((v as i64 * p1 as i64) >> 24)) as u64
}

/// `1 - erf(x)`, without the loss of the large `x`. Error below 0.53 ULP.
pub fn erfc(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if x.is_nan() {
        return x;
    }
    if magnitude < 1.0e-9 {
        return 1.0;
    }
    if x <= -4.0 {
        return 2.0;
    }
    if x > 10.2 {
        return 0.0;
    }
    let (s, e) = unpack(x);
    if x < 0.5 {
        return one_minus_erf(x, s, e);
    }
    // x^2 is exact, with 55 bits after the point.
    let square: u64 = ((s >> 8) as u64 * (s >> 8) as u64) << (2 * e + 9) as u32;
    let (m, n) = exponential(-times_log2_e(square as i64));
    let factor: u32 = (scaled_erfc(s, e) >> 9) as u32;
    pack(false, ((m >> 31) as u32) as u64 * factor as u64, n - e)
}
