// Inverse trigonometric functions: the angle of a point in the first octant, less the nearest one whose
// tangent is k/64.

// `(n, d, scale, below)`: y / x turned back by the angle of tangent k/64 is n / d * 2^scale, negative if
// `below`; tan(a - b) = (tan a - tan b) / (1 + tan a tan b), exact but for the last bits of `n` and `d`. The
// exponent of x is `near` more than that of y.
fn turned_back(ys: u64, xs: u64, near: i32, k: u64) -> (u64, u64, i32, bool) {
    let up: u32 = (13 - near) as u32;
    let (p_high, p_low) = product(xs, k << 7);
    let (n_high, n_low) = sub_pair(ys >> (64 - up), ys << up, p_high, p_low);
    let below: bool = n_high >> 63 == 1;
    let (m_high, m_low) = negate_if(below, n_high, n_low);
    let (q_high, q_low) = product(ys, k << (7 - near) as u32);
    let (d_high, d_low) = add_pair(xs >> 51, xs << 13, q_high, q_low);
    let (n, _, n_zeros) = normalize_pair(m_high, m_low);
    let (d, _, d_zeros) = normalize_pair(d_high, d_low);
    (n, d, d_zeros - n_zeros, below)
}

// `(a, e)` with atan(y / x) = a * 2^(e - 63), for the normalized y = ys * 2^(ye - 63) and x likewise, y <= x.
fn octant_angle(ys: u64, ye: i32, xs: u64, xe: i32) -> (u64, i32) {
    let apart: i32 = xe - ye;
    let near: i32 = if apart > 7 { 0 } else { apart };
    let estimate: u64 = (ys >> 48) * super::fraction::reciprocal_seed((xs >> 32) as u32) as u64;
    let k: u64 = if apart > 7 { 0 } else { (((estimate >> near as u32) + 0x2_0000) >> 18).min(64) };
    let (n, d, scale, below) = turned_back(ys, xs, near, k);
    let ratio: u64 = divide(n, d);
    let e: i32 = scale - (apart - near);
    // 64 t, and 1 - atan(t) / t.
    let t: u64 = super::fraction::shift_right(ratio, -6 - e) << 1;
    let v: u64 = upper(t, t);
    let tail: u64 = ATAN_TAIL[1] - upper(v, ATAN_TAIL[2] - upper_small(v, ATAN_TAIL[3]));
    let arc: u64 = ratio - upper(ratio, upper(v, ATAN_TAIL[0] - upper(v, tail)));
    if k == 0 {
        return (arc, e);
    }
    let rest: u64 = super::fraction::shift_right(arc, -1 - e);
    let base: u64 = ATAN[k as usize];
    (if below { base - rest } else { base + rest }, -1)
}

// The angle of a point of the first or (`left`) second quadrant, none of whose coordinates is 0; results as
// above.
fn point_angle(ys: u64, ye: i32, xs: u64, xe: i32, left: bool) -> (u64, i32) {
    let steep: bool = ye > xe || (ye == xe && ys > xs);
    let near: u64 = if steep { ys } else { xs };
    let near_scale: i32 = if steep { ye } else { xe };
    let far: u64 = if steep { xs } else { ys };
    let far_scale: i32 = if steep { xe } else { ye };
    let (a, e) = octant_angle(far, far_scale, near, near_scale);
    if !steep && !left {
        return (a, e);
    }
    let small: u64 = super::fraction::shift_right(a, 1 - e);
    if !steep {
        return (HALF_PI * 2 - small, 1);
    }
    (if left { HALF_PI + small } else { HALF_PI - small }, 1)
}

/// Arc tangent, in radians. Error below 0.54 ULP.
pub fn atan(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) || x.is_nan() {
        return x;
    }
    if magnitude == infinity() {
        return pack(is_negative(x), HALF_PI, 1);
    }
    let (s, e) = unpack(x);
    let (a, scale) = point_angle(s, e, 1u64 << 63, 0, false);
    pack(is_negative(x), a, scale)
}

// The angle of a point of which a coordinate is zero or infinite.
fn axis_angle(y: f64, x: f64, left: bool) -> u64 {
    if x.abs() == infinity() && y.abs() == infinity() {
        return if left { (HALF_PI >> 1) * 3 } else { HALF_PI >> 1 };
    }
    if x.abs() == infinity() || is_zero(y) {
        return if left { HALF_PI * 2 } else { 0 };
    }
    HALF_PI
}

/// The angle of the point `(x, y)`, in radians, from -pi to pi. Error below 0.54 ULP. The special cases are
/// those of C99's Annex F.
pub fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return not_a_number();
    }
    let negative: bool = is_negative(y);
    let left: bool = is_negative(x);
    if is_zero(y) || is_zero(x) || y.abs() == infinity() || x.abs() == infinity() {
        return pack(negative, axis_angle(y, x, left), 1);
    }
    let (ys, ye) = unpack(y);
    let (xs, xe) = unpack(x);
    let (a, e) = point_angle(ys, ye, xs, xe, left);
    pack(negative, a, e)
}

// sqrt(1 - x^2) for 0 < |x| < 1, as `unpack` gives it.
fn cosine_for(s: u64, e: i32) -> (u64, i32) {
    let (p_high, p_low) = product(s, s);
    let (x_high, x_low) = shift_pair(p_high, p_low, -2 * e - 2);
    // 1 is beyond the words; what is left of the smallest squares is one unit.
    let (high, low) = sub_pair(0, 0, x_high, x_low.max(1));
    let (d, _, zeros) = normalize_pair(high, low);
    let (root, half) = square_root(d, -1 - zeros);
    let root_zeros: u32 = root.leading_zeros();
    (root << root_zeros, half + 1 - root_zeros as i32)
}

/// Arc sine, in radians. Error below 0.54 ULP. NaN outside of [-1, 1].
pub fn asin(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if is_zero(magnitude) || x.is_nan() {
        return x;
    }
    if magnitude >= 1.0 {
        return if magnitude == 1.0 { pack(is_negative(x), HALF_PI, 1) } else { not_a_number() };
    }
    let (s, e) = unpack(x);
    let (c, c_scale) = cosine_for(s, e);
    let (a, scale) = point_angle(s, e, c, c_scale, false);
    pack(is_negative(x), a, scale)
}

/// Arc cosine, in radians. Error below 0.54 ULP. NaN outside of [-1, 1].
pub fn acos(x: f64) -> f64 {
    let magnitude: f64 = x.abs();
    if x.is_nan() || magnitude > 1.0 {
        return not_a_number();
    }
    if is_zero(magnitude) {
        return pack(false, HALF_PI, 1);
    }
    if magnitude == 1.0 {
        return if is_negative(x) { pack(false, HALF_PI * 2, 1) } else { 0.0 };
    }
    let (s, e) = unpack(x);
    let (c, c_scale) = cosine_for(s, e);
    let (a, scale) = point_angle(c, c_scale, s, e, is_negative(x));
    pack(false, a, scale)
}
