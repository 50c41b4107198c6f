//! Floating-point numbers of 16 bits.
//!
//! An operation is computed as `f64` and rounded once more. That is the correctly rounded result: `f64` has 53 bits, which
//! is more than twice the 11 or 8 bits of these formats and two (Figueroa, When is double rounding innocuous?, 1995), and
//! none of their results is a denormal `f64`. The sum in [`f16::mul_add`] is rounded to odd first.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Display, Formatter};
use std::ops;

use crate::convert;
use crate::number::Number;

/// A binary format of 16 bits, of which so many are its fraction.
#[derive(Clone, Copy)]
struct Format {
    fraction: u32,
}

impl Format {
    /// The exponent of the smallest normal number.
    const fn lowest(self) -> i32 {
        let exponent = 15 - self.fraction;
        2 - (1 << (exponent - 1))
    }

    /// The bits of infinity.
    const fn infinity(self) -> u16 {
        0x7fff & !((1 << self.fraction) - 1)
    }

    /// The bits of the nearest number, halves to the even one.
    fn round(self, value: f64) -> u16 {
        let bits = value.to_bits();
        let sign = ((bits >> 48) & 0x8000) as u16;
        if value.is_nan() {
            return self.infinity() | 1 << (self.fraction - 1);
        }
        let exponent = ((bits >> 52) & 0x7ff) as i32 - 1023;
        if exponent > 127 {
            return sign | self.infinity();
        }
        let significand = (bits & ((1 << 52) - 1)) | 1 << 52;
        let normal = exponent.max(self.lowest());
        let drop = 52 - self.fraction + (normal - exponent).min(60) as u32;
        if drop > 54 {
            return sign;
        }
        let (kept, half, rest) =
            (significand >> drop, (significand >> (drop - 1)) & 1, significand << (65 - drop));
        let rounded = kept + u64::from(half != 0 && (rest != 0 || kept & 1 != 0));
        let result = (((normal - self.lowest()) as u64) << self.fraction) + rounded;
        sign | (result as u16).min(self.infinity())
    }

    /// The value of such bits.
    fn value(self, bits: u16) -> f64 {
        let exponent = i32::from((bits & 0x7fff) >> self.fraction);
        let fraction = bits & ((1 << self.fraction) - 1);
        let magnitude = if bits & 0x7fff >= self.infinity() {
            if fraction == 0 { f64::INFINITY } else { f64::NAN }
        } else {
            let implied = if exponent == 0 { 0 } else { 1 << self.fraction };
            let power = exponent.max(1) - 1 + self.lowest() - self.fraction as i32;
            f64::from(fraction | implied) * f64::from_bits(((power + 1023) as u64) << 52)
        };
        if bits >> 15 == 0 { magnitude } else { -magnitude }
    }
}

/// `a + b`, rounded to odd: what is rounded to half as many bits afterwards is rounded correctly.
fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // The error of the sum is an `f64` (Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B).
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error == 0.0 || !error.is_finite() || sum.to_bits() & 1 != 0 {
        return sum;
    }
    let away = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

macro_rules! small {
    ($(#[$doc:meta])* $name:ident $fraction:literal) => {
        $(#[$doc])*
        ///
        /// Arithmetic is rounded correctly, to the nearest number, halves to the even one. Denormals are kept.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Default)]
        pub struct $name(u16);

        impl $name {
            const FORMAT: Format = Format { fraction: $fraction };
            const LOWEST: i32 = Self::FORMAT.lowest() - $fraction;

            /// Bits of the significand, the implied one among them.
            pub const MANTISSA_DIGITS: u32 = $fraction + 1;
            /// The largest finite number.
            pub const MAX: Self = Self(Self::FORMAT.infinity() - 1);
            /// The smallest positive normal number.
            pub const MIN_POSITIVE: Self = Self(1 << $fraction);
            /// Infinity.
            pub const INFINITY: Self = Self(Self::FORMAT.infinity());
            /// Not a number.
            pub const NAN: Self = Self(Self::FORMAT.infinity() | 1 << ($fraction - 1));

            /// The number with these bits.
            #[must_use]
            pub const fn from_bits(bits: u16) -> Self {
                Self(bits)
            }

            /// The bits.
            #[must_use]
            pub const fn to_bits(self) -> u16 {
                self.0
            }

            /// The nearest number.
            #[must_use]
            pub fn from_f64(value: f64) -> Self {
                Self(Self::FORMAT.round(value))
            }

            /// The nearest number.
            #[must_use]
            pub fn from_f32(value: f32) -> Self {
                Self::from_f64(f64::from(value))
            }

            /// The nearest number.
            #[must_use]
            pub fn new(value: impl Number) -> Self {
                Self::from_f64(convert::rounded(&value, Self::MANTISSA_DIGITS, Self::LOWEST))
            }

            /// The same number.
            #[must_use]
            pub fn to_f64(self) -> f64 {
                Self::FORMAT.value(self.0)
            }

            /// The same number.
            #[must_use]
            pub fn to_f32(self) -> f32 {
                self.to_f64() as f32
            }

            /// True for NaN.
            #[must_use]
            pub const fn is_nan(self) -> bool {
                self.0 & 0x7fff > Self::FORMAT.infinity()
            }

            /// True for numbers that are neither infinite nor NaN.
            #[must_use]
            pub const fn is_finite(self) -> bool {
                self.0 & 0x7fff < Self::FORMAT.infinity()
            }

            /// The absolute value.
            #[must_use]
            pub const fn abs(self) -> Self {
                Self(self.0 & 0x7fff)
            }

            /// The square root.
            #[must_use]
            pub fn sqrt(self) -> Self {
                Self::from_f64(self.to_f64().sqrt())
            }

            /// `self * factor + addend`, rounded once.
            #[must_use]
            pub fn mul_add(self, factor: Self, addend: Self) -> Self {
                Self::from_f64(sum_to_odd(self.to_f64() * factor.to_f64(), addend.to_f64()))
            }
        }

        small!(@operators $name Add add +, Sub sub -, Mul mul *, Div div /, Rem rem %,);
        small!(@assignments $name AddAssign add_assign +, SubAssign sub_assign -, MulAssign mul_assign *,
            DivAssign div_assign /, RemAssign rem_assign %,);

        impl ops::Neg for $name {
            type Output = Self;

            fn neg(self) -> Self {
                Self(self.0 ^ 0x8000)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.to_f64() == other.to_f64()
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.to_f64().partial_cmp(&other.to_f64())
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Display::fmt(&self.to_f32(), f)
            }
        }

        impl Debug for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Debug::fmt(&self.to_f32(), f)
            }
        }

        impl From<$name> for f32 {
            fn from(value: $name) -> Self {
                value.to_f32()
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> Self {
                value.to_f64()
            }
        }
    };
    (@operators $name:ident $($operator:ident $method:ident $symbol:tt,)*) => {$(
        impl ops::$operator for $name {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self::from_f64(self.to_f64() $symbol other.to_f64())
            }
        }
    )*};
    (@assignments $name:ident $($operator:ident $method:ident $symbol:tt,)*) => {$(
        impl ops::$operator for $name {
            fn $method(&mut self, other: Self) {
                *self = *self $symbol other;
            }
        }
    )*};
}

small!(
    /// IEEE 754 binary16: 11 bits of significand, numbers up to 65,504; `half` in Vitis.
    f16 10
);
small!(
    /// The upper half of an `f32`: 8 bits of significand, numbers up to 3.4e38; `bfloat16`.
    bf16 7
);
