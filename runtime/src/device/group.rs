//! Functions that all items of a group call together (S20 §4.17.2, §4.17.3): each gives a value, and gets what all have given.

use std::cell::RefCell;

use super::MinMax;
use super::in_turns::barrier;

thread_local! {
    /// What the items of the group that runs have given, as bits, by their indices in the group.
    static VALUES: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// What items of a group give to a group function: a number or a `bool`.
pub trait GroupValue: Copy + sealed::Value {}

/// A number that items of a group give to a group function that computes with it.
pub trait GroupNumber: GroupValue + sealed::Number {}

pub(super) mod sealed {
    /// What a group keeps of each item.
    pub trait Value: Sized {
        fn bits(self) -> u64;
        fn from_bits(bits: u64) -> Self;
    }

    /// What group functions do with numbers, as kernels do it on every target.
    pub trait Number: Sized {
        const ZERO: Self;
        fn plus(self, other: Self) -> Self;
        fn times(self, other: Self) -> Self;
        fn least(self, other: Self) -> Self;
        fn most(self, other: Self) -> Self;
    }
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl GroupValue for $ty {}
        impl GroupNumber for $ty {}

        impl sealed::Value for $ty {
            #[allow(clippy::cast_sign_loss, clippy::cast_lossless, reason = "bits of any integer")]
            fn bits(self) -> u64 {
                self as u64
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "bits that were an integer")]
            fn from_bits(bits: u64) -> Self {
                bits as $ty
            }
        }

        impl sealed::Number for $ty {
            const ZERO: Self = 0;

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline]
            fn least(self, other: Self) -> Self {
                Ord::min(self, other)
            }

            #[inline]
            fn most(self, other: Self) -> Self {
                Ord::max(self, other)
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! floats {
    ($($ty:ty),*) => {$(
        impl GroupValue for $ty {}
        impl GroupNumber for $ty {}

        impl sealed::Value for $ty {
            fn bits(self) -> u64 {
                self.to_bits().into()
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "bits that were a float")]
            fn from_bits(bits: u64) -> Self {
                Self::from_bits(bits as _)
            }
        }

        impl sealed::Number for $ty {
            const ZERO: Self = 0.0;

            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                self * other
            }

            #[inline]
            fn least(self, other: Self) -> Self {
                MinMax::min(self, other)
            }

            #[inline]
            fn most(self, other: Self) -> Self {
                MinMax::max(self, other)
            }
        }
    )*};
}

floats!(f32, f64);

impl GroupValue for bool {}

impl sealed::Value for bool {
    fn bits(self) -> u64 {
        self.into()
    }

    fn from_bits(bits: u64) -> Self {
        bits != 0
    }
}

/// Runs the items of a group of this size.
pub(super) fn with_values<R>(items: usize, run: impl FnOnce() -> R) -> R {
    VALUES.replace(vec![0; items]);
    run()
}

/// What `found` makes of the values of all items, of which the one with the index `own` gives `value`.
pub(super) async fn given<T: GroupValue, R>(own: usize, value: T, found: impl FnOnce(&[T]) -> R) -> R {
    VALUES.with_borrow_mut(|values| values[own] = value.bits());
    barrier().await;
    let values: Vec<T> = VALUES.with_borrow(|values| values.iter().map(|bits| T::from_bits(*bits)).collect());
    let result = found(&values);
    // Nobody gives the next value before all have seen this one.
    barrier().await;
    result
}

/// All values together, in their order; each group has an item.
pub(super) fn fold<T: GroupValue>(values: &[T], together: fn(T, T) -> T) -> T {
    values[1..].iter().copied().fold(values[0], together)
}

/// The sum of values, in their order, from 0 on.
pub(super) fn fold_from<T: GroupNumber>(values: &[T]) -> T {
    values.iter().copied().fold(T::ZERO, T::plus)
}

/// Methods of groups in two forms: as kernels are written, and as they let others have their turns.
macro_rules! group_functions {
    ($($(#[$doc:meta])* $name:ident, $in_turn:ident<T: $bound:ident $(+ $more:ident)?>($($arg:ident: $ty:ty)?) = |$values:ident, $own:pat_param| $found:expr;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name<T: super::$bound $(+ super::$more)?>(&self, value: T $(, $arg: $ty)?) -> T {
            $(let _ = $arg;)?
            value
        }

        #[doc = concat!("As [`Self::", stringify!($name), "`], in the form of the kernel that lets the others have their turns. Part of the interface to the macro.")]
        #[doc(hidden)]
        pub async fn $in_turn<T: super::$bound $(+ super::$more)?>(&self, value: T $(, $arg: $ty)?) -> T {
            #[allow(unused_imports)]
            use super::group::{fold, fold_from};
            let own = self.local_linear_id();
            super::group::given(own, value, |$values: &[T]| {
                let $own = own;
                $found
            })
            .await
        }
    )*};
}

pub(super) use group_functions;
