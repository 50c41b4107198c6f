//! The scalar types of the kernel language and their values.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A scalar type as the device sees it. `usize` is [`Scalar::U64`] everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// `bool`: one byte, 0 or 1.
    Bool,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`, and `usize`
    U64,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`, and `isize`
    I64,
    /// `f32`: IEEE 754 binary32
    F32,
    /// `f64`: IEEE 754 binary64
    F64,
}

impl Scalar {
    /// Every scalar type, in declaration order.
    pub const ALL: [Self; 11] = [
        Self::Bool,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::F32,
        Self::F64,
    ];

    /// Rust's name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Width of a value in bits; 1 for `bool`.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::U8 | Self::I8 => 8,
            Self::U16 | Self::I16 => 16,
            Self::U32 | Self::I32 | Self::F32 => 32,
            Self::U64 | Self::I64 | Self::F64 => 64,
        }
    }

    /// Size of a value in memory, in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// True for the integer types; `bool` is none.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        !matches!(self, Self::Bool | Self::F32 | Self::F64)
    }

    /// True for the signed integer types.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The unsigned integer type of the same width; of an unsigned one, and of what is no integer, itself.
    #[must_use]
    pub const fn unsigned(self) -> Self {
        match self {
            Self::I8 => Self::U8,
            Self::I16 => Self::U16,
            Self::I32 => Self::U32,
            Self::I64 => Self::U64,
            other => other,
        }
    }

    /// True for `f32` and `f64`.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Bits that a value of this type may have set in a 64-bit word.
    #[must_use]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The smallest and the largest value of an integer type (0 and 1 for `bool`); `None` for floats.
    #[must_use]
    pub const fn range(self) -> Option<(i128, i128)> {
        if self.is_float() {
            return None;
        }
        let bits = self.bits();
        Some(if self.is_signed() {
            (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (0, (1 << bits) - 1)
        })
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no scalar type of the kernel language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a scalar type")]
pub struct ParseScalarError(String);

impl FromStr for Scalar {
    type Err = ParseScalarError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "usize" => return Ok(Self::U64),
            "isize" => return Ok(Self::I64),
            _ => {}
        }
        Self::ALL.into_iter().find(|ty| ty.name() == text).ok_or_else(|| ParseScalarError(text.to_owned()))
    }
}

/// A value of a scalar type: the type and the value's bits, the unused upper ones 0.
///
/// Two NaNs of different payload are different values here; results are compared with
/// [`ScalarValue::same_result`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScalarValue {
    ty: Scalar,
    bits: u64,
}

impl ScalarValue {
    /// The value of type `ty` whose bits are the low bits of `bits`; upper bits are dropped.
    #[must_use]
    pub const fn from_bits(ty: Scalar, bits: u64) -> Self {
        Self { ty, bits: bits & ty.mask() }
    }

    /// An integer or `bool` value; `None` when `ty` is a float or cannot hold `value`.
    #[must_use]
    pub fn from_integer(ty: Scalar, value: i128) -> Option<Self> {
        let (min, max) = ty.range()?;
        (min..=max).contains(&value).then(|| Self::wrapping(ty, value))
    }

    /// The integer value that `value` wraps to in `ty` (two's complement).
    #[must_use]
    pub const fn wrapping(ty: Scalar, value: i128) -> Self {
        Self::from_bits(ty, value as u64)
    }

    /// The value's type.
    #[must_use]
    pub const fn ty(self) -> Scalar {
        self.ty
    }

    /// The value's bits, zero-extended.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The numeric value of an integer or `bool`; `None` for floats.
    #[must_use]
    pub const fn to_integer(self) -> Option<i128> {
        if self.ty.is_float() {
            return None;
        }
        if self.ty.is_signed() {
            let unused = 64 - self.ty.bits();
            return Some((((self.bits << unused) as i64) >> unused) as i128);
        }
        Some(self.bits as i128)
    }

    /// The value as `f64`: exact for floats and for integers of up to 53 bits.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self.ty {
            Scalar::F32 => f64::from(f32::from_bits(self.bits as u32)),
            Scalar::F64 => f64::from_bits(self.bits),
            _ => self.to_integer().unwrap_or_default() as f64,
        }
    }

    /// True for `true` and every number whose bits are not all 0.
    #[must_use]
    pub const fn is_true(self) -> bool {
        self.bits != 0
    }

    /// True for a float that is not a number.
    #[must_use]
    pub fn is_nan(self) -> bool {
        self.ty.is_float() && self.to_f64().is_nan()
    }

    /// Equal to the bit, or both NaN: how results of different targets are compared.
    #[must_use]
    pub fn same_result(self, other: Self) -> bool {
        self == other || (self.ty == other.ty && self.is_nan() && other.is_nan())
    }

    /// The value as it lies in memory (little endian), [`Scalar::bytes`] long.
    #[must_use]
    pub fn to_le_bytes(self) -> Vec<u8> {
        self.bits.to_le_bytes()[..self.ty.bytes()].to_vec()
    }
}

