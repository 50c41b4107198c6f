//! Exact results.
//!
//! An operator makes an [`Exact`] that holds its operands. Its type says how wide the result is, which stable Rust cannot
//! say with `Int<{N + 1}>`; its value is computed where it is narrowed, with as many bits as that takes: sums and
//! products modulo what is kept.

pub use crate::division::{Quotient, Remainder};
use crate::limbs;
pub use crate::logic::{And, Concatenation, Not, Or, Shifted, Slice, Xor};
use crate::number::{Narrow, Number, alignment, compare, sealed, shifted_left};
use crate::shape::Shape;

/// An exact result: of `+`, `-`, `*` and negation; and the results of `/`, `%`, `&`, `|`, `^`, of slices and of
/// concatenations, which are as wide as in AMD's headers. [`Exact::to`] narrows it; operators and comparisons take it as
/// any number.
///
/// ```
/// use sycl_hls_numbers::{Int, Uint};
///
/// let (a, b) = (Int::<37>::new(68_719_476_735_i64), Uint::<37>::new(137_438_953_471_i64));
/// let product = a * b; // 74 bits, signed
/// assert!(product > 1_i64 << 62);
/// let sum: Int<75> = (product + a).to();
/// assert_eq!(sum, (Int::<75>::new(1) << 73) - (1_i64 << 37));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact<E>(pub(crate) E);

impl<E: Number> Exact<E> {
    /// The number as a `T`: see [`Number::to`].
    #[inline]
    #[must_use]
    pub fn to<T: Narrow>(self) -> T {
        T::narrow(self.0)
    }
}

impl<E: Number> sealed::Sealed for Exact<E> {}

impl<E: Number> Number for Exact<E> {
    const SHAPE: Shape = E::SHAPE;

    #[inline]
    fn low(&self) -> i128 {
        self.0.low()
    }

    #[inline]
    fn write(&self, out: &mut [u64]) {
        self.0.write(out);
    }

    #[inline]
    fn accumulate(&self, out: &mut [u64], shift: u32, negate: bool) {
        self.0.accumulate(out, shift, negate);
    }

    #[inline]
    fn with_limbs<R>(&self, read: impl FnOnce(&[u64]) -> R) -> R {
        self.0.with_limbs(read)
    }
}

impl<E: Number, B: Number> PartialEq<B> for Exact<E> {
    #[inline]
    fn eq(&self, other: &B) -> bool {
        compare(self, other).is_eq()
    }
}

impl<E: Number, B: Number> PartialOrd<B> for Exact<E> {
    #[inline]
    fn partial_cmp(&self, other: &B) -> Option<std::cmp::Ordering> {
        Some(compare(self, other))
    }
}

