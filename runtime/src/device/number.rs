//! What generic functions of kernels may ask of a type.

use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul,
    MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

use super::flush::Flush;

/// An integer or a float: the types with `+ - * / %` and an order.
///
/// A generic function of a kernels module is translated once for each type that it is called with.
pub trait Number:
    Flush
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + RemAssign
{
    /// 0
    const ZERO: Self;
    /// 1
    const ONE: Self;
    /// The smallest finite value.
    const MIN: Self;
    /// The largest finite value.
    const MAX: Self;
}

/// Declares a trait whose methods are inherent ones of the types that implement it.
macro_rules! forwarding {
    (
        $(#[$doc:meta])*
        trait $name:ident: $($bound:path),+ { $($(#[$const_doc:meta])* const $const:ident: $const_ty:ty;)* }
        $(fn $method:ident(self $(, $arg:ident: $arg_ty:ty)*) -> $ret:ty;)+
        for $($ty:ident),+
    ) => {
        $(#[$doc])*
        pub trait $name: $($bound +)+ Sized {
            $($(#[$const_doc])* const $const: $const_ty;)*
            $(
                #[doc = concat!("As `", stringify!($method), "` of the primitive types.")]
                #[must_use]
                fn $method(self $(, $arg: $arg_ty)*) -> $ret;
            )+
        }

        forwarding!(@each [$($ty),+] $name { $($const: $const_ty;)* } $(fn $method(self $(, $arg: $arg_ty)*) -> $ret;)+);
    };
    (@each [$ty:ident $(, $rest:ident)*] $name:ident $consts:tt $($methods:tt)+) => {
        forwarding!(@one $ty $name $consts $($methods)+);
        forwarding!(@each [$($rest),*] $name $consts $($methods)+);
    };
    (@each [] $name:ident $consts:tt $($methods:tt)+) => {};
    (
        @one $ty:ident $name:ident { $($const:ident: $const_ty:ty;)* }
        $(fn $method:ident(self $(, $arg:ident: $arg_ty:ty)*) -> $ret:ty;)+
    ) => {
        impl $name for $ty {
            $(const $const: $const_ty = $ty::$const;)*
            $(
                #[inline]
                fn $method(self $(, $arg: $arg_ty)*) -> $ret {
                    $ty::$method(self $(, $arg)*)
                }
            )+
        }
    };
}

/// The operators that only integers have.
pub trait Bits:
    Sized
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + ShlAssign<u32>
    + ShrAssign<u32>
{
}

forwarding! {
    /// An integer type.
    trait Integer: Number, Ord, Bits {
        /// Width in bits.
        const BITS: u32;
    }
    fn wrapping_add(self, other: Self) -> Self;
    fn saturating_add(self, other: Self) -> Self;
    fn checked_add(self, other: Self) -> Option<Self>;
    fn overflowing_add(self, other: Self) -> (Self, bool);
    fn wrapping_sub(self, other: Self) -> Self;
    fn saturating_sub(self, other: Self) -> Self;
    fn checked_sub(self, other: Self) -> Option<Self>;
    fn overflowing_sub(self, other: Self) -> (Self, bool);
    fn wrapping_mul(self, other: Self) -> Self;
    fn saturating_mul(self, other: Self) -> Self;
    fn checked_mul(self, other: Self) -> Option<Self>;
    fn overflowing_mul(self, other: Self) -> (Self, bool);
    fn wrapping_div(self, other: Self) -> Self;
    fn saturating_div(self, other: Self) -> Self;
    fn checked_div(self, other: Self) -> Option<Self>;
    fn overflowing_div(self, other: Self) -> (Self, bool);
    fn wrapping_rem(self, other: Self) -> Self;
    fn checked_rem(self, other: Self) -> Option<Self>;
    fn overflowing_rem(self, other: Self) -> (Self, bool);
    fn div_euclid(self, other: Self) -> Self;
    fn wrapping_div_euclid(self, other: Self) -> Self;
    fn checked_div_euclid(self, other: Self) -> Option<Self>;
    fn overflowing_div_euclid(self, other: Self) -> (Self, bool);
    fn rem_euclid(self, other: Self) -> Self;
    fn wrapping_rem_euclid(self, other: Self) -> Self;
    fn checked_rem_euclid(self, other: Self) -> Option<Self>;
    fn overflowing_rem_euclid(self, other: Self) -> (Self, bool);
    fn wrapping_shl(self, distance: u32) -> Self;
    fn checked_shl(self, distance: u32) -> Option<Self>;
    fn overflowing_shl(self, distance: u32) -> (Self, bool);
    fn wrapping_shr(self, distance: u32) -> Self;
    fn checked_shr(self, distance: u32) -> Option<Self>;
    fn overflowing_shr(self, distance: u32) -> (Self, bool);
    fn wrapping_neg(self) -> Self;
    fn checked_neg(self) -> Option<Self>;
    fn overflowing_neg(self) -> (Self, bool);
    fn pow(self, exponent: u32) -> Self;
    fn wrapping_pow(self, exponent: u32) -> Self;
    fn saturating_pow(self, exponent: u32) -> Self;
    fn checked_pow(self, exponent: u32) -> Option<Self>;
    fn overflowing_pow(self, exponent: u32) -> (Self, bool);
    fn ilog(self, base: Self) -> u32;
    fn checked_ilog(self, base: Self) -> Option<u32>;
    fn ilog2(self) -> u32;
    fn checked_ilog2(self) -> Option<u32>;
    fn ilog10(self) -> u32;
    fn checked_ilog10(self) -> Option<u32>;
    fn isqrt(self) -> Self;
    fn midpoint(self, other: Self) -> Self;
    fn unbounded_shl(self, distance: u32) -> Self;
    fn unbounded_shr(self, distance: u32) -> Self;
    fn rotate_left(self, distance: u32) -> Self;
    fn rotate_right(self, distance: u32) -> Self;
    fn count_ones(self) -> u32;
    fn count_zeros(self) -> u32;
    fn leading_zeros(self) -> u32;
    fn leading_ones(self) -> u32;
    fn trailing_zeros(self) -> u32;
    fn trailing_ones(self) -> u32;
    fn swap_bytes(self) -> Self;
    fn reverse_bits(self) -> Self;
    for u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize
}

/// The smaller and the larger of two floats, as every target has them: a NaN counts as missing, and -0 is below +0.
///
/// Rust's own `f32::min` leaves open which zero it gives. In a kernels module `a.min(b)` of floats means this.
pub trait MinMax: Copy {
    /// The smaller one.
    #[must_use]
    fn min(self, other: Self) -> Self;
    /// The larger one.
    #[must_use]
    fn max(self, other: Self) -> Self;
}

macro_rules! min_max {
    ($($ty:ident),+) => {$(
        impl MinMax for $ty {
            #[inline]
            fn min(self, other: Self) -> Self {
                if self < other || other.is_nan() || (self == other && self.is_sign_negative()) { self } else { other }
            }

            #[inline]
            fn max(self, other: Self) -> Self {
                if self > other || other.is_nan() || (self == other && self.is_sign_positive()) { self } else { other }
            }
        }
    )+};
}

min_max!(f32, f64);

forwarding! {
    /// `f32` or `f64`, with the methods that are exact or correctly rounded.
    trait Float: Number, Neg<Output = Self>, MinMax {
        /// The difference between 1 and the next larger number.
        const EPSILON: Self;
        /// Positive infinity.
        const INFINITY: Self;
        /// Not a number.
        const NAN: Self;
    }
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn trunc(self) -> Self;
    fn round(self) -> Self;
    fn round_ties_even(self) -> Self;
    fn fract(self) -> Self;
    fn clamp(self, min: Self, max: Self) -> Self;
    fn mul_add(self, factor: Self, summand: Self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    fn signum(self) -> Self;
    fn recip(self) -> Self;
    fn is_nan(self) -> bool;
    fn is_infinite(self) -> bool;
    fn is_finite(self) -> bool;
    fn is_sign_negative(self) -> bool;
    fn is_sign_positive(self) -> bool;
    for f32, f64
}

macro_rules! numbers {
    ($($ty:ident),+) => {$(
        impl Number for $ty {
            const ZERO: Self = 0 as Self;
            const ONE: Self = 1 as Self;
            const MIN: Self = $ty::MIN;
            const MAX: Self = $ty::MAX;
        }
    )+};
}

numbers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64);

macro_rules! bits {
    ($($ty:ident),+) => {$(
        impl Bits for $ty {}
    )+};
}

bits!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
