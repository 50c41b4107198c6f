//! Operations of reductions (S20 §4.16.2): what puts two values together.

use super::GroupNumber;

/// Puts two values of a type together, for a [`super::Reducer`]: one of this module, or one of a kernels module. It should be associative
/// and commutative: the order in which values are put together is always the same, but it is not that of the items.
///
/// ```
/// #[sycl_hls::kernels]
/// mod kernels {
///     use sycl_hls::device::*;
///
///     #[derive(Clone, Copy, Element)]
///     pub struct Hit {
///         pub distance: f32,
///         pub index: u32,
///     }
///
///     pub struct Nearest;
///
///     impl Operation<Hit> for Nearest {
///         fn apply(a: Hit, b: Hit) -> Hit {
///             let is_nearer = b.distance < a.distance || b.distance == a.distance && b.index < a.index;
///             if is_nearer { b } else { a }
///         }
///     }
///
///     #[kernel]
///     pub fn nearest(item: Item<1>, x: &[f32], to: f32, best: &mut Reducer<Hit, Nearest>) {
///         let i = item.id(0);
///         best.combine(Hit { distance: (x[i] - to).abs(), index: i as u32 });
///     }
/// }
///
/// # use sycl_hls::{Buffer, Error, Queue, Selector};
/// # fn main() -> Result<(), Error> {
/// # let q = Queue::new(Selector::host())?;
/// let x = Buffer::from_slice(&[1.0, 4.0, 9.0]);
/// let best = Buffer::from_vec(vec![kernels::Hit { distance: f32::MAX, index: 0 }]);
/// q.submit(|h| {
///     let (x, best) = (x.read(h), best.reduction(h));
///     h.parallel_for([3], kernels::nearest::args(x, 5.0, best))
/// })?;
/// assert_eq!(best.into_vec()?[0].index, 1);
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not put values of type `{T}` together",
    label = "no operation of `{T}`",
    note = "write `impl Operation<{T}> for {Self}` in the kernels module"
)]
pub trait Operation<T> {
    /// Both together.
    fn apply(a: T, b: T) -> T;
}

/// An operation with a value that changes nothing (`known_identity`, S20 §4.16.2, Table 101).
#[diagnostic::on_unimplemented(
    message = "no identity of `{Self}` for `{T}` is known",
    label = "no identity",
    note = "take `buffer.reduction(h)`: the value that is in the buffer is one of those that are put together"
)]
pub trait KnownIdentity<T>: Operation<T> {
    /// The value.
    const IDENTITY: T;
}

/// The sum (`sycl::plus`). That of integers wraps, as do the sums of groups: it has no order then.
#[derive(Debug)]
pub enum Plus {}

/// The product (`sycl::multiplies`). That of integers wraps.
#[derive(Debug)]
pub enum Multiplies {}

/// `&` of integers (`sycl::bit_and`).
#[derive(Debug)]
pub enum BitAnd {}

/// `|` of integers (`sycl::bit_or`).
#[derive(Debug)]
pub enum BitOr {}

/// `^` of integers (`sycl::bit_xor`).
#[derive(Debug)]
pub enum BitXor {}

/// 1 if both integers are not 0, otherwise 0 (`sycl::logical_and`). An argument of a kernel cannot be a `bool`.
#[derive(Debug)]
pub enum LogicalAnd {}

/// 1 if one of the integers is not 0, otherwise 0 (`sycl::logical_or`).
#[derive(Debug)]
pub enum LogicalOr {}

/// The smaller number (`sycl::minimum`); of a NaN and a number, the number.
#[derive(Debug)]
pub enum Minimum {}

/// The larger number (`sycl::maximum`); of a NaN and a number, the number.
#[derive(Debug)]
pub enum Maximum {}

/// Operations of all numbers, as groups have them.
macro_rules! of_numbers {
    ($($operation:ident, $together:ident;)*) => {$(
        impl<T: GroupNumber> Operation<T> for $operation {
            #[inline]
            fn apply(a: T, b: T) -> T {
                a.$together(b)
            }
        }
    )*};
}

of_numbers! {
    Plus, plus;
    Multiplies, times;
    Minimum, least;
    Maximum, most;
}

/// Operations of a type.
macro_rules! of_type {
    ($ty:ty: $($operation:ident, |$a:ident, $b:ident| $together:expr;)*) => {$(
        impl Operation<$ty> for $operation {
            #[inline]
            fn apply($a: $ty, $b: $ty) -> $ty {
                $together
            }
        }
    )*};
}

macro_rules! identities {
    ($ty:ty: $($operation:ident, $identity:expr;)*) => {$(
        impl KnownIdentity<$ty> for $operation {
            const IDENTITY: $ty = $identity;
        }
    )*};
}

macro_rules! integers {
    ($($ty:ident),*) => {$(
        of_type! { $ty:
            BitAnd, |a, b| a & b;
            BitOr, |a, b| a | b;
            BitXor, |a, b| a ^ b;
            LogicalAnd, |a, b| $ty::from(a != 0 && b != 0);
            LogicalOr, |a, b| $ty::from(a != 0 || b != 0);
        }

        identities! { $ty:
            Plus, 0;
            Multiplies, 1;
            BitAnd, !0;
            BitOr, 0;
            BitXor, 0;
            LogicalAnd, 1;
            LogicalOr, 0;
            Minimum, $ty::MAX;
            Maximum, $ty::MIN;
        }
    )*};
}

integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! floats {
    ($($ty:ident),*) => {$(
        identities! { $ty:
            Plus, 0.0;
            Multiplies, 1.0;
            Minimum, $ty::INFINITY;
            Maximum, $ty::NEG_INFINITY;
        }
    )*};
}

floats!(f32, f64);
