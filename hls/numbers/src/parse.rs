//! Numbers from text.

use std::str::FromStr;

use crate::fixed::FixedPoint;
use crate::integer::{Integer, Uint};
use crate::limbs;
use crate::modes::{Overflow, Quantization};
use crate::number::{Number, sealed};
use crate::shape::Shape;
use crate::width::{Supported, Width};

/// A text that is no number of the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNumberError {
    /// There are no digits.
    #[error("there are no digits")]
    Empty,
    /// A character is no digit of the radix.
    #[error("`{0}` is no digit in radix {1}")]
    Digit(char, u32),
    /// The number has more bits than the type.
    #[error("the number does not fit {0} bits")]
    Wide(u32),
}

/// The sign, the radix of the prefix `0b`, `0o` or `0x`, and the digits.
fn split(text: &str) -> (bool, u32, &str) {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let prefixed =
        |radix: u32, prefix: &str| text.strip_prefix(prefix).map(|digits| (negative, radix, digits));
    prefixed(2, "0b")
        .or_else(|| prefixed(8, "0o"))
        .or_else(|| prefixed(16, "0x"))
        .unwrap_or((negative, 10, text))
}

/// The value of a digit.
fn digit(symbol: char, radix: u32) -> Result<u64, ParseNumberError> {
    symbol.to_digit(radix).map(u64::from).ok_or(ParseNumberError::Digit(symbol, radix))
}

/// Reads digits into `out`; an error if they do not fit.
fn read(digits: &str, radix: u32, out: &mut [u64], bits: u32) -> Result<(), ParseNumberError> {
    if digits.is_empty() {
        return Err(ParseNumberError::Empty);
    }
    for symbol in digits.chars() {
        if limbs::multiply_by_word(out, u64::from(radix), digit(symbol, radix)?) != 0 {
            return Err(ParseNumberError::Wide(bits));
        }
    }
    Ok(())
}

/// Decimal digits with a sign, or binary, octal or hexadecimal ones behind `0b`, `0o` or `0x`: `-0x1f`.
impl<const SIGNED: bool, const N: u32> FromStr for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        let (negative, radix, digits) = split(text);
        let mut words = vec![0; N.div_ceil(64) as usize];
        read(digits, radix, &mut words, N)?;
        let mut extended = [words.as_slice(), &[0]].concat();
        if negative {
            limbs::negate(&mut extended);
        }
        let value = Self::written(|out| limbs::extend(out, &extended, true));
        let mut back = vec![0; extended.len()];
        value.write(&mut back);
        if back == extended { Ok(value) } else { Err(ParseNumberError::Wide(N)) }
    }
}

impl<const SIGNED: bool, const N: u32> Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    /// Reads the bits of a number as binary digits (radix 2), octal (8) or hexadecimal ones (16), without prefix and sign:
    /// what `{:b}`, `{:o}` and `{:x}` print.
    ///
    /// # Errors
    ///
    /// There is no digit, a character is none, or there are more than `N` bits.
    pub fn from_digits(digits: &str, radix: u32) -> Result<Self, ParseNumberError> {
        let mut words = vec![0; N.div_ceil(64) as usize];
        read(digits, radix, &mut words, N)?;
        let value = Uint::<N>::written(|out| limbs::extend(out, &words, false));
        let same = value.with_limbs(|raw| raw == words);
        if same { Ok(value.to()) } else { Err(ParseNumberError::Wide(N)) }
    }
}

/// The digits of a fraction of radix `radix` as bits: `count` of them and, below them, one that tells whether there are more.
fn fraction_bits(digits: &str, radix: u32, count: usize) -> Result<Vec<bool>, ParseNumberError> {
    let mut digits = digits.chars().map(|symbol| digit(symbol, radix)).collect::<Result<Vec<_>, _>>()?;
    let mut bits = Vec::with_capacity(count + 1);
    for _ in 0..count {
        let mut carry = 0;
        for digit in digits.iter_mut().rev() {
            let double = 2 * *digit + carry;
            (*digit, carry) = (double % u64::from(radix), double / u64::from(radix));
        }
        bits.push(carry != 0);
    }
    bits.push(digits.iter().any(|&digit| digit != 0));
    Ok(bits)
}

/// A number that was read, with more bits than the fixed-point type of `W` bits, `I` before the point, keeps.
#[derive(Clone, Copy)]
struct Read<'a, const W: u32, const I: i32>(&'a [u64]);

impl<const W: u32, const I: i32> Read<'_, W, I> {
    /// Bits after the point: those of the type, the first one that is dropped, and whether there are more.
    const FRACTION: i32 = if W as i32 > I { W as i32 - I + 2 } else { 2 };
}

impl<const W: u32, const I: i32> sealed::Sealed for Read<'_, W, I> {}

impl<const W: u32, const I: i32> Number for Read<'_, W, I> {
    const SHAPE: Shape =
        Shape { bits: 64 * (limbs::MOST as u32 - 2), signed: true, fraction: Self::FRACTION };

    fn low(&self) -> i128 {
        limbs::low(self.0, true)
    }

    fn write(&self, out: &mut [u64]) {
        limbs::extend(out, self.0, true);
    }
}

/// Decimal digits with a sign and a point, or binary, octal or hexadecimal ones behind `0b`, `0o` or `0x`: `-1.25`,
/// `0x1.8`. The number is rounded and kept in range as the modes say.
impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> FromStr
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        let (negative, radix, digits) = split(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.is_empty() && fraction.is_empty() {
            return Err(ParseNumberError::Empty);
        }
        let mut words = [0; limbs::MOST - 2];
        let length = words.len();
        let places = Read::<W, I>::FRACTION.unsigned_abs();
        let kept = length - 1 - places.div_ceil(64) as usize;
        read(if whole.is_empty() { "0" } else { whole }, radix, &mut words[..kept], W)?;
        let mut raw = [0; limbs::MOST - 2];
        limbs::add_shifted(&mut raw, &words, false, places, false);
        let bits = fraction_bits(fraction, radix, places.saturating_sub(1) as usize)?;
        for (index, bit) in (0..places).rev().zip(bits) {
            limbs::set_bit(&mut raw, index, bit);
        }
        if negative {
            limbs::negate(&mut raw);
        }
        Ok(Self::new(Read::<W, I>(&raw)))
    }
}