/// Declares the result of an operator of two numbers.
macro_rules! binary {
    ($(#[$doc:meta])* $name:ident, $shape:ident $(, by_zero: $panic:literal)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<A, B>(pub(crate) A, pub(crate) B);

        impl<A: Number, B: Number> $name<A, B> {
            /// The operation. The build fails if its result has more than 8,192 bits.
            #[inline]
            pub(crate) fn new(a: A, b: B) -> Self {
                Self(a, b)
            }

            /// The result, for an operator.
            #[inline]
            #[track_caller]
            pub(crate) fn exact(a: A, b: B) -> Exact<Self> {
                let _ = const { A::SHAPE.$shape(B::SHAPE).checked() };
                $(assert!(!$crate::number::compare(&b, &0_u8).is_eq(), $panic);)?
                Exact(Self::new(a, b))
            }
        }

        impl<A: Number, B: Number> sealed::Sealed for $name<A, B> {}
    };
}
pub(crate) use binary;

binary!(
    /// `a + b`.
    Sum,
    sum
);
binary!(
    /// `a - b`.
    Difference,
    difference
);
binary!(
    /// `a * b`.
    Product,
    product
);

/// A sum or difference, whose operands are aligned at their points.
macro_rules! aligned {
    ($name:ident, $shape:ident, $operation:ident, $negate:expr) => {
        impl<A: Number, B: Number> Number for $name<A, B> {
            const SHAPE: Shape = A::SHAPE.$shape(B::SHAPE);

            #[inline]
            fn low(&self) -> i128 {
                let a = shifted_left(self.0.low(), alignment(A::SHAPE, Self::SHAPE.fraction));
                let b = shifted_left(self.1.low(), alignment(B::SHAPE, Self::SHAPE.fraction));
                a.$operation(b)
            }

            #[inline]
            fn write(&self, out: &mut [u64]) {
                out.fill(0);
                self.accumulate(out, 0, false);
            }

            #[inline]
            fn accumulate(&self, out: &mut [u64], shift: u32, negate: bool) {
                self.0.accumulate(out, shift + alignment(A::SHAPE, Self::SHAPE.fraction), negate);
                self.1.accumulate(out, shift + alignment(B::SHAPE, Self::SHAPE.fraction), negate != $negate);
            }
        }
    };
}

aligned!(Sum, sum, wrapping_add, false);
aligned!(Difference, difference, wrapping_sub, true);

impl<A: Number, B: Number> Number for Product<A, B> {
    const SHAPE: Shape = A::SHAPE.product(B::SHAPE);

    #[inline]
    fn low(&self) -> i128 {
        self.0.low().wrapping_mul(self.1.low())
    }

    #[inline]
    fn write(&self, out: &mut [u64]) {
        out.fill(0);
        self.accumulate(out, 0, false);
    }

    #[inline]
    fn accumulate(&self, out: &mut [u64], shift: u32, negate: bool) {
        if !shift.is_multiple_of(64) {
            return self.with_limbs(|raw| limbs::add_shifted(out, raw, Self::SHAPE.signed, shift, negate));
        }
        let Some(out) = out.get_mut((shift / 64) as usize..) else { return };
        self.0.with_limbs(|a| {
            self.1.with_limbs(|b| {
                limbs::add_product(out, (a, A::SHAPE.signed), (b, B::SHAPE.signed), negate);
            });
        });
    }
}

/// `-a`.
#[derive(Clone, Copy, Debug)]
pub struct Negative<A>(pub(crate) A);

impl<A: Number> Negative<A> {
    /// The result, for an operator.
    #[inline]
    pub(crate) fn exact(a: A) -> Exact<Self> {
        let _ = const { A::SHAPE.negative().checked() };
        Exact(Self(a))
    }
}

impl<A: Number> sealed::Sealed for Negative<A> {}

impl<A: Number> Number for Negative<A> {
    const SHAPE: Shape = A::SHAPE.negative();

    #[inline]
    fn low(&self) -> i128 {
        self.0.low().wrapping_neg()
    }

    #[inline]
    fn write(&self, out: &mut [u64]) {
        self.0.write(out);
        limbs::negate(out);
    }

    #[inline]
    fn accumulate(&self, out: &mut [u64], shift: u32, negate: bool) {
        self.0.accumulate(out, shift, !negate);
    }
}

/// What is before the point, truncated towards zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truncated<A>(pub(crate) A);

impl<A: Number> sealed::Sealed for Truncated<A> {}

impl<A: Number> Truncated<A> {
    /// Writes the quotient, which is rounded up if the number is negative.
    fn divide(&self, out: &mut [u64]) {
        let drop = A::SHAPE.fraction as u32;
        self.0.with_limbs(|raw| {
            let mut scratch = [0; limbs::MOST];
            let number = &mut scratch[..raw.len()];
            number.copy_from_slice(raw);
            let negative = limbs::extension(raw, A::SHAPE.signed) != 0;
            limbs::shift_right(number, A::SHAPE.signed, drop);
            if negative && limbs::any_below(raw, A::SHAPE.signed, drop) {
                limbs::increment(number);
            }
            limbs::extend(out, number, A::SHAPE.signed);
        });
    }
}

impl<A: Number> Number for Truncated<A> {
    const SHAPE: Shape = A::SHAPE.truncated();

    #[inline]
    fn low(&self) -> i128 {
        let fraction = A::SHAPE.fraction;
        if fraction <= 0 {
            return shifted_left(self.0.low(), -fraction as u32);
        }
        if A::SHAPE.is_low(0) && fraction < 128 {
            let raw = self.0.low();
            return (raw >> fraction) + i128::from(raw < 0 && raw << (128 - fraction) != 0);
        }
        let mut out = [0; 2];
        self.divide(&mut out);
        limbs::low(&out, true)
    }

    #[inline]
    fn write(&self, out: &mut [u64]) {
        if A::SHAPE.fraction > 0 {
            self.divide(out);
        } else {
            out.fill(0);
            self.0.accumulate(out, -A::SHAPE.fraction as u32, false);
        }
    }

    #[inline]
    fn accumulate(&self, out: &mut [u64], shift: u32, negate: bool) {
        if A::SHAPE.fraction > 0 {
            self.with_limbs(|raw| limbs::add_shifted(out, raw, Self::SHAPE.signed, shift, negate));
        } else {
            self.0.accumulate(out, shift + -A::SHAPE.fraction as u32, negate);
        }
    }
}
