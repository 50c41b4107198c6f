//! `Result`: errors as values.

#[sycl_hls::kernels]
pub mod results {
    use sycl_hls::device::*;

    /// Why a message was refused.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Refused {
        Empty,
        Length { wanted: u8, found: u8 },
        Sum(u16),
    }

    impl Refused {
        fn code(self) -> u32 {
            match self {
                Refused::Empty => 1,
                Refused::Length { wanted, found } => 0x100 | ((wanted as u32) << 4) | found as u32,
                Refused::Sum(sum) => 0x10000 | sum as u32,
            }
        }
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Header {
        kind: u8,
        len: u8,
    }

    fn header(word: u32) -> Result<Header, Refused> {
        if word == 0 {
            return Err(Refused::Empty);
        }
        Ok(Header { kind: (word >> 8) as u8, len: (word & 15) as u8 })
    }

    fn checked(word: u32, wanted: u8) -> Result<Header, Refused> {
        let header = header(word)?;
        if header.len != wanted {
            return Err(Refused::Length { wanted, found: header.len });
        }
        let sum = (word >> 16) as u16;
        (sum == header.kind as u16 + header.len as u16).then_some(header).ok_or(Refused::Sum(sum))
    }

    /// The headers of messages, or why they are refused.
    #[kernel]
    pub fn parse(words: &[u32], kinds: &mut [u32], refused: &mut u32) {
        for (word, kind) in words.iter().zip(kinds.iter_mut()) {
            *kind = match checked(*word, 3) {
                Ok(Header { kind, .. }) => kind as u32,
                Err(Refused::Empty) => 0xffff_ffff,
                Err(why) => {
                    *refused += 1;
                    why.code()
                }
            };
        }
    }

    fn half(x: i32) -> Result<i32, i32> {
        if x % 2 == 0 { Ok(x / 2) } else { Err(x) }
    }

    fn quarter(x: i32) -> Result<i32, i32> {
        half(half(x)?)
    }

    /// All methods, of `half` or `quarter` of each number.
    #[kernel]
    pub fn methods(x: &[i32], y: &mut [i32]) {
        for (i, x) in x.iter().enumerate() {
            let base = 20 * i;
            let (once, twice) = (half(*x), quarter(*x));
            y[base] = once.map(|v| v + 100).unwrap_or(-1);
            y[base + 1] = twice.map_err(|e| e * 2).err().unwrap_or(-2);
            y[base + 2] = once.and_then(|v| if v > 4 { Ok(v) } else { Err(v) }).ok().unwrap_or(-3);
            y[base + 3] = twice.or_else(|e| if e > 4 { Ok::<i32, u8>(e) } else { Err(7) }).unwrap_or(-4);
            y[base + 4] = once.map_or(-5, |v| v * 3);
            y[base + 5] = twice.map_or_else(|e| e - 1, |v| v * 5);
            y[base + 6] = once.unwrap_or_else(|e| e.wrapping_mul(7));
            y[base + 7] = (once.is_ok() as i32) << 3 | (twice.is_err() as i32) << 2;
            y[base + 7] |= (once.is_ok_and(|v| v > 2) as i32) << 1 | once.is_err_and(|e| e > 2) as i32;
            y[base + 8] = once.or(twice).or(Err::<i32, u8>(3)).unwrap_or(-6);
            y[base + 9] = once.and(twice).unwrap_or(-7);
            y[base + 10] = if once == twice { 1 } else { 2 };
            y[base + 11] = x.checked_sub(3).ok_or_else(|| *x as i64).map_or_else(|e| (e >> 40) as i32, |v| v);
            if let Err(e) = once {
                y[base + 12] = e;
            }
            let Ok(whole) = twice else { continue };
            y[base + 13] = whole;
            y[base + 14] = once.unwrap();
            let all: Result<[i32; 3], (u8, bool)> =
                if whole > 1 { Ok([whole, 2, 3]) } else { Err((4, true)) };
            y[base + 15] = match all {
                Ok([a, b, c]) => a + b + c,
                Err((code, true)) => code as i32,
                Err(_) => -1,
            };
            let kept: Option<Result<i32, u8>> = Some(Ok(whole));
            y[base + 16] = match kept {
                Some(Ok(v)) => v,
                Some(Err(_)) | None => 0,
            };
        }
    }

    fn step(state: &mut u32, x: u32) -> Result<(), u32> {
        if x > 9 {
            return Err(x);
        }
        *state += x;
        Ok(())
    }

    fn all(x: &[u32], state: &mut u32) -> Result<(), u32> {
        for x in x.iter() {
            step(state, *x)?;
        }
        Ok(())
    }

    /// A value and where it was found; `()` is one, too.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Found<T> {
        value: T,
        at: u32,
    }

    /// The sum of the numbers before the first one above 9, and that one.
    #[kernel]
    pub fn effects(x: &[u32], y: &mut [u32]) {
        let mut sum = 0;
        let done = all(x, &mut sum);
        y[0] = sum;
        y[1] = match done {
            Ok(()) => 0,
            Err(first) => first,
        };
        if done.is_ok() {
            y[2] = 1;
        }
        let nothing = Found { value: (), at: sum };
        if nothing == (Found { value: nothing.value, at: y[0] }) {
            y[2] += nothing.at;
        }
        let Found { value: (), at } = nothing;
        y[0] += at;
    }

    /// Fails where no half is whole.
    #[kernel]
    pub fn unwrapped(x: &[i32], y: &mut [i32]) {
        for (x, y) in x.iter().zip(y.iter_mut()) {
            *y = half(*x).unwrap();
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Missing {
        End(u32),
        Odd { at: usize },
    }

    #[derive(Clone, Copy)]
    struct Row {
        values: [u32; 3],
        key: u32,
    }

    fn pair(x: &[u32], i: usize) -> Result<u32, Missing> {
        let first = x.get(i).ok_or(Missing::End(3))?;
        let second = *x.get(i + 1).ok_or_else(|| Missing::Odd { at: i })?;
        Ok(first.wrapping_add(second))
    }

    fn largest(rows: &[Row; 3], key: u32, asked: &mut u32) -> Result<u32, Missing> {
        let row = rows.iter().find(|row| row.key == key).ok_or_else(|| {
            *asked += 1;
            Missing::Odd { at: 7 }
        })?;
        let last = row.values.iter().max().ok_or(Missing::End(1))?;
        Ok(*last + row.key)
    }

    /// `ok_or(..)?` of references.
    #[kernel]
    pub fn references(x: &[u32], y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = match pair(x, i) {
                Ok(value) => value,
                Err(Missing::End(n)) => n + 1000,
                Err(Missing::Odd { at }) => at as u32 + 2000,
            };
        }
        let mut rows = [Row { values: [1, 2, 3], key: 0 }; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            row.key = i as u32;
            row.values[i] = 50 + i as u32;
        }
        let mut asked = 0;
        for key in x {
            y[0] ^= largest(&rows, *key, &mut asked).unwrap_or(99);
        }
        y[1] += asked * 100_000;
    }
}
