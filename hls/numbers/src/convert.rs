//! Conversions from and to native numbers.

use crate::exact::Exact;
use crate::fixed::FixedPoint;
use crate::integer::Integer;
use crate::limbs;
use crate::modes::{Overflow, OverflowMode, Quantization, Rounding};
use crate::number::{Number, sealed};
use crate::overflow::Target;
use crate::shape::Shape;
use crate::width::{Supported, Width};

/// A number that the type does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the number does not fit {0} bits")]
pub struct OutOfRange(u32);

macro_rules! native {
    ($($native:ident)*) => {$(
        impl<const SIGNED: bool, const N: u32> TryFrom<$native> for Integer<SIGNED, N>
        where
            Width<N>: Supported,
        {
            type Error = OutOfRange;

            #[inline]
            fn try_from(value: $native) -> Result<Self, OutOfRange> {
                value.exactly().ok_or(OutOfRange(N))
            }
        }

        impl<const SIGNED: bool, const N: u32> TryFrom<Integer<SIGNED, N>> for $native
        where
            Width<N>: Supported,
        {
            type Error = OutOfRange;

            #[inline]
            fn try_from(value: Integer<SIGNED, N>) -> Result<Self, OutOfRange> {
                value.exactly().ok_or(OutOfRange(Self::BITS))
            }
        }
    )*};
}

native!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// A finite `f64`: 53 bits, shifted left so that the smallest denormal is 1.
#[derive(Clone, Copy)]
struct Float(f64);

impl Float {
    /// Bits of the fraction of an `f64`.
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;

    /// The significand and how far it is shifted left.
    fn parts(self) -> (u64, u32) {
        let bits = self.0.to_bits();
        let exponent = (bits >> Self::FRACTION) as u32 & 0x7ff;
        let fraction = bits & ((1 << Self::FRACTION) - 1);
        if exponent == 0 { (fraction, 0) } else { (fraction | 1 << Self::FRACTION, exponent - 1) }
    }
}

impl sealed::Sealed for Float {}

impl Number for Float {
    const SHAPE: Shape = Shape { bits: 2100, signed: true, fraction: 1074 };

    fn low(&self) -> i128 {
        let mut out = [0; 2];
        self.write(&mut out);
        limbs::low(&out, true)
    }

    fn write(&self, out: &mut [u64]) {
        let (significand, shift) = self.parts();
        out.fill(0);
        limbs::add_shifted(out, &[significand], false, shift, self.0 < 0.0);
    }
}

/// The low 128 bits of the raw integer of `FixedPoint::from_f64`, of a type that is known when the program runs.
#[must_use]
pub fn raw_of_f64(value: f64, shape: Shape, rounding: Rounding, overflow: OverflowMode) -> i128 {
    if value.is_nan() {
        return 0;
    }
    let mut out = [0; 2];
    let target = Target { shape, rounding, overflow };
    target.narrow(&Float(value.clamp(-INFINITE, INFINITE)), &mut out);
    limbs::low(&out, shape.signed)
}

/// What stands for infinity.
const INFINITE: f64 = f64::MAX;

/// The nearest number of `precision` bits that is a multiple of 2^`lowest`, halves to the even one. `precision` is at
/// most that of an `f64`.
pub(crate) fn rounded<E: Number>(value: &E, precision: u32, lowest: i32) -> f64 {
    value.with_limbs(|raw| {
        let mut scratch = [0; limbs::MOST + 1];
        let absolute = &mut scratch[..=raw.len()];
        limbs::extend(absolute, raw, E::SHAPE.signed);
        let negative = limbs::sign(absolute).is_lt();
        if negative {
            limbs::negate(absolute);
        }
        let Some(top) = absolute.iter().rposition(|&word| word != 0) else { return 0.0 };
        let length = 64 * top as u32 + 64 - absolute[top].leading_zeros();
        let drop = (length as i32 - precision as i32).max(lowest + E::SHAPE.fraction).max(0) as u32;
        let half = drop > 0 && limbs::bit(absolute, false, drop - 1);
        let rest = drop > 1 && limbs::any_below(absolute, false, drop - 1);
        limbs::shift_right(absolute, false, drop);
        let significand = absolute[0] + u64::from(half && (rest || absolute[0] & 1 != 0));
        let result = scaled(significand as f64, drop as i32 - E::SHAPE.fraction);
        if negative { -result } else { result }
    })
}

/// `value * 2^exponent`, whose bits all fit.
fn scaled(value: f64, exponent: i32) -> f64 {
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << Float::FRACTION);
    let mut result = value;
    let mut rest = exponent.clamp(-3000, 10_000);
    while rest != 0 {
        let step = rest.clamp(-1000, 1000);
        result *= power(step);
        rest -= step;
    }
    result
}

/// The `f64` that is nearest to a number.
pub(crate) fn to_f64<E: Number>(value: &E) -> f64 {
    rounded(value, f64::MANTISSA_DIGITS, -1074)
}

/// The `f32` that is nearest to a number.
pub(crate) fn to_f32<E: Number>(value: &E) -> f32 {
    rounded(value, f32::MANTISSA_DIGITS, -149) as f32
}

macro_rules! floats {
    (impl [$($parameters:tt)*] for $number:ty, [$($bounds:tt)*]) => {
        impl<$($parameters)*> $number where $($bounds)* {
            /// The nearest `f64`, halves to the even one; infinite if the number is too large.
            #[must_use]
            pub fn to_f64(self) -> f64 {
                to_f64(&self)
            }

            /// The nearest `f32`, halves to the even one; infinite if the number is too large.
            #[must_use]
            pub fn to_f32(self) -> f32 {
                to_f32(&self)
            }
        }
    };
}

floats!(impl [const SIGNED: bool, const N: u32] for Integer<SIGNED, N>, [Width<N>: Supported]);
floats!(impl [const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow]
    for FixedPoint<SIGNED, W, I, Q, O>, [Width<W>: Supported]);
floats!(impl [E] for Exact<E>, [E: Number]);

impl<const SIGNED: bool, const N: u32> Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    /// The number, truncated towards zero, of which the low `N` bits are kept; 0 for NaN and infinity.
    #[must_use]
    pub fn from_f64(value: f64) -> Self {
        if value.is_finite() { Self::new(Float(value)) } else { Self::ZERO }
    }

    /// The same of an `f32`.
    #[must_use]
    pub fn from_f32(value: f32) -> Self {
        Self::from_f64(f64::from(value))
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow>
    FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    /// The number, rounded and kept in range as the modes say; infinity as the largest `f64`, 0 for NaN.
    #[must_use]
    pub fn from_f64(value: f64) -> Self {
        if value.is_nan() { Self::ZERO } else { Self::new(Float(value.clamp(-INFINITE, INFINITE))) }
    }

    /// The same of an `f32`.
    #[must_use]
    pub fn from_f32(value: f32) -> Self {
        Self::from_f64(f64::from(value))
    }
}
