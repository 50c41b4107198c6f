//! Operators at their corners, and loops at the ends of their counters.

#[sycl_hls::kernels]
pub mod corners {
    use sycl_hls::device::*;

    #[kernel]
    pub fn integers(a: &[i32], b: &[i32], y: &mut [i64]) {
        for i in 0..a.len() {
            let (p, q) = (a[i], b[i]);
            let wide = (p as i64) << 32 | q as u32 as i64;
            let at = 32 * i;
            y[at] = p.wrapping_div(q) as i64;
            y[at + 1] = p.wrapping_rem(q) as i64;
            y[at + 2] = wide.wrapping_div(q as i64);
            y[at + 3] = wide.wrapping_rem(q as i64);
            y[at + 4] = (wide as u64 / q as u32 as u64) as i64;
            y[at + 5] = p.wrapping_shl(q as u32) as i64;
            y[at + 6] = p.wrapping_shr(q as u32) as i64;
            y[at + 7] = (p as u32).wrapping_shr(q as u32) as i64;
            y[at + 8] = wide.wrapping_shl(q as u32);
            y[at + 9] = wide.wrapping_shr(q as u32);
            y[at + 10] = (p as u8).wrapping_shl(q as u32) as i64;
            y[at + 11] = p as i8 as i64;
            y[at + 12] = p as u16 as i64;
            y[at + 13] = p as u32 as i64;
            y[at + 14] = p as i64 * q as i64;
            y[at + 15] = wide.wrapping_mul(wide);
            y[at + 16] = wide as i32 as i64 + (wide >> 32);
            // Constants.
            y[at + 17] = (p / 3 + p % 3) as i64;
            y[at + 18] = (p / -7 - p % -7) as i64;
            y[at + 19] = (p / 10 ^ p % 10) as i64;
            y[at + 20] = (p / 4 ^ p % 4) as i64;
            y[at + 21] = (p / i32::MAX ^ p % i32::MIN) as i64;
            y[at + 22] = p.wrapping_div(-1) as i64;
            y[at + 23] = (p as u32 / 10 ^ p as u32 % 10) as i64;
            y[at + 24] = (p as u32 / 641 ^ p as u32 % 65537) as i64;
            y[at + 25] = (p as u32 / u32::MAX) as i64;
            y[at + 26] = wide / 10 ^ wide % 10;
            y[at + 27] = wide / -1_000_000_007;
            y[at + 28] = (wide as u64 / 7 ^ wide as u64 % 7) as i64;
            y[at + 29] = (p as i8 / 3) as i64;
            y[at + 30] = (p as u16 / 10) as i64;
            y[at + 31] = wide % 4096;
        }
    }

    /// A bit for each comparison.
    fn compared(p: f32, q: f32) -> i64 {
        let all = [p < q, p <= q, p == q, p != q, p >= q, p > q];
        let mut bits = 0;
        for i in 0..6 {
            bits |= (all[i] as i64) << i;
        }
        bits
    }

    #[kernel]
    pub fn floats(a: &[f32], b: &[f32], c: &[f64], n: &[u64], y: &mut [f32], z: &mut [f64], k: &mut [i64]) {
        for i in 0..a.len() {
            let (p, q, wide) = (a[i], b[i], c[i]);
            let at = 12 * i;
            y[at] = p + q;
            y[at + 1] = p - q;
            y[at + 2] = p * q;
            y[at + 3] = p / q;
            y[at + 4] = p.mul_add(q, -(p * q));
            y[at + 5] = p.sqrt();
            y[at + 6] = p.min(q);
            y[at + 7] = p.max(q);
            y[at + 8] = wide as f32;
            y[at + 9] = n[i] as f32;
            y[at + 10] = n[i] as i64 as f32;
            y[at + 11] = -p;
            z[4 * i] = p as f64;
            z[4 * i + 1] = n[i] as f64;
            z[4 * i + 2] = wide.mul_add(wide, -(wide * wide));
            z[4 * i + 3] = wide * q as f64;
            k[8 * i] = compared(p, q);
            k[8 * i + 1] = p as i8 as i64;
            k[8 * i + 2] = p as u8 as i64;
            k[8 * i + 3] = wide as i32 as i64;
            k[8 * i + 4] = wide as u32 as i64;
            k[8 * i + 5] = wide as i64;
            k[8 * i + 6] = (wide as u64) as i64;
            k[8 * i + 7] = p as i64;
        }
    }

    /// What counters are, one after the other; and how many there were.
    #[kernel]
    pub fn counters(n: u8, from: u64, to: u64, low: i64, y: &mut [u64]) {
        let mut at = 1_usize;
        for i in 0..n {
            y[at] = i as u64;
            at += 1;
        }
        for i in (0..n).rev() {
            y[at] = i as u64;
            at += 1;
        }
        for i in (n..=255).step_by(100) {
            y[at] = i as u64;
            at += 1;
        }
        for i in (n..255).rev().step_by(90) {
            y[at] = i as u64;
            at += 1;
        }
        for i in from..to {
            y[at] = i;
            at += 1;
        }
        for i in from..=to {
            y[at] = i ^ 1;
            at += 1;
        }
        for i in (from..=to).rev() {
            y[at] = i ^ 2;
            at += 1;
        }
        for i in (from..=to).step_by(3) {
            y[at] = i ^ 4;
            at += 1;
        }
        for i in (low..i64::MIN + 3).rev() {
            y[at] = i as u64;
            at += 1;
        }
        y[0] = at as u64;
    }
}
