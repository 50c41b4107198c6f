//! Every operator for every type.

/// Operators and casts, each result in an element of its own.
#[sycl_hls::kernels]
pub mod arithmetic {
    /// Operators that cannot fail for the arguments given, and wrapping ones that never fail.
    #[kernel]
    pub fn ints_i32(a: &[i32], b: &[i32], #[len(4096)] out: &mut [i32]) {
        for i in 0..a.len() {
            let x = a[i];
            let y = b[i];
            let base = i * 16;
            out[base] = x.wrapping_add(y);
            out[base + 1] = x.wrapping_sub(y);
            out[base + 2] = x.wrapping_mul(y);
            out[base + 3] = if y != 0 { x.wrapping_div(y) } else { 0 };
            out[base + 4] = if y != 0 { x.wrapping_rem(y) } else { 0 };
            out[base + 5] = x.wrapping_neg();
            out[base + 6] = x & y;
            out[base + 7] = x | y;
            out[base + 8] = x ^ y;
            out[base + 9] = !x;
            out[base + 10] = x << (y & 31);
            out[base + 11] = x >> (y & 31);
            out[base + 12] = x.wrapping_shl(y as u32);
            out[base + 13] = x.wrapping_shr(y as u32);
            out[base + 14] = (x < y) as i32 + (x <= y) as i32 * 2 + (x == y) as i32 * 4 + (x != y) as i32 * 8;
            out[base + 15] = (x / 9).wrapping_add(x % 7).wrapping_sub(-(x / 2));
        }
    }

    /// The same for `u64`.
    #[kernel]
    pub fn ints_u64(a: &[u64], b: &[u64], #[len(4096)] out: &mut [u64]) {
        for i in 0..a.len() {
            let x = a[i];
            let y = b[i];
            let base = i * 16;
            out[base] = x.wrapping_add(y);
            out[base + 1] = x.wrapping_sub(y);
            out[base + 2] = x.wrapping_mul(y);
            out[base + 3] = if y > 0 { x / y } else { 0 };
            out[base + 4] = if y > 0 { x % y } else { 0 };
            out[base + 5] = x.wrapping_neg();
            out[base + 6] = x & y;
            out[base + 7] = x | y;
            out[base + 8] = x ^ y;
            out[base + 9] = !x;
            out[base + 10] = x << (y & 63);
            out[base + 11] = x >> (y & 63);
            out[base + 12] = x.wrapping_shl(y as u32);
            out[base + 13] = x.wrapping_shr(y as u32);
            out[base + 14] = (x < y) as u64 | ((x >= y) as u64) << 1 | ((x > y) as u64) << 2;
            out[base + 15] = x / 10 + x % 10;
        }
    }

    /// The same for `u8`, where C++ computes in `int`.
    #[kernel]
    pub fn ints_u8(a: &[u8], b: &[u8], #[len(4096)] out: &mut [u8]) {
        for i in 0..a.len() {
            let x = a[i];
            let y = b[i];
            let base = i * 16;
            out[base] = x.wrapping_add(y);
            out[base + 1] = x.wrapping_sub(y);
            out[base + 2] = x.wrapping_mul(y);
            out[base + 3] = if y > 0 { x / y } else { 0 };
            out[base + 4] = if y > 0 { x % y } else { 0 };
            out[base + 5] = x.wrapping_neg();
            out[base + 6] = x & y;
            out[base + 7] = x | y;
            out[base + 8] = x ^ y;
            out[base + 9] = !x;
            out[base + 10] = x << (y & 7);
            out[base + 11] = x >> (y & 7);
            out[base + 12] = x.wrapping_shl(y as u32);
            out[base + 13] = x.wrapping_shr(y as u32);
            out[base + 14] = (x < y) as u8 | ((x == y) as u8) << 1;
            out[base + 15] = x.wrapping_mul(x).wrapping_add(y) / 3;
        }
    }

    /// `i64` and `u32`.
    #[kernel]
    pub fn ints_mixed(a: &[i64], b: &[u32], #[len(2048)] wide: &mut [i64], #[len(2048)] narrow: &mut [u32]) {
        for i in 0..a.len() {
            let x = a[i];
            let y = b[i];
            let base = i * 8;
            wide[base] = x.wrapping_mul(y as i64);
            wide[base + 1] = x.wrapping_add(i64::MAX);
            wide[base + 2] = x >> (y % 64);
            wide[base + 3] = x << (y % 64);
            wide[base + 4] = x / (y as i64 + 1);
            wide[base + 5] = x % (y as i64 + 1);
            wide[base + 6] = -(x / 2);
            wide[base + 7] = x ^ !(y as i64);
            narrow[base] = y.wrapping_mul(y);
            narrow[base + 1] = y.wrapping_sub(x as u32);
            narrow[base + 2] = y >> (x & 31);
            narrow[base + 3] = y << (x & 31);
            narrow[base + 4] = y / 3 * 2;
            narrow[base + 5] = y % 1000 + y / 1000;
            narrow[base + 6] = !y & x as u32;
            narrow[base + 7] = y.wrapping_neg();
        }
    }

