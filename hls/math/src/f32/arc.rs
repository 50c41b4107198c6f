// Inverse trigonometric functions: the angle of a point in the first octant, less the nearest one whose
// tangent is k/32.

// `(a, e)` with atan(y / x) = a * 2^(e - 63), for the normalized y = ys * 2^(ye - 31) and x likewise, y <= x.
fn octant_angle(ys: u32, ye: i32, xs: u32, xe: i32) -> (u64, i32) {
    let apart: i32 = xe - ye;
    let near: i32 = if apart > 6 { 0 } else { apart };
    let estimate: u32 = (ys >> 16) * super::fraction::reciprocal_seed(xs) as u32;
    let rounded: u32 = if apart > 6 { 0 } else { ((estimate >> near as u32) + 0x4_0000) >> 19 };
    let k: u64 = rounded.min(32) as u64;
    // tan(a - b) = (tan a - tan b) / (1 + tan a tan b), exact but for the division.
    let x: u64 = (xs as u64) << 6;
    let y: u64 = ((ys as u64) << 6) >> near as u32;
    let numerator: i64 = (y * 32) as i64 - (x * k) as i64;
    let (n, n_scale) = normalize(super::fraction::magnitude(numerator));
    let (d, d_scale) = normalize(x * 32 + y * k);
    let ratio: u64 = divide(n, d);
    let e: i32 = n_scale - d_scale - (apart - near);
    // 32 t, and 1 - atan(t) / t.
    let t: u32 = super::fraction::shift_right(ratio, 26 - e) as u32;
    let v: u32 = upper(t, t);
    let lack: u32 = upper(v, ATAN_TAIL[0] - upper(v, ATAN_TAIL[1]));
    let arc: u64 = ratio - (ratio >> 32) * lack as u64;
    if k == 0 {
        return (arc, e);
    }
    let rest: u64 = super::fraction::shift_right(arc, 1 - e);
    let base: u64 = ATAN[k as usize];
    (if numerator < 0 { base - rest } else { base + rest }, 1)
}

// The angle of a point of the first or (`left`) second quadrant, none of whose coordinates is 0; results as
// above.
fn point_angle(ys: u32, ye: i32, xs: u32, xe: i32, left: bool) -> (u64, i32) {
    let steep: bool = ye > xe || (ye == xe && ys > xs);
    let near: u32 = if steep { ys } else { xs };
    let near_scale: i32 = if steep { ye } else { xe };
    let far: u32 = if steep { xs } else { ys };
    let far_scale: i32 = if steep { xe } else { ye };
    let (a, e) = octant_angle(far, far_scale, near, near_scale);
    if !steep && !left {
        return (a, e);
    }
    let small: u64 = super::fraction::shift_right(a, 2 - e);
    if !steep {
        return (HALF_PI * 2 - small, 2);
    }
    (if left { HALF_PI + small } else { HALF_PI - small }, 2)
}

/// Arc tangent, in radians. Error below 0.52 ULP.
pub fn atan(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if is_zero(magnitude) || x.is_nan() {
        return x;
    }
    if magnitude == infinity() {
        return pack(is_negative(x), HALF_PI, 2);
    }
    let (s, e) = unpack(x);
    let (a, scale) = point_angle(s, e, 0x8000_0000, 0, false);
    pack(is_negative(x), a, scale)
}

// The angle of a point of which a coordinate is zero or infinite.
fn axis_angle(y: f32, x: f32, left: bool) -> u64 {
    if x.abs() == infinity() && y.abs() == infinity() {
        return if left { (HALF_PI >> 1) * 3 } else { HALF_PI >> 1 };
    }
    if x.abs() == infinity() || is_zero(y) {
        return if left { HALF_PI * 2 } else { 0 };
    }
    HALF_PI
}

/// The angle of the point `(x, y)`, in radians, from -pi to pi. Error below 0.52 ULP. The special cases are
/// those of C99's Annex F.
pub fn atan2(y: f32, x: f32) -> f32 {
    if x.is_nan() || y.is_nan() {
        return not_a_number();
    }
    let negative: bool = is_negative(y);
    let left: bool = is_negative(x);
    if is_zero(y) || is_zero(x) || y.abs() == infinity() || x.abs() == infinity() {
        return pack(negative, axis_angle(y, x, left), 2);
    }
    let (ys, ye) = unpack(y);
    let (xs, xe) = unpack(x);
    let (a, e) = point_angle(ys, ye, xs, xe, left);
    pack(negative, a, e)
}

// sqrt(1 - x^2) for 0 < |x| < 1, as `unpack` gives it.
fn cosine_for(s: u32, e: i32) -> (u32, i32) {
    let rest: u64 = (1u64 << 63) - super::fraction::shift_right(s as u64 * s as u64, -2 * e - 1);
    let (d, scale) = normalize(rest);
    let (root, half) = square_root(d, scale - 63);
    let (c, c_scale) = normalize(root);
    (c, c_scale - 62 + half)
}

/// Arc sine, in radians. Error below 0.53 ULP. NaN outside of [-1, 1].
pub fn asin(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if is_zero(magnitude) || x.is_nan() {
        return x;
    }
    if magnitude >= 1.0 {
        return if magnitude == 1.0 { pack(is_negative(x), HALF_PI, 2) } else { not_a_number() };
    }
    let (s, e) = unpack(x);
    let (c, c_scale) = cosine_for(s, e);
    let (a, scale) = point_angle(s, e, c, c_scale, false);
    pack(is_negative(x), a, scale)
}

/// Arc cosine, in radians. Error below 0.53 ULP. NaN outside of [-1, 1].
pub fn acos(x: f32) -> f32 {
    let magnitude: f32 = x.abs();
    if x.is_nan() || magnitude > 1.0 {
        return not_a_number();
    }
    if is_zero(magnitude) {
        return pack(false, HALF_PI, 2);
    }
    if magnitude == 1.0 {
        return if is_negative(x) { pack(false, HALF_PI * 2, 2) } else { 0.0 };
    }
    let (s, e) = unpack(x);
    let (c, c_scale) = cosine_for(s, e);
    let (a, scale) = point_angle(c, c_scale, s, e, is_negative(x));
    pack(false, a, scale)
}
