//! What all numbers have in common.

use std::cmp::Ordering;

use crate::exact::Difference;
use crate::limbs;
use crate::shape::Shape;

pub(crate) mod sealed {
    /// Numbers are those of this crate.
    pub trait Sealed {}
}

/// A number: an integer, a fixed-point number, a native integer, or an exact result that was not narrowed yet.
///
/// Its type is known when it is compiled. Its value is computed when it is narrowed or compared.
pub trait Number: Copy + sealed::Sealed {
    /// The type of the number.
    const SHAPE: Shape;

    /// The low 128 bits of the raw integer, as a two's complement number.
    #[doc(hidden)]
    fn low(&self) -> i128;

    /// Writes the raw integer and repeats its sign.
    #[doc(hidden)]
    fn write(&self, out: &mut [u64]);

    /// Adds `raw * 2^shift`, or subtracts it.
    #[doc(hidden)]
    #[inline]
    fn accumulate(&self, out: &mut [u64], shift: u32, negate: bool) {
        self.with_limbs(|raw| limbs::add_shifted(out, raw, Self::SHAPE.signed, shift, negate));
    }

    /// The raw integer, its sign repeated in the top word.
    #[doc(hidden)]
    #[inline]
    fn with_limbs<R>(&self, read: impl FnOnce(&[u64]) -> R) -> R {
        const { assert!(Self::SHAPE.limbs() <= limbs::MOST, "numbers that are compared have at most 8192 bits") };
        let mut scratch = [0; limbs::MOST];
        let raw = &mut scratch[..Self::SHAPE.limbs()];
        self.write(raw);
        read(raw)
    }

    /// The number as a `T`: an integer takes the low bits of what is before the point, truncated towards zero; a
    /// fixed-point number is rounded and overflows as its modes say.
    #[inline]
    #[must_use]
    fn to<T: Narrow>(self) -> T {
        T::narrow(self)
    }

    /// The number as a `T`, if a `T` has the value.
    #[inline]
    #[must_use]
    fn exactly<T: Narrow + Number>(self) -> Option<T> {
        let result = self.to::<T>();
        (compare(&self, &result) == Ordering::Equal).then_some(result)
    }
}

/// What numbers are narrowed to.
pub trait Narrow: Sized {
    /// The number as this type: see [`Number::to`].
    fn narrow<E: Number>(value: E) -> Self;
}

/// How far the raw integer of a number of type `from` is shifted left so that `fraction` bits are after the point.
#[inline]
pub(crate) const fn alignment(from: Shape, fraction: i32) -> u32 {
    (fraction - from.fraction) as u32
}

/// `value * 2^shift`, modulo 2^128.
#[inline]
pub(crate) const fn shifted_left(value: i128, shift: u32) -> i128 {
    if shift > 127 { 0 } else { value << shift }
}

/// Compares exactly.
#[inline]
pub(crate) fn compare<A: Number, B: Number>(a: &A, b: &B) -> Ordering {
    let fraction = if A::SHAPE.fraction > B::SHAPE.fraction { A::SHAPE.fraction } else { B::SHAPE.fraction };
    let (left, right) = (alignment(A::SHAPE, fraction), alignment(B::SHAPE, fraction));
    if A::SHAPE.is_low(left as i32) && B::SHAPE.is_low(right as i32) {
        return (a.low() << left).cmp(&(b.low() << right));
    }
    Difference::new(*a, *b).with_limbs(limbs::sign)
}

macro_rules! native {
    ($($native:ident $signed:literal)*) => {$(
        impl sealed::Sealed for $native {}

        impl Number for $native {
            const SHAPE: Shape = Shape::integer($signed, Self::BITS);

            #[inline]
            fn low(&self) -> i128 {
                *self as i128
            }

            #[inline]
            fn write(&self, out: &mut [u64]) {
                self.with_limbs(|raw| limbs::extend(out, raw, $signed));
            }

            #[inline]
            fn with_limbs<R>(&self, read: impl FnOnce(&[u64]) -> R) -> R {
                let low = self.low();
                read(&[low as u64, (low >> 64) as u64][..Self::SHAPE.limbs()])
            }
        }

        impl Narrow for $native {
            #[inline]
            fn narrow<E: Number>(value: E) -> Self {
                crate::exact::Truncated(value).low() as Self
            }
        }
    )*};
}

native! {
    i8 true i16 true i32 true i64 true i128 true isize true
    u8 false u16 false u32 false u64 false u128 false usize false
}

impl sealed::Sealed for bool {}

impl Number for bool {
    const SHAPE: Shape = Shape::integer(false, 1);

    #[inline]
    fn low(&self) -> i128 {
        i128::from(*self)
    }

    #[inline]
    fn write(&self, out: &mut [u64]) {
        limbs::extend_low(out, self.low());
    }
}
