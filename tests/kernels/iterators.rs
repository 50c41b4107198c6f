//! Iterators, generics and constants that are computed.

#[sycl_hls::kernels]
pub mod iterators {
    use sycl_hls::device::*;

    const SQUARES: [u32; 16] = squares();
    const PRIMES: u32 = count_primes(100);

    const fn squares() -> [u32; 16] {
        let mut table = [0; 16];
        let mut i = 0;
        while i < 16 {
            table[i] = (i * i) as u32;
            i += 1;
        }
        table
    }

    const fn count_primes(below: u32) -> u32 {
        let mut count = 0;
        let mut n = 2;
        while n < below {
            if is_prime(n) {
                count += 1;
            }
            n += 1;
        }
        count
    }

    const fn is_prime(n: u32) -> bool {
        let mut d = 2;
        while d * d <= n {
            if n % d == 0 {
                return false;
            }
            d += 1;
        }
        n >= 2
    }

    fn larger<T: Number>(a: T, b: T) -> T {
        if a > b { a } else { b }
    }

    fn dot<T: Number, const N: usize>(a: &[T; N], b: &[T; N]) -> T {
        let mut sum = T::ZERO;
        for (x, y) in a.iter().zip(b) {
            sum += *x * *y;
        }
        sum
    }

    fn powers<const N: usize>(base: i64) -> [i64; N] {
        let mut all = [1; N];
        for i in 1..N {
            all[i] = all[i - 1] * base;
        }
        all
    }

    fn parity<T: Integer>(x: T) -> u32 {
        let mut rest = x;
        let mut ones = 0;
        for _ in 0..T::BITS {
            if rest & T::ONE == T::ONE {
                ones += 1;
            }
            rest = rest.rotate_right(1);
        }
        ones % 2
    }

    #[kernel]
    pub fn sums(x: &[i32], f: &[f32], y: &mut [i32], z: &mut [f32]) {
        y[0] = x.iter().sum();
        y[1] = x.iter().map(|v| v * 2).fold(1, |acc, v| acc ^ v);
        y[2] = x.iter().take(3).skip(1).copied().product::<i32>();
        y[3] = x.iter().any(|v| *v == 7) as i32;
        y[4] = x.iter().rev().enumerate().fold(0, |acc, (i, v)| acc + i as i32 * v);
        y[5] = (1..=10).sum();
        z[0] = f.iter().sum();
        z[1] = f.iter().fold(f32::NEG_INFINITY, |best, v| best.max(*v));
        z[2] = f.iter().all(|v| v.is_finite()) as u32 as f32;
    }

    #[kernel]
    pub fn loops(x: &[i32], y: &mut [i32]) {
        for (out, v) in y.iter_mut().zip(x.iter()) {
            *out = v + 1;
        }
        for (i, chunk) in x.chunks_exact(4).enumerate() {
            let mut best = chunk[0];
            for v in chunk {
                best = larger(best, *v);
            }
            y[i] = best;
        }
        for pair in x.windows(2) {
            y[7] += pair[1] - pair[0];
        }
        for chunk in y.chunks_exact_mut(3) {
            chunk[0] = chunk.len() as i32;
            chunk.swap(1, 2);
        }
        let copy = [1, 2, 3];
        for v in copy {
            y[5] += v;
        }
        for i in (0..x.len()).rev().step_by(3) {
            y[6] = y[6] * 2 + i as i32;
        }
    }

    #[kernel]
    pub fn generic(a: &[f32], b: &[i64], y: &mut [f64]) {
        let mut left = [0.0_f32; 4];
        let mut right = [0; 2];
        left.copy_from_slice(&a[..4]);
        right.copy_from_slice(&b[1..3]);
        y[0] = dot(&left, &left) as f64;
        y[1] = dot(&right, &[3, 4]) as f64;
        let p: [i64; 5] = powers(3);
        y[2] = powers::<4>(b[0] % 10)[3] as f64 + p[4] as f64;
        y[3] = f64::from(larger(a[0], a[1])) + larger(2_u8, 1) as f64;
        y[4] = (parity(b[0]) + parity(b[1] as u8)) as f64;
    }

