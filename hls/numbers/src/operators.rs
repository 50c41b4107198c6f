//! Operators of Rust for all numbers.

use std::cmp::Ordering;
use std::ops;

use crate::division::{Quotient, Remainder};
use crate::exact::{Difference, Exact, Negative, Product, Sum};
use crate::fixed::FixedPoint;
use crate::integer::Integer;
use crate::logic::{And, Distance, Not, Or, Shifted, Xor};
use crate::modes::{Overflow, Quantization};
use crate::number::{Number, compare};
use crate::width::{Supported, Width};

/// How far a number is shifted.
///
/// A signed distance that is negative shifts the other way, as in AMD's headers.
pub trait ShiftDistance {
    /// To the left; [`Distance::MAX`] and [`Distance::MIN`] if it is further than that.
    #[doc(hidden)]
    fn left(self) -> Distance;
}

macro_rules! distances {
    ($($native:ident)*) => {$(
        impl ShiftDistance for $native {
            #[inline]
            fn left(self) -> Distance {
                (self as i128).clamp(-(Distance::MAX as i128), Distance::MAX as i128) as Distance
            }
        }
    )*};
}

distances!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl<const SIGNED: bool, const N: u32> ShiftDistance for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    #[inline]
    fn left(self) -> Distance {
        match self.exactly::<i32>() {
            Some(distance) => distance.max(-Distance::MAX),
            None if self.is_negative() => -Distance::MAX,
            None => Distance::MAX,
        }
    }
}

/// `impl` of one operator that makes an exact result, for a left operand that is a number itself or an [`Exact`].
macro_rules! exact {
    ($([$operator:ident $method:ident $result:ident])*) => {$(
        impl<E: Number, B: Number> ops::$operator<B> for Exact<E> {
            type Output = Exact<$result<E, B>>;

            #[inline]
            #[track_caller]
            fn $method(self, other: B) -> Self::Output {
                $result::exact(self.0, other)
            }
        }

        impl<const SIGNED: bool, const N: u32, B: Number> ops::$operator<B> for Integer<SIGNED, N>
        where
            Width<N>: Supported,
        {
            type Output = Exact<$result<Self, B>>;

            #[inline]
            #[track_caller]
            fn $method(self, other: B) -> Self::Output {
                $result::exact(self, other)
            }
        }

        impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow, B: Number> ops::$operator<B>
            for FixedPoint<SIGNED, W, I, Q, O>
        where
            Width<W>: Supported,
        {
            type Output = Exact<$result<Self, B>>;

            #[inline]
            #[track_caller]
            fn $method(self, other: B) -> Self::Output {
                $result::exact(self, other)
            }
        }
    )*};
}

exact! {
    [Add add Sum] [Sub sub Difference] [Mul mul Product] [Div div Quotient] [Rem rem Remainder]
    [BitAnd bitand And] [BitOr bitor Or] [BitXor bitxor Xor]
}

/// `impl` of the same for a native integer on the left.
macro_rules! native {
    ($([$operator:ident $method:ident $result:ident])* for $natives:tt) => {
        $(native!(@operator [$operator $method $result] for $natives);)*
    };
    (@operator $operation:tt for [$($native:ident)*]) => {
        $(native!(@one $operation for $native);)*
    };
    (@one [$operator:ident $method:ident $result:ident] for $native:ident) => {
        impl<E: Number> ops::$operator<Exact<E>> for $native {
            type Output = Exact<$result<Self, E>>;

            #[inline]
            #[track_caller]
            fn $method(self, other: Exact<E>) -> Self::Output {
                $result::exact(self, other.0)
            }
        }

        impl<const SIGNED: bool, const N: u32> ops::$operator<Integer<SIGNED, N>> for $native
        where
            Width<N>: Supported,
        {
            type Output = Exact<$result<Self, Integer<SIGNED, N>>>;

            #[inline]
            #[track_caller]
            fn $method(self, other: Integer<SIGNED, N>) -> Self::Output {
                $result::exact(self, other)
            }
        }

        impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow>
            ops::$operator<FixedPoint<SIGNED, W, I, Q, O>> for $native
        where
            Width<W>: Supported,
        {
            type Output = Exact<$result<Self, FixedPoint<SIGNED, W, I, Q, O>>>;

            #[inline]
            #[track_caller]
            fn $method(self, other: FixedPoint<SIGNED, W, I, Q, O>) -> Self::Output {
                $result::exact(self, other)
            }
        }
    };
}

native! {
    [Add add Sum] [Sub sub Difference] [Mul mul Product] [Div div Quotient] [Rem rem Remainder]
    [BitAnd bitand And] [BitOr bitor Or] [BitXor bitxor Xor]
    for [i8 i16 i32 i64 u8 u16 u32 u64 usize]
}

