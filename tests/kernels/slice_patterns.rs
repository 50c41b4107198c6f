//! Patterns of slices.

#[sycl_hls::kernels]
pub mod slice_patterns {
    use sycl_hls::device::*;

    fn total(x: &[u32]) -> u32 {
        x.iter().fold(0, |sum: u32, v| sum.wrapping_add(*v))
    }

    /// Lengths, elements from both ends, and what is between them.
    fn shape(x: &[u32]) -> u32 {
        match x {
            [] => 1,
            [a] => 2 + a,
            [0, b, ..] => 3 + b,
            [a, middle @ .., b] if *a < 10 => total(middle) + a + b,
            [.., 7, last] => 4 + last,
            [first @ .., _, _] => 5 + first.len() as u32,
        }
    }

    #[kernel]
    pub fn shapes(x: &[u32], y: &mut [u32]) {
        for n in 0..y.len() {
            y[n] = shape(&x[..n]).wrapping_mul(100) + shape(&x[x.len() - n..]);
        }
    }

    /// Elements that are written, and a slice that is split.
    #[kernel]
    pub fn written(seed: u32, x: &mut [u32], local: &mut [u32; 4]) {
        if let [first, .., last] = x {
            core::mem::swap(first, last);
            *first += seed;
        }
        if let [_, inner @ .., _] = x {
            for v in inner.iter_mut() {
                *v ^= seed;
            }
            if let [a, b, ..] = inner {
                *a = a.wrapping_add(*b);
            }
        }
        if let [a, rest @ ..] = &mut local[1..] {
            *a += 1;
            rest[0] += rest.len() as u32;
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Token {
        Number(i32),
        Plus,
        Minus,
    }

    fn tokens(x: &[u8], tokens: &mut [Token; 8], asked: &mut u32) -> usize {
        *asked += 1;
        let mut n = 0;
        for c in x {
            if n < 8 {
                tokens[n] = match c {
                    b'+' => Token::Plus,
                    b'-' => Token::Minus,
                    digit => Token::Number((*digit - b'0') as i32),
                };
                n += 1;
            }
        }
        n
    }

    /// A scrutinee that counts how often it is asked for, and enums in slices.
    #[kernel]
    pub fn parsed(x: &[u8], y: &mut [i32; 3]) {
        let mut list = [Token::Plus; 8];
        let mut asked = 0;
        y[0] = match &list[..tokens(x, &mut list.clone(), &mut asked)] {
            [] => -1,
            [Token::Plus, .., Token::Plus] => 7,
            _ => 8,
        };
        let n = tokens(x, &mut list, &mut asked);
        y[1] = match &list[..n] {
            [Token::Number(a), Token::Plus, Token::Number(b)] => a + b,
            [Token::Number(a), Token::Minus, Token::Number(b)] => a - b,
            [Token::Minus, Token::Number(a)] | [Token::Number(a)] => -a,
            [Token::Number(a), rest @ ..] if rest.len() > 3 => a * 100 + rest.len() as i32,
            [..] => 0,
        };
        y[2] = asked as i32;
    }

    /// Slices of known lengths: parts, windows, rows.
    #[kernel]
    pub fn known(x: &[i16], grid: &[[i16; 4]], y: &mut [i32]) {
        let mut sum = 0;
        for part in x.chunks_exact(3) {
            sum += match part {
                &[a, b, c] => i32::from(a) * i32::from(b) + i32::from(c),
                _ => 1_000_000,
            };
        }
        for pair in x.windows(2) {
            let [a, b] = pair else { return };
            sum += (a > b) as i32;
        }
        let [head, tail @ ..] = y else { return };
        *head = sum;
        if let [[a, _, _, b], .., [c, .., e]] = grid {
            if let [d, ..] = tail {
                *d = i32::from(*a) + i32::from(*b) * i32::from(*c) + i32::from(*e);
            }
        }
    }
}