impl fmt::Display for ScalarValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            Scalar::Bool => write!(f, "{}", self.is_true()),
            Scalar::F32 => write!(f, "{:?}", f32::from_bits(self.bits as u32)),
            Scalar::F64 => write!(f, "{:?}", f64::from_bits(self.bits)),
            _ => write!(f, "{}", self.to_integer().unwrap_or_default()),
        }
    }
}

impl fmt::Debug for ScalarValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}_{}", self.ty)
    }
}

macro_rules! from_primitive {
    ($($primitive:ty => $scalar:ident, |$value:ident| $bits:expr;)*) => {$(
        impl From<$primitive> for ScalarValue {
            fn from($value: $primitive) -> Self {
                Self::from_bits(Scalar::$scalar, $bits)
            }
        }
    )*};
}

from_primitive! {
    bool => Bool, |value| u64::from(value);
    u8 => U8, |value| u64::from(value);
    u16 => U16, |value| u64::from(value);
    u32 => U32, |value| u64::from(value);
    u64 => U64, |value| value;
    usize => U64, |value| value as u64;
    i8 => I8, |value| value as u64;
    i16 => I16, |value| value as u64;
    i32 => I32, |value| value as u64;
    i64 => I64, |value| value as u64;
    isize => I64, |value| value as u64;
    f32 => F32, |value| u64::from(value.to_bits());
    f64 => F64, |value| value.to_bits();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_their_value_and_refuse_what_does_not_fit() {
        for ty in Scalar::ALL.into_iter().filter(|ty| !ty.is_float()) {
            let (min, max) = ty.range().unwrap();
            for value in [min, 0, 1, max] {
                assert_eq!(ScalarValue::from_integer(ty, value).unwrap().to_integer(), Some(value), "{ty}");
            }
            assert_eq!(ScalarValue::from_integer(ty, max + 1), None, "{ty}");
            assert_eq!(ScalarValue::from_integer(ty, min - 1), None, "{ty}");
            assert_eq!(ScalarValue::wrapping(ty, max + 1).to_integer(), Some(min), "{ty}");
        }
    }

    #[test]
    fn values_print_as_rust_prints_them() {
        assert_eq!(ScalarValue::from(-5_i32).to_string(), "-5");
        assert_eq!(ScalarValue::from(0.1_f32).to_string(), "0.1");
        assert_eq!(ScalarValue::from(1e300).to_string(), "1e300");
        assert_eq!(ScalarValue::from(true).to_string(), "true");
        assert_eq!(ScalarValue::from(u64::MAX).to_string(), u64::MAX.to_string());
    }

    #[test]
    fn all_nans_are_the_same_result_and_zeros_are_not() {
        let quiet = ScalarValue::from_bits(Scalar::F32, 0x7fc0_0000);
        let negative = ScalarValue::from_bits(Scalar::F32, 0xffc0_0001);
        assert!(quiet.same_result(negative));
        assert!(!ScalarValue::from(0.0_f32).same_result(ScalarValue::from(-0.0_f32)));
        assert!(!ScalarValue::from(1_u32).same_result(ScalarValue::from(1_i32)));
    }

    #[test]
    fn names_parse_back() {
        for ty in Scalar::ALL {
            assert_eq!(ty.name().parse::<Scalar>(), Ok(ty));
        }
        assert_eq!("usize".parse::<Scalar>(), Ok(Scalar::U64));
        assert_eq!("isize".parse::<Scalar>(), Ok(Scalar::I64));
        assert!("f16".parse::<Scalar>().is_err());
    }

    #[test]
    fn memory_is_little_endian_and_as_wide_as_the_type() {
        assert_eq!(ScalarValue::from(0x0102_0304_u32).to_le_bytes(), [4, 3, 2, 1]);
        assert_eq!(ScalarValue::from(true).to_le_bytes(), [1]);
        assert_eq!(ScalarValue::from(-2_i16).to_le_bytes(), [254, 255]);
        assert_eq!(ScalarValue::from(-1_i64).to_le_bytes(), [255; 8]);
    }
}
