//! What a host guard can be indexed with.

use std::ops;

use crate::{Id, Range};

/// An index of [`crate::HostRead`] and [`crate::HostWrite`] in `D` dimensions: an [`Id`] or an array; in one
/// dimension what indexes a slice; in two a `usize`, which is a row (S20 §4.7.6.12, `operator[]`).
#[diagnostic::on_unimplemented(
    message = "elements in {D} dimensions have no index of type `{Self}`",
    label = "not an array of {D} numbers",
    note = "index with `[[y, x]]` or an `Id`; all elements are a flat slice: `guard.iter()`, `&*guard`"
)]
pub trait HostIndex<T, const D: usize>: sealed::Sealed {
    /// What is there.
    type Output: ?Sized;

    /// What is there in `data`, which are `range` elements. Panics when that is out of bounds.
    #[doc(hidden)]
    #[track_caller]
    fn of(self, data: &[T], range: Range<D>) -> &Self::Output;

    /// As `of`, to write.
    #[doc(hidden)]
    #[track_caller]
    fn of_mut(self, data: &mut [T], range: Range<D>) -> &mut Self::Output;
}

mod sealed {
    pub trait Sealed {}
}

impl<const D: usize> sealed::Sealed for Id<D> {}
impl<const D: usize> sealed::Sealed for [usize; D] {}

/// The place of an element in memory. Out of bounds it panics, as indexing a slice does.
#[track_caller]
fn place<const D: usize>(id: Id<D>, range: Range<D>) -> usize {
    let place = id.linear(range);
    let (id, range) = (id.to_array(), range.to_array());
    assert!(place.is_some(), "index out of bounds: the range is {range:?} but the index is {id:?}");
    place.unwrap_or_default()
}

impl<T, const D: usize> HostIndex<T, D> for Id<D> {
    type Output = T;

    #[track_caller]
    fn of(self, data: &[T], range: Range<D>) -> &T {
        &data[place(self, range)]
    }

    #[track_caller]
    fn of_mut(self, data: &mut [T], range: Range<D>) -> &mut T {
        &mut data[place(self, range)]
    }
}

impl<T, const D: usize> HostIndex<T, D> for [usize; D]
where
    Id<D>: From<[usize; D]>,
{
    type Output = T;

    #[track_caller]
    fn of(self, data: &[T], range: Range<D>) -> &T {
        Id::from(self).of(data, range)
    }

    #[track_caller]
    fn of_mut(self, data: &mut [T], range: Range<D>) -> &mut T {
        Id::from(self).of_mut(data, range)
    }
}

impl sealed::Sealed for usize {}

/// A row.
impl<T> HostIndex<T, 2> for usize {
    type Output = [T];

    #[track_caller]
    fn of(self, data: &[T], range: Range<2>) -> &[T] {
        &data[row(self, range)]
    }

    #[track_caller]
    fn of_mut(self, data: &mut [T], range: Range<2>) -> &mut [T] {
        &mut data[row(self, range)]
    }
}

/// The elements of a row. Out of bounds it panics, as indexing a slice does.
#[track_caller]
fn row(index: usize, range: Range<2>) -> ops::Range<usize> {
    let [rows, columns] = range.to_array();
    assert!(index < rows, "index out of bounds: there are {rows} rows but the index is {index}");
    index * columns..(index + 1) * columns
}

macro_rules! indices_of_slices {
    ($($ty:ty => $output:ty),*) => {$(
        impl<T> HostIndex<T, 1> for $ty {
            type Output = $output;

            #[track_caller]
            fn of(self, data: &[T], _: Range<1>) -> &Self::Output {
                &data[self]
            }

            #[track_caller]
            fn of_mut(self, data: &mut [T], _: Range<1>) -> &mut Self::Output {
                &mut data[self]
            }
        }
    )*};
}

indices_of_slices! {
    usize => T,
    ops::Range<usize> => [T],
    ops::RangeFrom<usize> => [T],
    ops::RangeTo<usize> => [T],
    ops::RangeInclusive<usize> => [T],
    ops::RangeToInclusive<usize> => [T],
    ops::RangeFull => [T]
}

impl sealed::Sealed for ops::Range<usize> {}
impl sealed::Sealed for ops::RangeFrom<usize> {}
impl sealed::Sealed for ops::RangeTo<usize> {}
impl sealed::Sealed for ops::RangeInclusive<usize> {}
impl sealed::Sealed for ops::RangeToInclusive<usize> {}
impl sealed::Sealed for ops::RangeFull {}
