//! Values of the scalar types.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive as _, Zero as _};

use crate::Scalar;

/// A value of a scalar type: the type and the value's bits, the unused upper ones 0.
///
/// Values of at most 64 bits, which are nearly all, lie inline: a clone is a copy. Wider ones lie on the heap.
///
/// Two NaNs of different payload are different values here; results are compared with
/// [`ScalarValue::same_result`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ScalarValue(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Of a type that is not wide.
    Word { ty: Scalar, bits: u64 },
    /// Of a wide type, whatever the number is.
    Wide(Box<Wide>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Wide {
    ty: Scalar,
    bits: BigUint,
}

impl ScalarValue {
    /// The value of type `ty` whose bits are the low bits of `bits`; upper bits are dropped, missing ones are 0.
    #[must_use]
    #[inline]
    pub fn from_bits(ty: Scalar, bits: u64) -> Self {
        if ty.is_wide() {
            return Self(Repr::Wide(Box::new(Wide { ty, bits: bits.into() })));
        }
        Self(Repr::Word { ty, bits: bits & ty.mask() })
    }

    /// The same for more than 64 bits.
    #[must_use]
    pub fn from_big_bits(ty: Scalar, bits: &BigUint) -> Self {
        let kept = bits & ((BigUint::from(1_u8) << ty.bits()) - 1_u8);
        match kept.to_u64() {
            Some(bits) => Self::from_bits(ty, bits),
            None => Self(Repr::Wide(Box::new(Wide { ty, bits: kept }))),
        }
    }

    /// An integer or `bool` value; `None` when `ty` is a float or cannot hold `value`.
    #[must_use]
    pub fn from_integer(ty: Scalar, value: i128) -> Option<Self> {
        if ty.is_wide() {
            return Self::from_big(ty, &value.into());
        }
        let (min, max) = ty.range()?;
        (min..=max).contains(&value).then(|| Self::wrapping(ty, value))
    }

    /// The same for an integer of any size.
    #[must_use]
    pub fn from_big(ty: Scalar, value: &BigInt) -> Option<Self> {
        let wrapped = Self::wrapping_big(ty, value);
        (wrapped.to_big().as_ref() == Some(value)).then_some(wrapped)
    }

    /// A value of the text that [`Display`](std::fmt::Display) writes. `None` where that is no value of the type.
    #[must_use]
    pub fn parse(ty: Scalar, text: &str) -> Option<Self> {
        match ty {
            Scalar::Bool => text.parse::<bool>().ok().map(Into::into),
            Scalar::F32 => text.parse::<f32>().ok().map(Into::into),
            Scalar::F64 => text.parse::<f64>().ok().map(Into::into),
            Scalar::Int { .. } => Self::from_big(ty, &text.parse().ok()?),
        }
    }

    /// The number of an integer type of whose bits only the highest one is 1.
    #[must_use]
    pub fn highest_bit(ty: Scalar) -> Self {
        let highest = ty.bits() - 1;
        if ty.is_wide() {
            Self::from_big_bits(ty, &(BigUint::from(1_u8) << highest))
        } else {
            Self::from_bits(ty, 1 << highest)
        }
    }

    /// The smallest number of an integer type.
    #[must_use]
    pub fn least(ty: Scalar) -> Self {
        if ty.is_signed() { Self::highest_bit(ty) } else { Self::from_bits(ty, 0) }
    }

    /// The largest number of an integer type.
    #[must_use]
    pub fn greatest(ty: Scalar) -> Self {
        let bits = ty.bits() - u32::from(ty.is_signed());
        if ty.is_wide() {
            Self::from_big_bits(ty, &((BigUint::from(1_u8) << bits) - 1_u8))
        } else {
            Self::from_bits(ty, 1_u64.checked_shl(bits).map_or(u64::MAX, |above| above - 1))
        }
    }

    /// The integer value that `value` wraps to in `ty` (two's complement).
    #[must_use]
    #[inline]
    pub fn wrapping(ty: Scalar, value: i128) -> Self {
        if ty.is_wide() { Self::wrapping_big(ty, &value.into()) } else { Self::from_bits(ty, value as u64) }
    }

    /// The same for an integer of any size.
    #[must_use]
    pub fn wrapping_big(ty: Scalar, value: &BigInt) -> Self {
        let mask: BigInt = (BigInt::from(1_u8) << ty.bits()) - 1_u8;
        // Bits of a negative number are those of its two's complement, without end.
        Self::from_big_bits(ty, (value & mask).magnitude())
    }

    /// The value's type.
    #[must_use]
    #[inline]
    pub fn ty(&self) -> Scalar {
        match &self.0 {
            Repr::Word { ty, .. } => *ty,
            Repr::Wide(wide) => wide.ty,
        }
    }

    /// The value's bits, zero-extended; `None` if one above the lowest 64 is set.
    #[must_use]
    #[inline]
    pub fn bits(&self) -> Option<u64> {
        match &self.0 {
            Repr::Word { bits, .. } => Some(*bits),
            Repr::Wide(wide) => wide.bits.to_u64(),
        }
    }

    /// The lowest 64 bits, zero-extended where there are fewer.
    #[must_use]
    #[inline]
    pub fn low_bits(&self) -> u64 {
        match &self.0 {
            Repr::Word { bits, .. } => *bits,
            Repr::Wide(wide) => wide.bits.iter_u64_digits().next().unwrap_or_default(),
        }
    }

    /// The type and the bits of two values of one type that is not wide.
    #[must_use]
    #[inline]
    pub fn words(&self, other: &Self) -> Option<(Scalar, u64, u64)> {
        match (&self.0, &other.0) {
            (Repr::Word { ty, bits }, Repr::Word { ty: other_ty, bits: other }) if ty == other_ty => {
                Some((*ty, *bits, *other))
            }
            _ => None,
        }
    }

    /// All of the value's bits, zero-extended.
    #[must_use]
    pub fn big_bits(&self) -> BigUint {
        match &self.0 {
            Repr::Word { bits, .. } => (*bits).into(),
            Repr::Wide(wide) => wide.bits.clone(),
        }
    }

    /// The bits from `low` on, `count` of them: above its highest one, those of integers are their sign, and those of floats 0.
    #[must_use]
    pub fn part(&self, low: u32, count: u32) -> BigUint {
        let number = self.to_big().unwrap_or_else(|| self.big_bits().into());
        let mask = (BigInt::from(1_u8) << count) - 1_u8;
        ((number >> low) & mask).magnitude().clone()
    }

    /// The numeric value of an integer or `bool` that fits `i64` or `u64`, as all of at most 64 bits do; `None` for
    /// floats and for what is beyond. So there is room in the result's type for sums of many.
    #[must_use]
    #[inline]
    pub fn to_integer(&self) -> Option<i128> {
        match &self.0 {
            Repr::Word { ty, .. } if ty.is_float() => None,
            Repr::Word { ty, bits } if ty.is_signed() => {
                let unused = 64 - ty.bits();
                Some(i128::from(((*bits << unused) as i64) >> unused))
            }
            Repr::Word { bits, .. } => Some(i128::from(*bits)),
            Repr::Wide(wide) => wide.to_integer(),
        }
    }

    /// The numeric value of any integer or `bool`; `None` for floats.
    #[must_use]
    pub fn to_big(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Word { .. } => self.to_integer().map(BigInt::from),
            Repr::Wide(wide) => Some(wide.to_big()),
        }
    }

    /// The value as `f32`: exact for `f32` and for integers of up to 24 bits, else rounded to nearest even.
    #[must_use]
    pub fn to_f32(&self) -> f32 {
        match &self.0 {
            Repr::Word { ty: Scalar::F32, bits } => f32::from_bits(*bits as u32),
            Repr::Word { ty: Scalar::F64, bits } => f64::from_bits(*bits) as f32,
            Repr::Word { .. } => self.to_integer().unwrap_or_default() as f32,
            Repr::Wide(wide) => wide.to_big().to_f32().unwrap_or_default(),
        }
    }

    /// The value as `f64`: exact for floats and for integers of up to 53 bits, else rounded to nearest even.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Word { ty: Scalar::F32, bits } => f64::from(f32::from_bits(*bits as u32)),
            Repr::Word { ty: Scalar::F64, bits } => f64::from_bits(*bits),
            Repr::Word { .. } => self.to_integer().unwrap_or_default() as f64,
            Repr::Wide(wide) => wide.to_big().to_f64().unwrap_or_default(),
        }
    }

    /// True for `true` and every number whose bits are not all 0.
    #[must_use]
    #[inline]
    pub fn is_true(&self) -> bool {
        match &self.0 {
            Repr::Word { bits, .. } => *bits != 0,
            Repr::Wide(wide) => !wide.bits.is_zero(),
        }
    }

    /// True if all bits are 1.
    #[must_use]
    pub fn is_all_ones(&self) -> bool {
        match &self.0 {
            Repr::Word { ty, bits } => *bits == ty.mask(),
            Repr::Wide(wide) => wide.bits.count_ones() == u64::from(wide.ty.bits()),
        }
    }

    /// The number of bits up to the highest that is 1; 0 for 0.
    #[must_use]
    pub fn bit_length(&self) -> u32 {
        match &self.0 {
            Repr::Word { bits, .. } => u64::BITS - bits.leading_zeros(),
            Repr::Wide(wide) => wide.bits.bits() as u32,
        }
    }

    /// How many of the lowest `bits` bits are 1.
    #[must_use]
    pub fn ones_below(&self, bits: u32) -> u32 {
        match &self.0 {
            Repr::Word { bits: own, .. } if bits < 64 => (own & ((1 << bits) - 1)).count_ones(),
            Repr::Word { bits: own, .. } => own.count_ones(),
            Repr::Wide(wide) => {
                let low = (BigUint::from(1_u8) << bits) - 1_u8;
                (low & &wide.bits).count_ones() as u32
            }
        }
    }

    /// The place of the only bit that is 1, so the logarithm of an unsigned power of two; `None` for other values.
    #[must_use]
    pub fn log2(&self) -> Option<u32> {
        let is_power = match &self.0 {
            Repr::Word { bits, .. } => bits.is_power_of_two(),
            Repr::Wide(wide) => wide.bits.count_ones() == 1,
        };
        is_power.then(|| self.bit_length() - 1)
    }

    /// True for a float that is not a number.
    #[must_use]
    pub fn is_nan(&self) -> bool {
        self.ty().is_float() && self.to_f64().is_nan()
    }

    /// Equal to the bit, or both NaN: how results of different targets are compared.
    #[must_use]
    pub fn same_result(&self, other: &Self) -> bool {
        self == other || (self.ty() == other.ty() && self.is_nan() && other.is_nan())
    }

    /// The value of type `ty` that lies in memory like this (little endian); missing bytes are 0.
    #[must_use]
    pub fn from_le_bytes(ty: Scalar, bytes: &[u8]) -> Self {
        if ty.is_wide() {
            return Self::from_big_bits(ty, &BigUint::from_bytes_le(bytes));
        }
        let mut word = [0; 8];
        word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        Self::from_bits(ty, u64::from_le_bytes(word))
    }

    /// The value as it lies in memory (little endian), [`Scalar::bytes`] long. Above the bits of an integer is its sign.
    #[must_use]
    pub fn to_le_bytes(&self) -> Vec<u8> {
        match &self.0 {
            Repr::Word { ty: ty @ Scalar::Int { .. }, .. } => {
                self.to_integer().unwrap_or_default().to_le_bytes()[..ty.bytes()].to_vec()
            }
            Repr::Word { ty, bits } => bits.to_le_bytes()[..ty.bytes()].to_vec(),
            Repr::Wide(wide) => {
                let all = self.part(0, 8 * wide.ty.bytes() as u32);
                let mut bytes = all.to_bytes_le();
                bytes.resize(wide.ty.bytes(), 0);
                bytes
            }
        }
    }
}

