//! The methods of integers whose result may not fit, in every form, and kinds of floats.

#[sycl_hls::kernels]
pub mod exact {
    use sycl_hls::device::*;

    /// Methods of all integers.
    fn common<T: Integer>(a: T, b: T, n: u32) -> [T; 24] {
        let by = if b == T::ZERO { T::ONE } else { b };
        [
            a.wrapping_div(by),
            a.wrapping_rem(by),
            a.wrapping_div_euclid(by),
            a.wrapping_rem_euclid(by),
            a.saturating_div(by),
            a.saturating_pow(n % 12),
            a.overflowing_div(by).0,
            a.overflowing_rem(by).0,
            a.overflowing_div_euclid(by).0,
            a.overflowing_rem_euclid(by).0,
            a.overflowing_neg().0,
            a.overflowing_pow(n % 12).0,
            a.overflowing_shl(n).0,
            a.overflowing_shr(n).0,
            a.checked_neg().unwrap_or(T::MAX),
            a.checked_pow(n % 12).unwrap_or(T::MAX),
            a.checked_div_euclid(b).unwrap_or(T::MAX),
            a.checked_rem_euclid(b).unwrap_or(T::MAX),
            a.checked_shl(n).unwrap_or(T::MAX),
            a.checked_shr(n).unwrap_or(T::MAX),
            a.unbounded_shl(n),
            a.unbounded_shr(n),
            a.midpoint(b),
            b.midpoint(a),
        ]
    }

    /// What they count, and their flags.
    fn told<T: Integer>(a: T, b: T, n: u32) -> [u32; 12] {
        let by = if b == T::ZERO { T::ONE } else { b };
        [
            a.overflowing_div(by).1 as u32,
            a.overflowing_rem(by).1 as u32,
            a.overflowing_div_euclid(by).1 as u32,
            a.overflowing_rem_euclid(by).1 as u32,
            a.overflowing_neg().1 as u32,
            a.overflowing_pow(n % 12).1 as u32,
            a.overflowing_shl(n).1 as u32,
            a.overflowing_shr(n).1 as u32,
            a.checked_ilog2().unwrap_or(99),
            a.checked_ilog10().unwrap_or(99),
            a.checked_ilog(b).unwrap_or(99),
            a.leading_ones() + a.trailing_ones(),
        ]
    }

