//! Kernels on bytes of text, in the style of host programs: byte strings, ASCII, constants behind references, patterns of slices.

#[sycl_hls::kernels]
pub mod texts {
    use sycl_hls::device::*;

    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    #[kernel]
    pub fn base64(input: &[u8], output: &mut [u8]) {
        for (chunk, out) in input.chunks_exact(3).zip(output.chunks_exact_mut(4)) {
            let &[a, b, c] = chunk else { unreachable!() };
            let n = u32::from_be_bytes([0, a, b, c]);
            for (i, o) in out.iter_mut().enumerate() {
                *o = ALPHABET[(n >> (18 - 6 * i)) as usize & 63];
            }
        }
    }

    /// Runs of equal bytes: how many, and which.
    #[kernel]
    pub fn runs(input: &[u8], output: &mut [u8], len: &mut u32) {
        *len = 0;
        let [first, rest @ ..] = input else { return };
        let (mut current, mut count, mut out) = (*first, 1_u8, 0);
        for &b in rest {
            if b == current && count < 9 {
                count += 1;
            } else {
                output[out] = count;
                output[out + 1] = current;
                out += 2;
                (current, count) = (b, 1);
            }
        }
        output[out] = count;
        output[out + 1] = current;
        *len = out as u32 + 2;
    }

    const VOWELS: &[u8] = b"aeiou";
    static WEIGHTS: &[u32] = &[1, 10, 100, 1000];
    const SAME: &[u32] = &OTHER;
    const OTHER: [u32; 3] = [7, 8, 9];

    fn total(weights: &[u32]) -> u32 {
        weights.iter().sum()
    }

    #[kernel]
    pub fn words(text: &[u8], starts: &mut [u32; 8], counts: &mut [u32; 6]) {
        let mut prev = b' ';
        for (i, c) in (10..).zip(text.iter().copied()) {
            if prev.is_ascii_whitespace() && !c.is_ascii_whitespace() {
                starts[counts[0] as usize % 8] = i;
                counts[0] += 1;
            }
            if VOWELS.contains(&c.to_ascii_lowercase()) {
                counts[1] += WEIGHTS[i as usize % WEIGHTS.len()];
            }
            counts[2] += u32::from(c.is_ascii_uppercase()) + u32::from(c.is_ascii_punctuation()) * 100;
            prev = c;
        }
        counts[3] = total(WEIGHTS) + total(SAME) + SAME[2];
        counts[4] = match text {
            b"GET" => 1,
            [b'P', rest @ ..] if rest == b"UT" => 2,
            _ => 3,
        };
        counts[5] = (0..).zip(VOWELS).take(4).fold(0, |sum, (i, v)| sum * 3 + i * u32::from(*v));
    }

    /// Every byte's properties, as bits.
    #[kernel]
    pub fn properties(y: &mut [u32; 256]) {
        for (c, y) in (0..=255_u8).zip(y) {
            let all = [
                c.is_ascii(),
                c.is_ascii_alphabetic(),
                c.is_ascii_uppercase(),
                c.is_ascii_lowercase(),
                c.is_ascii_alphanumeric(),
                c.is_ascii_digit(),
                c.is_ascii_hexdigit(),
                c.is_ascii_punctuation(),
                c.is_ascii_graphic(),
                c.is_ascii_whitespace(),
                c.is_ascii_control(),
                c.eq_ignore_ascii_case(&b'q'),
            ];
            *y = all.iter().fold(0, |bits, bit| bits << 1 | *bit as u32);
            *y = (*y << 8 | c.to_ascii_uppercase() as u32) << 8 | c.to_ascii_lowercase() as u32;
        }
    }

    #[kernel]
    pub fn numbers(text: &[u8], y: &mut [i64]) {
        let mut n = 0;
        let mut value: Option<i64> = None;
        let mut negative = false;
        for &c in text {
            match (c, value) {
                (b'-', None) => negative = true,
                (b'0'..=b'9', v) => value = Some(v.unwrap_or(0) * 10 + (c - b'0') as i64),
                (_, Some(v)) => {
                    y[n] = if negative { -v } else { v };
                    n += 1;
                    (value, negative) = (None, false);
                }
                _ => {}
            }
        }
        if let Some(v) = value {
            y[n] = if negative { -v } else { v };
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Op {
        Push,
        Add,
        Mul,
        Dup,
        Swap,
        Halt,
    }

    impl TryFrom<u8> for Op {
        type Error = u8;

        fn try_from(byte: u8) -> Result<Self, u8> {
            Ok(match byte {
                b'p' => Op::Push,
                b'+' => Op::Add,
                b'*' => Op::Mul,
                b'd' => Op::Dup,
                b's' => Op::Swap,
                b'.' => Op::Halt,
                _ => return Err(byte),
            })
        }
    }

    /// A machine with a stack.
    fn run(code: &[u8]) -> Result<i32, u8> {
        let mut stack = [0_i32; 16];
        let mut depth = 0;
        let mut at = 0;
        loop {
            let op: Op = code.get(at).copied().ok_or(0xff)?.try_into()?;
            at += 1;
            match op {
                Op::Push => {
                    stack[depth] = i32::from(code[at] as i8);
                    at += 1;
                    depth += 1;
                }
                Op::Add | Op::Mul => {
                    let [.., a, b] = stack[..depth] else { return Err(0xfe) };
                    depth -= 1;
                    stack[depth - 1] = if op == Op::Add { a.wrapping_add(b) } else { a.wrapping_mul(b) };
                }
                Op::Dup => {
                    stack[depth] = stack[depth - 1];
                    depth += 1;
                }
                Op::Swap => stack.swap(depth - 1, depth - 2),
                Op::Halt => break Ok(stack[depth - 1]),
            }
        }
    }

    #[kernel]
    pub fn machine(code: &[u8], y: &mut [i32; 2]) {
        *y = match run(code) {
            Ok(value) => [value, 0],
            Err(error) => [0, error.into()],
        };
    }
}
