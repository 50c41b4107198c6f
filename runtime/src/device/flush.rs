//! Arithmetic without denormals: what `#[flush_denormals]` makes of operations in host code.

use std::borrow::Borrow;
use std::ops::{Add, Mul};

/// A number, whose denormals can be replaced.
pub trait Flush: Copy {
    /// What `sum` begins with.
    #[doc(hidden)]
    const SUM: Self;
    /// What `product` begins with.
    #[doc(hidden)]
    const PRODUCT: Self;

    /// A zero of its sign in place of a denormal, and every other number as it is.
    #[must_use]
    fn flush(self) -> Self;
}

macro_rules! flush {
    ($($float:ident),+; $($integer:ident),+) => {
        $(
            impl Flush for $float {
                // Rust's sums of floats begin with it.
                const SUM: Self = -0.0;
                const PRODUCT: Self = 1.0;

                #[inline]
                fn flush(self) -> Self {
                    if self.is_subnormal() { (0.0 as $float).copysign(self) } else { self }
                }
            }
        )+
        $(
            impl Flush for $integer {
                const SUM: Self = 0;
                const PRODUCT: Self = 1;

                #[inline]
                fn flush(self) -> Self {
                    self
                }
            }
        )+
    };
}

flush!(f32, f64; u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

/// A zero of its sign in place of a denormal, and every other number as it is.
#[inline]
pub fn flushed<T: Flush>(number: T) -> T {
    number.flush()
}

/// The sum of all items, from the first to the last, without denormals.
#[inline]
pub fn sum<T: Flush + Add<Output = T>, I: Borrow<T>, It: IntoIterator<Item = I>>(items: It) -> T {
    items.into_iter().fold(T::SUM, |sum, item| flushed(sum + flushed(*item.borrow())))
}

/// The product of all items, from the first to the last, without denormals.
#[inline]
pub fn product<T: Flush + Mul<Output = T>, I: Borrow<T>, It: IntoIterator<Item = I>>(items: It) -> T {
    items.into_iter().fold(T::PRODUCT, |product, item| flushed(product * flushed(*item.borrow())))
}
