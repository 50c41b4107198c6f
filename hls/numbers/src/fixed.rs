//! Fixed-point numbers.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use bytemuck::{Pod, Zeroable};

use crate::integer::{Integer, Uint};
use crate::modes::{Overflow, OverflowMode, Quantization, Trn, Wrap};
use crate::number::{Narrow, Number, compare, sealed};
use crate::overflow::Target;
use crate::shape::Shape;
use crate::store::Limits;
use crate::width::{Supported, Width};

/// A fixed-point number, two's complement if `SIGNED`: [`Fixed`] and [`UFixed`] are its names. In memory it is its raw
/// integer.
#[derive(Zeroable, Pod)]
#[repr(transparent)]
pub struct FixedPoint<const SIGNED: bool, const W: u32, const I: i32, Q = Trn, O = Wrap>
where
    Width<W>: Supported,
{
    raw: Integer<SIGNED, W>,
    modes: PhantomData<(Q, O)>,
}

/// A two's complement number of `W` bits, `I` of them before the point: `ap_fixed<W, I, Q, O>`. `I` may be negative, and
/// larger than `W`. [`Quantization`] says how it is rounded, [`Overflow`] what becomes of values that do not fit.
///
/// Modes that are left out are `AP_TRN` and `AP_WRAP` in types: write `let x: Fixed<16, 4>`, `.to::<Fixed<16, 4>>()` or
/// `<Fixed<16, 4>>::new(..)`.
pub type Fixed<const W: u32, const I: i32, Q = Trn, O = Wrap> = FixedPoint<true, W, I, Q, O>;

/// An unsigned number of `W` bits, `I` of them before the point: `ap_ufixed<W, I, Q, O>`; see [`Fixed`].
pub type UFixed<const W: u32, const I: i32, Q = Trn, O = Wrap> = FixedPoint<false, W, I, Q, O>;

impl<const SIGNED: bool, const W: u32, const I: i32, Q, O> Clone for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    fn clone(&self) -> Self {
        *self
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q, O> Copy for FixedPoint<SIGNED, W, I, Q, O> where
    Width<W>: Supported
{
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow>
    FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    /// 0
    pub const ZERO: Self = Self { raw: Integer::ZERO, modes: PhantomData };

    const TARGET: Target = {
        let saturated = match O::MODE {
            OverflowMode::Wrap(bits) | OverflowMode::WrapSm(bits) => bits,
            _ => 0,
        };
        assert!(saturated <= W, "more bits saturate than there are");
        assert!(SIGNED || !matches!(O::MODE, OverflowMode::WrapSm(_)), "`AP_WRAP_SM` is for signed numbers");
        Target {
            shape: Shape { bits: W, signed: SIGNED, fraction: W as i32 - I },
            rounding: Q::MODE,
            overflow: O::MODE,
        }
    };

    /// A number, rounded and kept in range as the modes say.
    #[inline]
    #[must_use]
    pub fn new(value: impl Number) -> Self {
        value.to()
    }

    /// The number whose bits are these: `range()` of AMD's types.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: Uint<W>) -> Self {
        Self { raw: bits.to(), modes: PhantomData }
    }

    /// All bits.
    #[inline]
    #[must_use]
    pub fn to_bits(self) -> Uint<W> {
        self.raw.to()
    }

    /// The number as a `T`: see [`Number::to`].
    #[inline]
    #[must_use]
    pub fn to<T: Narrow>(self) -> T {
        T::narrow(self)
    }

    /// The raw integer, `self * 2^(W - I)`.
    #[inline]
    pub(crate) fn raw(self) -> Integer<SIGNED, W> {
        self.raw
    }

    /// The number with that raw integer.
    #[inline]
    pub(crate) fn from_raw(raw: Integer<SIGNED, W>) -> Self {
        Self { raw, modes: PhantomData }
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow>
    FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
    <Width<W> as Supported>::Storage: Limits<W>,
{
    /// The largest number.
    pub const MAX: Self = Self { raw: Integer::MAX, modes: PhantomData };

    /// The smallest number whose bits exist; `AP_SAT_SYM` never makes it.
    pub const MIN: Self = Self { raw: Integer::MIN, modes: PhantomData };
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q, O> sealed::Sealed for FixedPoint<SIGNED, W, I, Q, O> where
    Width<W>: Supported
{
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> Number
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    const SHAPE: Shape = Self::TARGET.shape;

    #[inline]
    fn low(&self) -> i128 {
        self.raw.low()
    }

    #[inline]
    fn write(&self, out: &mut [u64]) {
        self.raw.write(out);
    }

    #[inline]
    fn with_limbs<R>(&self, read: impl FnOnce(&[u64]) -> R) -> R {
        self.raw.with_limbs(read)
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> Narrow
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    #[inline]
    fn narrow<E: Number>(value: E) -> Self {
        let raw = if const { Self::TARGET.is_narrow(E::SHAPE) } {
            Integer::new(Self::TARGET.narrow_low(&value))
        } else {
            const { assert!(Self::TARGET.is_near(E::SHAPE), "the points of the numbers are too far apart") };
            Integer::written(|out| Self::TARGET.narrow(&value, out))
        };
        Self { raw, modes: PhantomData }
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> Default
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> Eq
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> Ord
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        compare(self, other)
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q, O> Hash for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
