// The error function: a polynomial for each eighth, and one in x^2 below one half.

// `v * p`, of 31 and 34 bits after the point, with 34.
fn step(v: u32, p: i32) -> i32 {
    ((v as i64 * p as i64) >> 31) as i32
}

// The polynomial of one piece at `v`, which has 31 bits after the point; the result has 40.
fn erf_piece(i: usize, v: u32) -> u64 {
    let p3: i32 = ERF_3[i] + step(v, ERF_4[i] + step(v, ERF_5[i]));
    let p1: i32 = ERF_1[i] + step(v, ERF_2[i] + step(v, p3));
    (ERF_0[i] + ((v as i64 * p1 as i64) >> 25)) as u64
}

/// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`. Error below 0.53 ULP.
pub fn erf(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if magnitude == 0.0 || x.is_nan() {
        return x;
    }
    if magnitude >= 4.0 {
        return if x < 0.0 { -1.0 } else { 1.0 };
    }
    let (s, e) = unpack(x);
    if e < -1 {
        let square: u64 = (s as u64 * s as u64) >> 29;
        let p: u64 = erf_piece(0, super::fraction::shift_right(square, -2 * e) as u32);
        return pack(x < 0.0, s as u64 * (p >> 9), e + 1);
    }
    // 29 bits after the point: 26 below the eighths.
    let fixed: u32 = s >> (2 - e) as u32;
    let p: u64 = erf_piece((fixed >> 26) as usize, (fixed & 0x3ff_ffff) << 5);
    pack(x < 0.0, p, 23)
}
