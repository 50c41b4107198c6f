//! Conversions that may fail.

#[sycl_hls::kernels]
pub mod attempts {
    use core::num::TryFromIntError;
    use sycl_hls::device::*;

    #[derive(Clone, Copy, PartialEq)]
    enum Color {
        Red,
        Green,
    }

    #[derive(Clone, Copy, PartialEq)]
    struct Unknown(u8);

    impl TryFrom<u8> for Color {
        type Error = Unknown;

        fn try_from(x: u8) -> Result<Self, Self::Error> {
            match x {
                0 => Ok(Color::Red),
                1 => Ok(Self::Green),
                n => Err(Unknown(n)),
            }
        }
    }

    impl TryFrom<(u8, u8)> for Color {
        type Error = u8;

        fn try_from(x: (u8, u8)) -> Result<Self, Self::Error> {
            if x.0 == x.1 { Ok(Color::Red) } else { Err(x.0) }
        }
    }

    #[kernel]
    pub fn own(x: &[u8], y: &mut [u32]) {
        for (pair, y) in x.chunks_exact(2).zip(y) {
            *y = match Color::try_from(pair[0]) {
                Ok(Color::Red) => 1,
                Ok(_) => 2,
                Err(Unknown(n)) => n as u32,
            };
            let color: Result<Color, Unknown> = pair[1].try_into();
            if color == Ok(Color::Green) {
                *y += 1000;
            }
            if let Err(n) = Color::try_from((pair[0], pair[1])) {
                *y += n as u32 * 10_000;
            }
        }
    }

    fn small(x: i64) -> Result<u8, TryFromIntError> {
        let y: i32 = x.try_into()?;
        u8::try_from(y)
    }

    /// Every width and sign, with the edges of each.
    #[kernel]
    pub fn integers(x: &[i64], y: &mut [u64]) {
        for (x, y) in x.iter().zip(y) {
            let low: i8 = (*x).try_into().unwrap_or(i8::MAX);
            let word = u16::try_from(x.unsigned_abs());
            *y = u64::from(u32::try_from(*x).unwrap_or(7)) + small(*x).map_or(1, u64::from) * 3;
            *y ^= (low as u64) << 20;
            if usize::try_from(*x).is_ok() {
                *y ^= 1 << 40;
            }
            if let Ok(word) = word {
                *y ^= u64::from(word) << 41;
            }
            if i64::try_from(*x as u64).is_err() {
                *y ^= 1 << 60;
            }
            match u8::try_from(*x as i8) {
                Ok(byte) => *y ^= u64::from(byte) << 52,
                Err(_) => *y ^= 1 << 61,
            }
            *y ^= u64::from(i128::from(*x) == i128::try_from(*x).unwrap_or(0)) << 62;
            *y ^= u64::from(u128::try_from(*x).is_ok()) << 63;
        }
    }

    /// Parts of slices that are arrays.
    #[kernel]
    pub fn arrays(x: &[u8], first: usize, y: &mut [u32]) {
        y[0] = u32::from_le_bytes(x[4..8].try_into().unwrap());
        let pair: [u8; 2] = x[..2].try_into().unwrap_or([9, 9]);
        y[1] = u32::from(pair[1]) << 8 | u32::from(pair[0]);
        let rest: Result<[u8; 3], _> = x[first..].try_into();
        y[2] = match rest {
            Ok([a, b, c]) => (a as u32 * 256 + b as u32) * 256 + c as u32,
            Err(_) => 1 << 31,
        };
        for (word, y) in x.chunks_exact(4).zip(y) {
            *y ^= u32::from_be_bytes(word.try_into().unwrap());
        }
    }

    #[kernel]
    pub fn stops(x: i32, y: &mut u8) {
        *y = u8::try_from(x).unwrap();
    }
}
