//! The scalar types of the kernel language.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A scalar type as the device sees it. `usize` is [`Scalar::U64`] everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Scalar {
    /// `bool`: one byte, 0 or 1.
    Bool,
    /// A two's complement or an unsigned integer: `i7`, `u64`.
    Int {
        /// True for two's complement.
        signed: bool,
        /// Its width.
        bits: Width,
    },
    /// An IEEE 754 binary float.
    Float(FloatFormat),
}

/// The width of an integer type, in bits: 1 to [`Width::MAX`]. [`Width::new`] is where the limit is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Width(u16);

/// An interchange format of IEEE 754.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatFormat {
    /// binary32
    F32,
    /// binary64
    F64,
}

impl Width {
    /// The widest integer. UG1399 allows `ap_int` of up to 1024 bits, or 4096 on request (`AP_INT_MAX_W`).
    pub const MAX: u32 = 4096;

    /// So many bits; `None` for 0 and for more than [`Width::MAX`].
    #[must_use]
    pub const fn new(bits: u32) -> Option<Self> {
        if bits == 0 || bits > Self::MAX { None } else { Some(Self(bits as u16)) }
    }

    /// The number of bits.
    #[must_use]
    #[inline]
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

impl Scalar {
    /// `u8`
    pub const U8: Self = Self::Int { signed: false, bits: Width(8) };
    /// `u16`
    pub const U16: Self = Self::Int { signed: false, bits: Width(16) };
    /// `u32`
    pub const U32: Self = Self::Int { signed: false, bits: Width(32) };
    /// `u64`, and `usize`
    pub const U64: Self = Self::Int { signed: false, bits: Width(64) };
    /// `u128`
    pub const U128: Self = Self::Int { signed: false, bits: Width(128) };
    /// `i8`
    pub const I8: Self = Self::Int { signed: true, bits: Width(8) };
    /// `i16`
    pub const I16: Self = Self::Int { signed: true, bits: Width(16) };
    /// `i32`
    pub const I32: Self = Self::Int { signed: true, bits: Width(32) };
    /// `i64`, and `isize`
    pub const I64: Self = Self::Int { signed: true, bits: Width(64) };
    /// `i128`
    pub const I128: Self = Self::Int { signed: true, bits: Width(128) };
    /// `f32`: IEEE 754 binary32
    pub const F32: Self = Self::Float(FloatFormat::F32);
    /// `f64`: IEEE 754 binary64
    pub const F64: Self = Self::Float(FloatFormat::F64);

    /// The types that Rust, C++ and the host have, in ascending order.
    pub const NATIVE: [Self; 11] = [
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

    /// The integer type of so many bits; `None` where [`Width::new`] gives none.
    #[must_use]
    pub const fn int(signed: bool, bits: u32) -> Option<Self> {
        match Width::new(bits) {
            Some(bits) => Some(Self::Int { signed, bits }),
            None => None,
        }
    }

    /// Rust's name of the type; `None` if it is not among [`Scalar::NATIVE`].
    #[must_use]
    pub const fn native_name(self) -> Option<&'static str> {
        Some(match self {
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
            Self::Int { .. } => return None,
        })
    }

    /// True for the types of [`Scalar::NATIVE`].
    #[must_use]
    pub const fn is_native(self) -> bool {
        self.native_name().is_some()
    }

