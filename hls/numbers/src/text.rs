//! Numbers as text.

use std::fmt::{self, Binary, Debug, Display, Formatter, LowerHex, Octal, UpperHex};

use crate::exact::Exact;
use crate::fixed::FixedPoint;
use crate::integer::{Integer, Uint};
use crate::limbs;
use crate::modes::{Overflow, Quantization};
use crate::number::Number;
use crate::width::{Supported, Width};

/// The decimal digits of an unsigned number, which becomes 0.
fn decimal(number: &mut [u64]) -> String {
    const STEP: u64 = 10_u64.pow(19);
    let mut parts = Vec::new();
    while number.iter().any(|&word| word != 0) {
        parts.push(limbs::divide_by_word(number, STEP));
    }
    let mut digits = parts.pop().unwrap_or(0).to_string();
    for part in parts.iter().rev() {
        digits.push_str(&format!("{part:019}"));
    }
    digits
}

/// The digits of an unsigned number, each of so many bits, without leading zeros.
fn digits<E: Number>(number: &E, bits: u32, upper: bool) -> String {
    let symbols = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let count = E::SHAPE.bits.div_ceil(bits);
    let all: String = number.with_limbs(|raw| {
        let digit = |place: u32| {
            (0..bits)
                .fold(0, |digit, at| digit | usize::from(limbs::bit(raw, false, place * bits + at)) << at)
        };
        (0..count).rev().map(|place| char::from(symbols[digit(place)])).collect()
    });
    let short = all.trim_start_matches('0');
    if short.is_empty() { "0".to_owned() } else { short.to_owned() }
}

/// The absolute value, with room for the largest one, and whether the number is negative.
fn magnitude<E: Number>(number: &E) -> (Vec<u64>, bool) {
    number.with_limbs(|raw| {
        let mut absolute = vec![0; raw.len() + 1];
        limbs::extend(&mut absolute, raw, E::SHAPE.signed);
        let negative = limbs::sign(&absolute).is_lt();
        if negative {
            limbs::negate(&mut absolute);
        }
        (absolute, negative)
    })
}

impl<const SIGNED: bool, const N: u32> Display for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (mut absolute, negative) = magnitude(self);
        f.pad_integral(!negative, "", &decimal(&mut absolute))
    }
}

impl<const SIGNED: bool, const N: u32> Debug for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

macro_rules! radix {
    ($($style:ident $bits:literal $upper:literal $prefix:literal)*) => {$(
        /// The bits, as for native integers.
        impl<const SIGNED: bool, const N: u32> $style for Integer<SIGNED, N>
        where
            Width<N>: Supported,
        {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.pad_integral(true, $prefix, &digits(&self.to::<Uint<N>>(), $bits, $upper))
            }
        }

        /// The bits, without a point.
        impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> $style
            for FixedPoint<SIGNED, W, I, Q, O>
        where
            Width<W>: Supported,
        {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                $style::fmt(&self.to_bits(), f)
            }
        }
    )*};
}

radix!(LowerHex 4 false "0x" UpperHex 4 true "0x" Binary 1 false "0b" Octal 3 false "0o");

/// All digits of `raw / 2^fraction`.
fn fixed_digits(mut raw: Vec<u64>, fraction: i32) -> String {
    let places = fraction.unsigned_abs();
    if fraction <= 0 {
        let mut number = vec![0; raw.len() + places.div_ceil(64) as usize];
        limbs::add_shifted(&mut number, &raw, false, places, false);
        return decimal(&mut number);
    }
    raw.resize(raw.len().max(places.div_ceil(64) as usize) + 1, 0);
    let mut whole = raw.clone();
    limbs::shift_right(&mut whole, false, places);
    let mut text = decimal(&mut whole);
    let (word, bit) = ((places / 64) as usize, places % 64);
    let mut first = true;
    loop {
        raw[word] &= (1 << bit) - 1;
        raw[word + 1..].fill(0);
        if raw.iter().all(|&word| word == 0) {
            return text;
        }
        if std::mem::take(&mut first) {
            text.push('.');
        }
        limbs::multiply_by_word(&mut raw, 10, 0);
        let digit = (raw[word] >> bit)
            | raw.get(word + 1).map_or(0, |above| if bit == 0 { 0 } else { above << (64 - bit) });
        text.push(char::from(b'0' + digit as u8));
    }
}

/// All digits: a fixed-point number has as many after the point as it has bits there.
impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> Display
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (absolute, negative) = magnitude(self);
        f.pad_integral(!negative, "", &fixed_digits(absolute, Self::SHAPE.fraction))
    }
}

/// All digits.
impl<E: Number> Display for Exact<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (absolute, negative) = magnitude(self);
        f.pad_integral(!negative, "", &fixed_digits(absolute, E::SHAPE.fraction))
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> Debug
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}
