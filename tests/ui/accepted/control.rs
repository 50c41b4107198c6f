//! Loops, exits, patterns, iterators, generic functions and constants, each just within its rules.

#[sycl_hls::kernels]
pub mod kernels {
    const fn squares() -> [u32; 8] {
        let mut table = [0; 8];
        let mut i = 0;
        while i < 8 {
            table[i] = (i * i) as u32;
            i += 1;
        }
        table
    }

    static SQUARES: [u32; 8] = squares();

    fn largest<T: PartialOrd + Copy, const N: usize>(values: &[T; N]) -> T {
        let mut best = values[0];
        for value in values {
            if *value > best {
                best = *value;
            }
        }
        best
    }

    fn digits(mut n: u32) -> u32 {
        let mut count = 1;
        loop {
            n /= 10;
            if n == 0 {
                break count;
            }
            count += 1;
        }
    }

    fn class(n: u32, limit: u32) -> u32 {
        match n {
            0 | 1 => 0,
            2..10 => 1,
            k if k > limit => 2,
            k @ 10..=99 => k,
            100.. => 4,
        }
    }

    #[kernel]
    #[hls_allow(scattered_access)]
    pub fn kernel(n: u32, x: &[u32], y: &mut [u32]) {
        #[pipeline(ii = 1)]
        'rows: for i in (0..y.len()).rev().step_by(2) {
            for j in 0..4 {
                if x[i] == j {
                    continue 'rows;
                }
                if x[i] > 99 {
                    break 'rows;
                }
            }
            y[i] = x[i];
        }
        let mut rest = n;
        #[pipeline]
        while let Some(less) = rest.checked_sub(3) {
            rest = less;
        }
        y[0] = x.iter().zip(&SQUARES).map(|(a, b)| a * b).sum::<u32>();
        y[1] = x.chunks_exact(4).map(|part| part[0]).fold(0, |a, b| a ^ b);
        y[2] = largest(&SQUARES) + largest::<u32, 2>(&[1, 2]) + digits(n) + class(n, 20);
        let found = 'search: {
            for (i, v) in x.iter().enumerate() {
                if *v == rest {
                    break 'search i as u32;
                }
            }
            u32::MAX
        };
        y[3] = found;
        #[hls_allow(missed_burst)]
        for (out, v) in y.iter_mut().zip(x.windows(2)) {
            *out += v[1].wrapping_sub(v[0]);
        }
        let any = if let Some(v) = n.checked_add(1) { v } else { 7 };
        y[4] = any;
    }

    /// Variables that get their values later.
    #[kernel]
    pub fn later(n: u32, y: &mut [u32]) {
        let a: u32;
        if n > 1 {
            a = 1;
        } else if n == 0 {
            return;
        } else {
            a = 2;
        }
        let b: u32;
        loop {
            if n > 2 {
                b = a;
                break;
            }
            b = 3;
            break;
        }
        let c: u32;
        if n > 3 && {
            c = 4;
            c > b
        } {
            y[1] = c;
        }
        let mut d: [u32; 2];
        d = [a, b];
        d[1] = 5;
        let e: u32;
        match n {
            0 => return,
            1 | 2 => e = 1,
            other => e = other,
        }
        for i in 0..4_u32 {
            let f: u32;
            if i == n {
                continue;
            }
            f = i;
            y[2] = f;
        }
        let g: u32;
        (g, d[0]) = (1, 2);
        let Some(h) = Some(e) else { return };
        let i = 'found: {
            if n == h {
                break 'found g;
            }
            7
        };
        y[0] = d[0] + d[1] + i;
    }
}