/// Comparisons with a native integer on the left.
macro_rules! comparisons {
    ($($native:ident)*) => {$(
        impl<E: Number> PartialEq<Exact<E>> for $native {
            #[inline]
            fn eq(&self, other: &Exact<E>) -> bool {
                compare(self, other).is_eq()
            }
        }

        impl<E: Number> PartialOrd<Exact<E>> for $native {
            #[inline]
            fn partial_cmp(&self, other: &Exact<E>) -> Option<Ordering> {
                Some(compare(self, other))
            }
        }

        impl<const SIGNED: bool, const N: u32> PartialEq<Integer<SIGNED, N>> for $native
        where
            Width<N>: Supported,
        {
            #[inline]
            fn eq(&self, other: &Integer<SIGNED, N>) -> bool {
                compare(self, other).is_eq()
            }
        }

        impl<const SIGNED: bool, const N: u32> PartialOrd<Integer<SIGNED, N>> for $native
        where
            Width<N>: Supported,
        {
            #[inline]
            fn partial_cmp(&self, other: &Integer<SIGNED, N>) -> Option<Ordering> {
                Some(compare(self, other))
            }
        }
    )*};
}

comparisons!(i8 i16 i32 i64 u8 u16 u32 u64 usize);

/// `impl` of the operators with one operand, of shifts, of comparisons and of assignments.
macro_rules! same {
    (impl [$($parameters:tt)*] for $number:ty, [$($bounds:tt)*]) => {
        impl<$($parameters)*> ops::Neg for $number where $($bounds)* {
            type Output = Exact<Negative<Self>>;

            #[inline]
            fn neg(self) -> Self::Output {
                Negative::exact(self)
            }
        }

        impl<$($parameters)*, B: Number> PartialEq<B> for $number where $($bounds)* {
            #[inline]
            fn eq(&self, other: &B) -> bool {
                compare(self, other).is_eq()
            }
        }

        impl<$($parameters)*, B: Number> PartialOrd<B> for $number where $($bounds)* {
            #[inline]
            fn partial_cmp(&self, other: &B) -> Option<Ordering> {
                Some(compare(self, other))
            }
        }

        impl<$($parameters)*, D: ShiftDistance> ops::ShlAssign<D> for $number where $($bounds)* {
            #[inline]
            fn shl_assign(&mut self, distance: D) {
                *self = *self << distance;
            }
        }

        impl<$($parameters)*, D: ShiftDistance> ops::ShrAssign<D> for $number where $($bounds)* {
            #[inline]
            fn shr_assign(&mut self, distance: D) {
                *self = *self >> distance;
            }
        }

        same!(@assign [$($parameters)*] for $number, [$($bounds)*],
            AddAssign add_assign +, SubAssign sub_assign -, MulAssign mul_assign *, DivAssign div_assign /,
            RemAssign rem_assign %, BitAndAssign bitand_assign &, BitOrAssign bitor_assign |,
            BitXorAssign bitxor_assign ^,);
    };
    (@assign $parameters:tt for $number:ty, $bounds:tt, $($operator:ident $method:ident $symbol:tt,)*) => {
        $(same!(@one $parameters for $number, $bounds, $operator $method $symbol);)*
    };
    (@one [$($parameters:tt)*] for $number:ty, [$($bounds:tt)*], $operator:ident $method:ident $symbol:tt) => {
        impl<$($parameters)*, B: Number> ops::$operator<B> for $number where $($bounds)* {
            #[inline]
            #[track_caller]
            fn $method(&mut self, other: B) {
                *self = (*self $symbol other).to();
            }
        }
    };
}

same!(impl [const SIGNED: bool, const N: u32] for Integer<SIGNED, N>, [Width<N>: Supported]);
same!(impl [const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow]
    for FixedPoint<SIGNED, W, I, Q, O>, [Width<W>: Supported]);

impl<E: Number> ops::Neg for Exact<E> {
    type Output = Exact<Negative<E>>;

    #[inline]
    fn neg(self) -> Self::Output {
        Negative::exact(self.0)
    }
}

impl<E: Number> ops::Not for Exact<E> {
    type Output = Exact<Not<E>>;

    #[inline]
    fn not(self) -> Self::Output {
        Exact(Not(self.0))
    }
}

impl<E: Number, D: ShiftDistance> ops::Shl<D> for Exact<E> {
    type Output = Exact<Shifted<E>>;

    #[inline]
    fn shl(self, distance: D) -> Self::Output {
        Exact(Shifted(self.0, distance.left()))
    }
}

impl<E: Number, D: ShiftDistance> ops::Shr<D> for Exact<E> {
    type Output = Exact<Shifted<E>>;

    #[inline]
    fn shr(self, distance: D) -> Self::Output {
        Exact(Shifted(self.0, -distance.left()))
    }
}

impl<const SIGNED: bool, const N: u32> ops::Not for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Not(self).to()
    }
}

impl<const SIGNED: bool, const N: u32, D: ShiftDistance> ops::Shl<D> for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    type Output = Self;

    #[inline]
    fn shl(self, distance: D) -> Self {
        Shifted(self, distance.left()).to()
    }
}

impl<const SIGNED: bool, const N: u32, D: ShiftDistance> ops::Shr<D> for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    type Output = Self;

    #[inline]
    fn shr(self, distance: D) -> Self {
        Shifted(self, -distance.left()).to()
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow> ops::Not
    for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::from_raw(!self.raw())
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow, D: ShiftDistance>
    ops::Shl<D> for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    type Output = Self;

    #[inline]
    fn shl(self, distance: D) -> Self {
        Self::from_raw(self.raw() << distance)
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow, D: ShiftDistance>
    ops::Shr<D> for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
{
    type Output = Self;

    #[inline]
    fn shr(self, distance: D) -> Self {
        Self::from_raw(self.raw() >> distance)
    }
}