    #[kernel]
    pub fn exact_u8(a: &[u8], b: &[u8], y: &mut [u8], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let s = q as i8;
            let own = [
                p.wrapping_add_signed(s),
                p.saturating_add_signed(s),
                p.checked_add_signed(s).unwrap_or(77),
                p.overflowing_add_signed(s).0,
                p.wrapping_sub_signed(s),
                p.saturating_sub_signed(s),
                p.checked_sub_signed(s).unwrap_or(77),
                p.overflowing_sub_signed(s).0,
                p.checked_signed_diff(q).unwrap_or(77) as u8,
                p.checked_next_power_of_two().unwrap_or(77),
                p.checked_next_multiple_of(q).unwrap_or(77),
                p.cast_signed() as u8,
            ];
            y[40 * k + 24..40 * k + 36].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_signed(s).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_signed(s).1 as u32;
            c[24 * k + 14] = p.is_multiple_of(q) as u32;
            c[24 * k + 15] = p.checked_signed_diff(q).is_some() as u32;
        }
    }

    #[kernel]
    pub fn stops_u8(a: u8, b: u8, which: u32, y: &mut [u8]) {
        y[0] = match which {
            0 => a.next_power_of_two(),
            1 => a.next_multiple_of(b),
            2 => a.ilog(b) as u8,
            3 => a.ilog10() as u8,
            4 => a.wrapping_div(b),
            5 => a.overflowing_rem(b).0,
            6 => a.saturating_div(b),
            7 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn exact_i8(a: &[i8], b: &[i8], y: &mut [i8], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let u = q as u8;
            let own = [
                p.wrapping_add_unsigned(u),
                p.saturating_add_unsigned(u),
                p.checked_add_unsigned(u).unwrap_or(77),
                p.overflowing_add_unsigned(u).0,
                p.wrapping_sub_unsigned(u),
                p.saturating_sub_unsigned(u),
                p.checked_sub_unsigned(u).unwrap_or(77),
                p.overflowing_sub_unsigned(u).0,
                p.wrapping_abs(),
                p.saturating_abs(),
                p.checked_abs().unwrap_or(77),
                p.overflowing_abs().0,
                p.saturating_neg(),
                p.checked_isqrt().unwrap_or(77),
                p.cast_unsigned() as i8,
            ];
            y[40 * k + 24..40 * k + 39].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_unsigned(u).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_unsigned(u).1 as u32;
            c[24 * k + 14] = p.overflowing_abs().1 as u32;
        }
    }

    #[kernel]
    pub fn stops_i8(a: i8, b: i8, which: u32, y: &mut [i8]) {
        y[0] = match which {
            0 => a.ilog(b) as i8,
            1 => a.ilog10() as i8,
            2 => a.wrapping_div(b),
            3 => a.overflowing_rem(b).0,
            4 => a.saturating_div(b),
            5 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn exact_u16(a: &[u16], b: &[u16], y: &mut [u16], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let s = q as i16;
            let own = [
                p.wrapping_add_signed(s),
                p.saturating_add_signed(s),
                p.checked_add_signed(s).unwrap_or(77),
                p.overflowing_add_signed(s).0,
                p.wrapping_sub_signed(s),
                p.saturating_sub_signed(s),
                p.checked_sub_signed(s).unwrap_or(77),
                p.overflowing_sub_signed(s).0,
                p.checked_signed_diff(q).unwrap_or(77) as u16,
                p.checked_next_power_of_two().unwrap_or(77),
                p.checked_next_multiple_of(q).unwrap_or(77),
                p.cast_signed() as u16,
            ];
            y[40 * k + 24..40 * k + 36].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_signed(s).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_signed(s).1 as u32;
            c[24 * k + 14] = p.is_multiple_of(q) as u32;
            c[24 * k + 15] = p.checked_signed_diff(q).is_some() as u32;
        }
    }

    #[kernel]
    pub fn stops_u16(a: u16, b: u16, which: u32, y: &mut [u16]) {
        y[0] = match which {
            0 => a.next_power_of_two(),
            1 => a.next_multiple_of(b),
            2 => a.ilog(b) as u16,
            3 => a.ilog10() as u16,
            4 => a.wrapping_div(b),
            5 => a.overflowing_rem(b).0,
            6 => a.saturating_div(b),
            7 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn exact_i16(a: &[i16], b: &[i16], y: &mut [i16], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let u = q as u16;
            let own = [
                p.wrapping_add_unsigned(u),
                p.saturating_add_unsigned(u),
                p.checked_add_unsigned(u).unwrap_or(77),
                p.overflowing_add_unsigned(u).0,
                p.wrapping_sub_unsigned(u),
                p.saturating_sub_unsigned(u),
                p.checked_sub_unsigned(u).unwrap_or(77),
                p.overflowing_sub_unsigned(u).0,
                p.wrapping_abs(),
                p.saturating_abs(),
                p.checked_abs().unwrap_or(77),
                p.overflowing_abs().0,
                p.saturating_neg(),
                p.checked_isqrt().unwrap_or(77),
                p.cast_unsigned() as i16,
            ];
            y[40 * k + 24..40 * k + 39].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_unsigned(u).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_unsigned(u).1 as u32;
            c[24 * k + 14] = p.overflowing_abs().1 as u32;
        }
    }

    #[kernel]
    pub fn stops_i16(a: i16, b: i16, which: u32, y: &mut [i16]) {
        y[0] = match which {
            0 => a.ilog(b) as i16,
            1 => a.ilog10() as i16,
            2 => a.wrapping_div(b),
            3 => a.overflowing_rem(b).0,
            4 => a.saturating_div(b),
            5 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn exact_u32(a: &[u32], b: &[u32], y: &mut [u32], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let s = q as i32;
            let own = [
                p.wrapping_add_signed(s),
                p.saturating_add_signed(s),
                p.checked_add_signed(s).unwrap_or(77),
                p.overflowing_add_signed(s).0,
                p.wrapping_sub_signed(s),
                p.saturating_sub_signed(s),
                p.checked_sub_signed(s).unwrap_or(77),
                p.overflowing_sub_signed(s).0,
                p.checked_signed_diff(q).unwrap_or(77) as u32,
                p.checked_next_power_of_two().unwrap_or(77),
                p.checked_next_multiple_of(q).unwrap_or(77),
                p.cast_signed() as u32,
            ];
            y[40 * k + 24..40 * k + 36].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_signed(s).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_signed(s).1 as u32;
            c[24 * k + 14] = p.is_multiple_of(q) as u32;
            c[24 * k + 15] = p.checked_signed_diff(q).is_some() as u32;
        }
    }

    #[kernel]
    pub fn stops_u32(a: u32, b: u32, which: u32, y: &mut [u32]) {
        y[0] = match which {
            0 => a.next_power_of_two(),
            1 => a.next_multiple_of(b),
            2 => a.ilog(b) as u32,
            3 => a.ilog10() as u32,
            4 => a.wrapping_div(b),
            5 => a.overflowing_rem(b).0,
            6 => a.saturating_div(b),
            7 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn exact_i32(a: &[i32], b: &[i32], y: &mut [i32], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let u = q as u32;
            let own = [
                p.wrapping_add_unsigned(u),
                p.saturating_add_unsigned(u),
                p.checked_add_unsigned(u).unwrap_or(77),
                p.overflowing_add_unsigned(u).0,
                p.wrapping_sub_unsigned(u),
                p.saturating_sub_unsigned(u),
                p.checked_sub_unsigned(u).unwrap_or(77),
                p.overflowing_sub_unsigned(u).0,
                p.wrapping_abs(),
                p.saturating_abs(),
                p.checked_abs().unwrap_or(77),
                p.overflowing_abs().0,
                p.saturating_neg(),
                p.checked_isqrt().unwrap_or(77),
                p.cast_unsigned() as i32,
            ];
            y[40 * k + 24..40 * k + 39].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_unsigned(u).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_unsigned(u).1 as u32;
            c[24 * k + 14] = p.overflowing_abs().1 as u32;
        }
    }

    #[kernel]
    pub fn stops_i32(a: i32, b: i32, which: u32, y: &mut [i32]) {
        y[0] = match which {
            0 => a.ilog(b) as i32,
            1 => a.ilog10() as i32,
            2 => a.wrapping_div(b),
            3 => a.overflowing_rem(b).0,
            4 => a.saturating_div(b),
            5 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn exact_u64(a: &[u64], b: &[u64], y: &mut [u64], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let s = q as i64;
            let own = [
                p.wrapping_add_signed(s),
                p.saturating_add_signed(s),
                p.checked_add_signed(s).unwrap_or(77),
                p.overflowing_add_signed(s).0,
                p.wrapping_sub_signed(s),
                p.saturating_sub_signed(s),
                p.checked_sub_signed(s).unwrap_or(77),
                p.overflowing_sub_signed(s).0,
                p.checked_signed_diff(q).unwrap_or(77) as u64,
                p.checked_next_power_of_two().unwrap_or(77),
                p.checked_next_multiple_of(q).unwrap_or(77),
                p.cast_signed() as u64,
            ];
            y[40 * k + 24..40 * k + 36].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_signed(s).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_signed(s).1 as u32;
            c[24 * k + 14] = p.is_multiple_of(q) as u32;
            c[24 * k + 15] = p.checked_signed_diff(q).is_some() as u32;
        }
    }

    #[kernel]
    pub fn stops_u64(a: u64, b: u64, which: u32, y: &mut [u64]) {
        y[0] = match which {
            0 => a.next_power_of_two(),
            1 => a.next_multiple_of(b),
            2 => a.ilog(b) as u64,
            3 => a.ilog10() as u64,
            4 => a.wrapping_div(b),
            5 => a.overflowing_rem(b).0,
            6 => a.saturating_div(b),
            7 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn exact_i64(a: &[i64], b: &[i64], y: &mut [i64], c: &mut [u32]) {
        for k in 0..a.len() {
            let (p, q, n) = (a[k], b[k], (k % 70) as u32);
            y[40 * k..40 * k + 24].copy_from_slice(&common(p, q, n));
            c[24 * k..24 * k + 12].copy_from_slice(&told(p, q, n));
            let u = q as u64;
            let own = [
                p.wrapping_add_unsigned(u),
                p.saturating_add_unsigned(u),
                p.checked_add_unsigned(u).unwrap_or(77),
                p.overflowing_add_unsigned(u).0,
                p.wrapping_sub_unsigned(u),
                p.saturating_sub_unsigned(u),
                p.checked_sub_unsigned(u).unwrap_or(77),
                p.overflowing_sub_unsigned(u).0,
                p.wrapping_abs(),
                p.saturating_abs(),
                p.checked_abs().unwrap_or(77),
                p.overflowing_abs().0,
                p.saturating_neg(),
                p.checked_isqrt().unwrap_or(77),
                p.cast_unsigned() as i64,
            ];
            y[40 * k + 24..40 * k + 39].copy_from_slice(&own);
            c[24 * k + 12] = p.overflowing_add_unsigned(u).1 as u32;
            c[24 * k + 13] = p.overflowing_sub_unsigned(u).1 as u32;
            c[24 * k + 14] = p.overflowing_abs().1 as u32;
        }
    }

    #[kernel]
    pub fn stops_i64(a: i64, b: i64, which: u32, y: &mut [i64]) {
        y[0] = match which {
            0 => a.ilog(b) as i64,
            1 => a.ilog10() as i64,
            2 => a.wrapping_div(b),
            3 => a.overflowing_rem(b).0,
            4 => a.saturating_div(b),
            5 => a.wrapping_rem_euclid(b),
            _ => a.overflowing_div_euclid(b).0,
        };
    }

    #[kernel]
    pub fn kinds_f32(x: &[f32], y: &mut [u32]) {
        for k in 0..x.len() {
            let kind = x[k].classify();
            y[k] = match kind {
                FpCategory::Nan => 1,
                FpCategory::Infinite => 2,
                FpCategory::Zero => 4,
                FpCategory::Subnormal if x[k] > 0.0 => 8,
                FpCategory::Subnormal => 16,
                FpCategory::Normal => 32,
            } + kind as u32
                + (kind == FpCategory::Normal) as u32;
        }
    }

    #[kernel]
    pub fn kinds_f64(x: &[f64], y: &mut [u32]) {
        for k in 0..x.len() {
            let kind = x[k].classify();
            y[k] = match kind {
                FpCategory::Nan => 1,
                FpCategory::Infinite => 2,
                FpCategory::Zero => 4,
                FpCategory::Subnormal if x[k] > 0.0 => 8,
                FpCategory::Subnormal => 16,
                FpCategory::Normal => 32,
            } + kind as u32
                + (kind == FpCategory::Normal) as u32;
        }
    }
}
