//! Loops of all kinds, what leaves them, and choices.

#[sycl_hls::kernels]
pub mod control {
    const LIMIT: i32 = 10;

    fn gcd(mut a: u32, mut b: u32) -> u32 {
        while b != 0 {
            let rest = a % b;
            a = b;
            b = rest;
        }
        a
    }

    fn first_above(x: &[i32], limit: i32) -> i32 {
        for i in 0..x.len() {
            if x[i] > limit {
                return x[i];
            }
        }
        -1
    }

    fn classify(n: i32) -> i32 {
        match n {
            i32::MIN..=-1 => -1,
            0 => 0,
            1 | 2 | 3 => 1,
            x if x % 2 == 0 => x / 2,
            LIMIT => 77,
            x @ 5..=9 => x * 100,
            _ => 9999,
        }
    }

    fn collatz(start: u64) -> u32 {
        let mut n = start;
        let mut steps = 0;
        loop {
            if n == 1 {
                break steps;
            }
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
            if steps == 200 {
                return u32::MAX;
            }
        }
    }

    #[kernel]
    pub fn whiles(a: &[u32], b: &[u32], y: &mut [u32]) {
        let mut i = 0;
        while i < a.len() {
            y[i] = gcd(a[i], b[i]);
            i += 1;
        }
    }

    #[kernel]
    pub fn returns(x: &[i32], limit: i32, y: &mut [i32]) {
        if x.len() == 0 {
            y[0] = -5;
            return;
        }
        y[0] = first_above(x, limit);
        if y[0] < 0 {
            return;
        }
        y[1] = 1;
    }

    #[kernel]
    pub fn matches(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() {
            y[i] = classify(x[i]);
        }
    }

    #[kernel]
    pub fn loops(x: &[u64], y: &mut [u32]) {
        for i in 0..x.len() {
            if x[i] == 0 {
                continue;
            }
            y[i] = collatz(x[i]);
        }
    }

    #[kernel]
    pub fn labels(m: &[i32], width: usize, wanted: i32, y: &mut [i32]) {
        let height = m.len() / width;
        let mut at = (-1, -1);
        let mut looked = 0;
        'rows: for r in 0..height {
            let mut c = 0;
            while c < width {
                let value = m[r * width + c];
                c += 1;
                if value < 0 {
                    continue 'rows;
                }
                looked += 1;
                if value == wanted {
                    at = (r as i32, c as i32 - 1);
                    break 'rows;
                }
            }
            looked += 100;
        }
        let quality = 'done: {
            if at.0 < 0 {
                break 'done 0;
            }
            for i in 0..height {
                if m[i * width] == wanted {
                    break 'done 1;
                }
            }
            2
        };
        y[0] = at.0;
        y[1] = at.1;
        y[2] = looked;
        y[3] = quality;
    }

    #[kernel]
    pub fn inclusive(from: u8, to: u8, y: &mut [u32]) {
        for i in from..=to {
            if i % 3 == 0 {
                continue;
            }
            if i == 200 {
                break;
            }
            y[0] += i as u32;
        }
        for i in (from..=to).step_by(7) {
            if i % 2 == 0 {
                continue;
            }
            y[1] += i as u32;
        }
        for i in (0..to).rev() {
            y[2] = y[2].wrapping_mul(3).wrapping_add(i as u32);
        }
        for i in (0..to as usize).step_by(5).rev() {
            y[3] = y[3].wrapping_mul(3).wrapping_add(i as u32);
        }
    }

    #[kernel]
    pub fn deferred(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() {
            let value;
            let sign: i32;
            if x[i] < 0 {
                value = x[i].wrapping_neg();
                sign = -1;
            } else {
                value = x[i];
                sign = 1;
            }
            let value = value % 1000;
            let mut rest = Some(value);
            let mut digits = 0;
            while let Some(n) = rest {
                digits += 1;
                rest = if n >= 10 { Some(n / 10) } else { None };
            }
            y[i] = sign * digits;
        }
    }

    /// A loop that may be left early, and one behind it that has nothing to do with it: fusion needs trip counts.
    #[kernel]
    pub fn left_before_another(n: i64, a: &mut i64, b: &mut i64) {
        let (mut first, mut second) = (*a, *b);
        for i in 0..8 {
            first = (first ^ i) & 63;
            if first == n {
                break;
            }
            first += 2;
        }
        for j in 0..5 {
            second = second.wrapping_mul(3) ^ j;
        }
        for _ in 0..9 {
            first = first * 7 % 1001;
            break;
        }
        for j in 0..6 {
            second = second.wrapping_mul(5) ^ j;
        }
        *a = first;
        *b = second;
    }
}