impl Wide {
    fn to_big(&self) -> BigInt {
        let bits = BigInt::from(self.bits.clone());
        let width = self.ty.bits();
        let negative = self.ty.is_signed() && self.bits.bit(u64::from(width) - 1);
        if negative { bits - (BigInt::from(1_u8) << width) } else { bits }
    }

    fn to_integer(&self) -> Option<i128> {
        let value = self.to_big().to_i128()?;
        (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value).then_some(value)
    }
}

impl fmt::Display for ScalarValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Word { ty: Scalar::Bool, .. } => write!(f, "{}", self.is_true()),
            Repr::Word { ty: Scalar::F32, .. } => write!(f, "{:?}", self.to_f32()),
            Repr::Word { ty: Scalar::F64, .. } => write!(f, "{:?}", self.to_f64()),
            Repr::Word { .. } => write!(f, "{}", self.to_integer().unwrap_or_default()),
            Repr::Wide(wide) => write!(f, "{}", wide.to_big()),
        }
    }
}

impl fmt::Debug for ScalarValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}_{}", self.ty())
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
        for ty in Scalar::NATIVE.into_iter().filter(|ty| !ty.is_float()) {
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
        assert!(quiet.same_result(&negative));
        assert!(!ScalarValue::from(0.0_f32).same_result(&ScalarValue::from(-0.0_f32)));
        assert!(!ScalarValue::from(1_u32).same_result(&ScalarValue::from(1_i32)));
    }

    #[test]
    fn memory_is_little_endian_and_as_wide_as_the_type() {
        assert_eq!(ScalarValue::from(0x0102_0304_u32).to_le_bytes(), [4, 3, 2, 1]);
        assert_eq!(ScalarValue::from(true).to_le_bytes(), [1]);
        assert_eq!(ScalarValue::from(-2_i16).to_le_bytes(), [254, 255]);
        assert_eq!(ScalarValue::from(-1_i64).to_le_bytes(), [255; 8]);
    }

    fn wide(signed: bool, bits: u32, value: &str) -> ScalarValue {
        ScalarValue::from_big(Scalar::int(signed, bits).unwrap(), &value.parse().unwrap()).unwrap()
    }

    #[test]
    fn every_width_keeps_its_extreme_values_and_wraps_beyond() {
        for bits in [1, 2, 7, 31, 33, 63, 64, 65, 100, 127, 128, 129, 1024, 4096] {
            let power = |exponent: u32| BigInt::from(1) << exponent;
            for (signed, min, max) in
                [(false, BigInt::ZERO, power(bits) - 1), (true, -power(bits - 1), power(bits - 1) - 1)]
            {
                let ty = Scalar::int(signed, bits).unwrap();
                for value in [&min, &max] {
                    assert_eq!(
                        ScalarValue::from_big(ty, value).unwrap().to_big().as_ref(),
                        Some(value),
                        "{ty}"
                    );
                }
                assert_eq!(ScalarValue::from_big(ty, &(&max + 1)), None, "{ty}");
                assert_eq!(ScalarValue::from_big(ty, &(&min - 1)), None, "{ty}");
                assert_eq!(ScalarValue::wrapping_big(ty, &(max + 1)).to_big(), Some(min), "{ty}");
            }
        }
    }

    #[test]
    fn integers_beyond_64_bits_are_none_rather_than_cut_off() {
        let small = wide(true, 100, "-5");
        assert_eq!((small.to_integer(), small.bits()), (Some(-5), None));
        let large = wide(false, 100, "18446744073709551616");
        assert_eq!((large.to_integer(), large.bits(), large.is_true()), (None, None, true));
        assert_eq!(wide(false, 4096, "7").bits(), Some(7));
        assert_eq!(large.ty().range(), None);
        assert_eq!((large.to_f64(), large.to_f32()), (18446744073709551616.0, 18446744073709551616.0));
        assert_eq!((large.to_string(), small.to_string()), ("18446744073709551616".into(), "-5".into()));
    }

    #[test]
    fn a_part_is_extended_by_its_sign() {
        let number = |bits: &str| bits.parse::<BigUint>().unwrap();
        assert_eq!(wide(true, 65, "-2").part(64, 8), number("255"));
        assert_eq!(wide(true, 65, "-2").part(0, 9), number("510"));
        assert_eq!(wide(false, 128, "18446744073709551616").part(63, 3), number("2"));
        assert_eq!(wide(false, 4096, "7").part(0, 8192), number("7"));
        assert_eq!(ScalarValue::from(-0.0_f32).part(31, 40), number("1"));
    }

    #[test]
    fn bits_are_counted_in_every_width() {
        let ty = Scalar::int(false, 100).unwrap();
        let power = ScalarValue::from_big_bits(ty, &(BigUint::from(1_u8) << 70));
        assert_eq!(
            (power.log2(), power.bit_length(), power.ones_below(70), power.ones_below(71)),
            (Some(70), 71, 0, 1)
        );
        let ones = wide(true, 65, "-1");
        assert!(ones.is_all_ones() && !power.is_all_ones());
        assert_eq!((ones.log2(), ScalarValue::least(ty).log2()), (None, None));
        assert_eq!(ScalarValue::least(Scalar::int(true, 65).unwrap()).log2(), Some(64));
        assert_eq!((ScalarValue::from(48_u8).bit_length(), ScalarValue::from(48_u8).ones_below(5)), (6, 1));
    }

    #[test]
    fn equal_values_are_equal_however_they_were_made() {
        let ty = Scalar::int(false, 65).unwrap();
        assert_eq!(ScalarValue::wrapping(ty, 1 << 65 | 3), ScalarValue::from_bits(ty, 3));
        assert_eq!(wide(true, 65, "-1").to_le_bytes(), [255; 16]);
        assert_eq!(wide(false, 72, "1").to_le_bytes(), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn nothing_is_beyond_the_least_and_the_greatest() {
        for bits in [1, 2, 12, 63, 64, 65, 128, 4096] {
            for signed in [false, true] {
                let ty = Scalar::int(signed, bits).unwrap();
                let [least, greatest] = [ScalarValue::least(ty), ScalarValue::greatest(ty)];
                let [least, greatest] = [least, greatest].map(|it| it.to_big().unwrap());
                assert_eq!(&greatest - &least, (BigInt::from(1) << bits) - 1, "{ty}");
                assert!(ScalarValue::from_big(ty, &(least - 1)).is_none(), "{ty}");
                assert!(ScalarValue::from_big(ty, &(greatest + 1)).is_none(), "{ty}");
            }
        }
    }

    #[test]
    fn integers_of_any_width_have_their_sign_above_them_in_memory() {
        let ty = Scalar::int(true, 12).unwrap();
        assert_eq!(ScalarValue::wrapping(ty, -2).to_le_bytes(), [254, 255]);
        assert_eq!(ScalarValue::from_le_bytes(ty, &[254, 0x7f]), ScalarValue::wrapping(ty, -2));
        let sizes = [1, 8, 9, 33, 64, 65, 128, 129].map(|bits| Scalar::int(false, bits).unwrap().bytes());
        assert_eq!(sizes, [1, 1, 2, 8, 8, 16, 16, 24]);
    }

    #[test]
    fn a_value_takes_two_words() {
        assert_eq!(size_of::<ScalarValue>(), 16);
        assert_eq!(size_of::<Option<ScalarValue>>(), 16);
    }
}