    /// Casts between all integer types.
    #[kernel]
    pub fn int_casts(values: &[i64], #[len(2048)] out: &mut [i64]) {
        for i in 0..values.len() {
            let x = values[i];
            let base = i * 8;
            out[base] = x as u8 as i64;
            out[base + 1] = x as i32 as i64;
            out[base + 2] = x as u32 as i64;
            out[base + 3] = x as u64 as i64;
            out[base + 4] = x as usize as i64;
            out[base + 5] = (x as u8 as i32 - 300) as u8 as i64;
            out[base + 6] = (x > 0) as u8 as i64;
            out[base + 7] = x as i32 as u64 as i64;
        }
    }

    /// Casts from floats saturate and give 0 for NaN; casts to floats round to nearest even.
    #[kernel]
    pub fn float_casts(values: &[f64], #[len(2048)] ints: &mut [i64], #[len(1024)] floats: &mut [f64]) {
        for i in 0..values.len() {
            let x = values[i];
            let base = i * 8;
            ints[base] = x as i32 as i64;
            ints[base + 1] = x as u32 as i64;
            ints[base + 2] = x as i64;
            ints[base + 3] = x as u64 as i64;
            ints[base + 4] = x as u8 as i64;
            ints[base + 5] = x as f32 as i32 as i64;
            ints[base + 6] = x as f32 as u64 as i64;
            ints[base + 7] = x as f32 as u8 as i64;
            floats[i * 4] = x as f32 as f64;
            floats[i * 4 + 1] = x as i64 as f64;
            floats[i * 4 + 2] = x as u64 as f32 as f64;
            floats[i * 4 + 3] = x as i32 as f32 as f64;
        }
    }

    /// `f32` arithmetic: every operation is rounded by itself.
    #[kernel]
    pub fn floats_f32(a: &[f32], b: &[f32], #[len(2048)] out: &mut [f32]) {
        for i in 0..a.len() {
            let x = a[i];
            let y = b[i];
            let base = i * 8;
            out[base] = x + y;
            out[base + 1] = x - y;
            out[base + 2] = x * y;
            out[base + 3] = x / y;
            out[base + 4] = -x;
            out[base + 5] = x * y + x;
            out[base + 6] = (x < y) as u8 as f32 + (x >= y) as u8 as f32 * 2.0;
            out[base + 7] = (x == y) as u8 as f32 + (x != y) as u8 as f32 * 2.0;
        }
    }

    /// `f64` arithmetic with literals that need all their digits.
    #[kernel]
    pub fn floats_f64(a: &[f64], b: &[f64], #[len(2048)] out: &mut [f64]) {
        for i in 0..a.len() {
            let x = a[i];
            let y = b[i];
            let base = i * 8;
            out[base] = x + y * 0.1;
            out[base + 1] = x - 3.141592653589793;
            out[base + 2] = x * y - x / y;
            out[base + 3] = if x <= y { f64::MAX } else { f64::MIN_POSITIVE };
            out[base + 4] = -(x + 1e-300);
            out[base + 5] = x * y + x;
            out[base + 6] = (x as f32 * 0.1) as f64;
            out[base + 7] = if x > y { f64::EPSILON } else { -0.0 };
        }
    }

    /// `bool` operators, lazy and eager.
    #[kernel]
    pub fn bools(a: &[u8], #[len(256)] out: &mut [u8]) {
        for i in 0..a.len() {
            let p = a[i] & 1 == 1;
            let q = a[i] & 2 == 2;
            let base = i * 16;
            out[base] = (p && q) as u8;
            out[base + 1] = (p || q) as u8;
            out[base + 2] = (p & q) as u8;
            out[base + 3] = (p | q) as u8;
            out[base + 4] = (p ^ q) as u8;
            out[base + 5] = !p as u8;
            out[base + 6] = (p < q) as u8;
            out[base + 7] = (p <= q) as u8;
            out[base + 8] = (p > q) as u8;
            out[base + 9] = (p >= q) as u8;
            out[base + 10] = (p == q) as u8;
            out[base + 11] = (p != q) as u8;
            out[base + 12] = (p && (q || !p)) as u8;
            out[base + 13] = ((p & !q) | (q & !p)) as u8;
            out[base + 14] = (!(p || q) && true) as u8;
            out[base + 15] = (p == !q) as u8;
        }
    }
}
