//! Integers.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use bytemuck::{Pod, Zeroable};

use crate::exact::Truncated;
use crate::limbs;
use crate::number::{Narrow, Number, compare, sealed};
use crate::shape::Shape;
use crate::store::{Limits, Store};
use crate::width::{Supported, Width};

/// An integer of `N` bits, two's complement if `SIGNED`: [`Int`] and [`Uint`] are its names.
#[derive(Clone, Copy, Zeroable, Pod)]
#[repr(transparent)]
pub struct Integer<const SIGNED: bool, const N: u32>(pub(crate) <Width<N> as Supported>::Storage)
where
    Width<N>: Supported;

/// A two's complement integer of `N` bits, 1 to 4,096: `ap_int<N>`.
pub type Int<const N: u32> = Integer<true, N>;

/// An unsigned integer of `N` bits, 1 to 4,096: `ap_uint<N>`.
pub type Uint<const N: u32> = Integer<false, N>;

impl<const SIGNED: bool, const N: u32> Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    /// The width.
    pub const BITS: u32 = N;

    /// 0
    pub const ZERO: Self = Self(<Width<N> as Supported>::Storage::ZERO);

    /// The low `N` bits of a number: what is after its point is truncated towards zero, what does not fit wraps.
    #[inline]
    #[must_use]
    pub fn new(value: impl Number) -> Self {
        value.to()
    }

    /// The number as a `T`: see [`Number::to`].
    #[inline]
    #[must_use]
    pub fn to<T: Narrow>(self) -> T {
        T::narrow(self)
    }

    /// Computes all bits.
    #[inline]
    pub(crate) fn written(write: impl FnOnce(&mut [u64])) -> Self {
        Self(<Width<N> as Supported>::Storage::written(N, SIGNED, write))
    }

    /// Changes bits in place.
    #[inline]
    pub(crate) fn rewritten(&self, change: impl FnOnce(&mut [u64])) -> Self {
        Self::written(|out| {
            self.write(out);
            change(out);
        })
    }

    /// True for a number below zero.
    #[inline]
    #[must_use]
    pub fn is_negative(self) -> bool {
        SIGNED && self.bit(N - 1)
    }
}

impl<const SIGNED: bool, const N: u32> Integer<SIGNED, N>
where
    Width<N>: Supported,
    <Width<N> as Supported>::Storage: Limits<N>,
{
    /// The largest number.
    pub const MAX: Self = Self(if SIGNED {
        <<Width<N> as Supported>::Storage as Limits<N>>::LARGEST
    } else {
        <<Width<N> as Supported>::Storage as Limits<N>>::ONES
    });

    /// The smallest number: 0 if it is unsigned.
    pub const MIN: Self = Self(if SIGNED {
        <<Width<N> as Supported>::Storage as Limits<N>>::SMALLEST
    } else {
        <Width<N> as Supported>::Storage::ZERO
    });
}

impl<const SIGNED: bool, const N: u32> sealed::Sealed for Integer<SIGNED, N> where Width<N>: Supported {}

impl<const SIGNED: bool, const N: u32> Number for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    const SHAPE: Shape = Shape::integer(SIGNED, N);

    #[inline]
    fn low(&self) -> i128 {
        if N > 64 {
            return self.0.low(SIGNED);
        }
        // What comes from memory may have any bits above those of the number.
        let unused = 64 - N;
        let word = (self.0.low(SIGNED) as u64) << unused;
        if SIGNED { i128::from(word as i64 >> unused) } else { i128::from(word >> unused) }
    }

    #[inline]
    fn write(&self, out: &mut [u64]) {
        self.with_limbs(|raw| limbs::extend(out, raw, SIGNED));
    }

    #[inline]
    fn with_limbs<R>(&self, read: impl FnOnce(&[u64]) -> R) -> R {
        if N > 64 { self.0.with(SIGNED, read) } else { read(&[self.low() as u64]) }
    }
}

impl<const SIGNED: bool, const N: u32> Narrow for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    #[inline]
    fn narrow<E: Number>(value: E) -> Self {
        if const { E::SHAPE.fraction == 0 } {
            Self(<Width<N> as Supported>::Storage::narrowed(&value, N, SIGNED))
        } else {
            Self(<Width<N> as Supported>::Storage::narrowed(&Truncated(value), N, SIGNED))
        }
    }
}

impl<const SIGNED: bool, const N: u32> Default for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const SIGNED: bool, const N: u32> Eq for Integer<SIGNED, N> where Width<N>: Supported {}

impl<const SIGNED: bool, const N: u32> Ord for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        compare(self, other)
    }
}

impl<const SIGNED: bool, const N: u32> Hash for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to::<Self>().0.hash(state);
    }
}