    #[kernel]
    pub fn tables(y: &mut [u32]) {
        for (i, square) in SQUARES.iter().enumerate() {
            y[i] = *square + PRIMES;
        }
    }
    struct Window {
        from: usize,
    }

    /// How long parts are is known where their ends differ by a number: a pipelined loop may run over them.
    #[kernel]
    pub fn parts(rows: usize, x: &[i32], y: &mut [i32]) {
        const WIDTH: usize = 4;
        #[pipeline(ii = 16)]
        for row in 0..rows {
            let window = Window { from: 3 * row };
            let mut sum = 0;
            for v in &x[window.from..=window.from + 2] {
                sum += *v;
            }
            for v in x[(row + 1) * 2 - 2..2 * row + 1].iter() {
                sum -= *v;
            }
            let narrow = row as u32;
            for (v, w) in x[narrow as usize..narrow as usize + 2].iter().zip(&x[row..row + 2]) {
                sum += *v * *w;
            }
            y[row * WIDTH..(row + 1) * WIDTH].copy_from_slice(&[sum; WIDTH]);
            y[row..row + rows - rows + 1].fill(sum);
        }
    }
    /// The ends look as if they were three apart, but the second one changes what the first one was.
    #[kernel]
    pub fn moved_end(x: &[i32], y: &mut [i32]) {
        const NONE: usize = 0;
        let mut i = y.len() - 1;
        let part = &x[i..{
            i += 1;
            i
        } * NONE
            + i
            + 3];
        y[0] = part.len() as i32;
        for v in part {
            y[0] = y[0] * 10 + *v;
        }
    }

    /// Items that are left out, and items up to a first one.
    #[kernel]
    pub fn filters(x: &[i32], #[len(14)] y: &mut [i32]) {
        y[0] = x.iter().filter(|v| **v > 0).map(|v| *v / 2).sum();
        y[1] = x.iter().filter(|v| *v % 2 == 0).count() as i32;
        y[2] = (0..x.len()).filter(|i| i % 3 == 1).map(|i| x[i]).fold(1, |a, v| a ^ v);
        y[3] = x.iter().copied().filter(|&v| v > 4).min().unwrap_or(-1);
        y[4] = x.iter().take_while(|v| **v != 0).map(|v| v & 15).sum();
        y[5] = x.iter().take_while(|v: &&i32| **v < 9).count() as i32;
        y[6] = x.iter().filter(|v| **v < 0).position(|v| *v < -4).map_or(-1, |at| at as i32);
        y[7] = x.iter().filter(|v| **v != 0).all(|v| 64 / *v < 33) as i32;
        let mut last = 0;
        for (i, v) in x.iter().enumerate().filter(|(i, v)| i % 2 == 0 && **v != 7) {
            if *v == 1 {
                continue;
            }
            last = *v ^ i as i32;
            if last > 1000 {
                break;
            }
        }
        y[8] = last;
        let mut table = [1, -2, 3, -4, 5, -6];
        for v in table.iter_mut().filter(|v| **v < 0) {
            *v *= 10;
        }
        y[9] = table.iter().sum();
        y[10] = table.into_iter().filter(|v| v % 3 == 0).filter(|v| *v > 0).max().unwrap_or(0);
        x.iter().rev().take(4).filter(|v| **v > 2).for_each(|v| y[11] += *v & 3);
        y[12] = x.windows(2).filter(|w| w[0] < w[1]).take_while(|w| w[1] < 100).count() as i32;
        y[13] = x.iter().zip(&table).filter(|(a, b)| *a != *b).any(|(a, b)| a + 1 == *b) as i32;
    }
}