    /// Width of a value in bits; 1 for `bool`.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Int { bits, .. } => bits.get(),
            Self::Float(FloatFormat::F32) => 32,
            Self::Float(FloatFormat::F64) => 64,
        }
    }

    /// Size of a value in memory, in bytes: that of `ap_int`, 1, 2, 4, 8, then multiples of 8.
    #[must_use]
    pub const fn bytes(self) -> usize {
        let bytes = self.bits().div_ceil(8);
        if bytes > 8 { bytes.next_multiple_of(8) as usize } else { bytes.next_power_of_two() as usize }
    }

    /// The alignment of a value in memory, in bytes.
    #[must_use]
    pub const fn align(self) -> usize {
        if self.bytes() > 8 { 8 } else { self.bytes() }
    }

    /// The integer type of all bits that a value has in memory: those above its own are ignored when it is read, and are its
    /// sign when it is written. Of all other types the type itself.
    #[must_use]
    pub const fn in_memory(self) -> Self {
        match self {
            Self::Int { signed, .. } => Self::Int { signed, bits: Width(8 * self.bytes() as u16) },
            other => other,
        }
    }

    /// True for the integer types; `bool` is none.
    #[must_use]
    #[inline]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::Int { .. })
    }

    /// True for the signed integer types.
    #[must_use]
    #[inline]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::Int { signed: true, .. })
    }

    /// The unsigned integer type of the same width; of an unsigned one, and of what is no integer, itself.
    #[must_use]
    pub const fn unsigned(self) -> Self {
        match self {
            Self::Int { bits, .. } => Self::Int { signed: false, bits },
            other => other,
        }
    }

    /// True for `f32` and `f64`.
    #[must_use]
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Float(_))
    }

    /// True for the types whose values have more than 64 bits.
    #[must_use]
    #[inline]
    pub const fn is_wide(self) -> bool {
        self.bits() > 64
    }

    /// The bits of a 64-bit word that a value of this type may have set; all of them for a wide type.
    #[must_use]
    #[inline]
    pub const fn mask(self) -> u64 {
        let bits = self.bits();
        if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
    }

    /// How many of a distance's low bits a shift of this type looks at: those that say any distance below the width.
    ///
    /// Where the width is a power of two, that is the distance modulo the width, as in Rust. Elsewhere, a distance may
    /// still reach the width, and shifts everything out.
    #[must_use]
    #[inline]
    pub const fn distance_bits(self) -> u32 {
        self.bits().next_power_of_two().trailing_zeros()
    }

    /// Ones in the bits of a distance that a shift of this type looks at.
    #[must_use]
    #[inline]
    pub const fn distance_mask(self) -> u64 {
        (1 << self.distance_bits()) - 1
    }

    /// The smallest and the largest value of an integer type (0 and 1 for `bool`); `None` for floats, and for integers
    /// of more than 64 bits.
    #[must_use]
    pub const fn range(self) -> Option<(i128, i128)> {
        if self.is_float() || self.is_wide() {
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
        match (self.native_name(), self) {
            (Some(name), _) => f.write_str(name),
            (None, _) => write!(f, "{}{}", if self.is_signed() { 'i' } else { 'u' }, self.bits()),
        }
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
            "bool" => return Ok(Self::Bool),
            "f32" => return Ok(Self::F32),
            "f64" => return Ok(Self::F64),
            _ => {}
        }
        integer_type(text).ok_or_else(|| ParseScalarError(text.to_owned()))
    }
}

/// `i7`, `u129`: no leading zeros, so that each type has one name.
fn integer_type(text: &str) -> Option<Scalar> {
    let (signed, digits) = match text.split_at_checked(1)? {
        ("i", digits) => (true, digits),
        ("u", digits) => (false, digits),
        _ => return None,
    };
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    is_plain.then(|| digits.parse().ok()).flatten().and_then(|bits| Scalar::int(signed, bits))
}

impl TryFrom<String> for Scalar {
    type Error = ParseScalarError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Scalar> for String {
    fn from(scalar: Scalar) -> Self {
        scalar.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for ty in Scalar::NATIVE {
            assert_eq!(ty.native_name().unwrap().parse::<Scalar>(), Ok(ty));
        }
        for bits in 1..=Width::MAX {
            for signed in [false, true] {
                let ty = Scalar::int(signed, bits).unwrap();
                assert_eq!(ty.to_string().parse(), Ok(ty));
                assert_eq!((ty.bits(), ty.is_signed()), (bits, signed));
            }
        }
        assert_eq!("usize".parse::<Scalar>(), Ok(Scalar::U64));
        assert_eq!("isize".parse::<Scalar>(), Ok(Scalar::I64));
    }

    #[test]
    fn other_names_are_refused() {
        for text in ["", "f16", "i", "u0", "i0", "u4097", "i08", "u+8", "u 8", "u99999999999", "\u{fc}8"] {
            assert!(text.parse::<Scalar>().is_err(), "{text}");
        }
        assert_eq!((Scalar::int(true, 0), Scalar::int(false, Width::MAX + 1)), (None, None));
    }

    #[test]
    fn only_the_types_of_rust_are_native() {
        assert!(Scalar::NATIVE.into_iter().all(Scalar::is_native));
        assert!(Scalar::NATIVE.is_sorted());
        assert!(!Scalar::int(false, 1).unwrap().is_native());
        assert!(!Scalar::int(true, 128).unwrap().is_native());
    }

    #[test]
    fn a_shift_looks_at_the_bits_of_distances_below_the_width() {
        let bits = [(1, 0), (2, 1), (3, 2), (8, 3), (9, 4), (64, 6), (65, 7), (4096, 12)];
        for (width, expected) in bits {
            assert_eq!(Scalar::int(false, width).unwrap().distance_bits(), expected, "{width}");
        }
    }
}
