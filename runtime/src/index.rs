//! Extents and positions in 1 to 3 dimensions.

use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Index,
    IndexMut, Mul, MulAssign, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

/// The number of elements in each dimension (S20 §4.9.1.1). There are 1 to 3 dimensions; the last one is that
/// of neighbours in memory (S20 §3.11.1).
///
/// Made of numbers: `Range::from([height, width])`. What takes a range takes these as well. Operators of `usize` work in each
/// dimension, with another range or with one number for all dimensions; they panic where those of `usize` do.
///
/// ```
/// # use sycl_hls::Range;
/// let (global, local) = (Range::from([64, 32]), Range::from([16, 8]));
/// assert_eq!((global / local, 2 * local), (Range::from([4, 4]), Range::from([32, 16])));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range<const D: usize>([usize; D]);

/// A position: an index for each dimension (S20 §4.9.1.3). `Id::from([y, x])`, or the end of a range: `Id::from(range)`. It has the
/// operators of a [`Range`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id<const D: usize>([usize; D]);

/// Work items in groups of equal size (S20 §4.9.1.2): all of them, and those of a group, in each dimension.
///
/// ```
/// # use sycl_hls::{NdRange, Range};
/// let range = NdRange::new([64, 32], [16, 8]);
/// assert_eq!(range.group(), Range::from([4, 4]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NdRange<const D: usize> {
    global: Range<D>,
    local: Range<D>,
}

impl<const D: usize> NdRange<D> {
    /// `global` items in groups of `local`. Whether the one is a multiple of the other is looked at when a kernel is launched.
    pub fn new(global: impl Into<Range<D>>, local: impl Into<Range<D>>) -> Self {
        Self { global: global.into(), local: local.into() }
    }

    /// All items (S20 §4.9.1.2, `get_global_range`).
    #[must_use]
    pub const fn global(&self) -> Range<D> {
        self.global
    }

    /// The items of a group (S20 §4.9.1.2, `get_local_range`).
    #[must_use]
    pub const fn local(&self) -> Range<D> {
        self.local
    }

    /// The groups (S20 §4.9.1.2, `get_group_range`); none where a group has no item.
    #[must_use]
    pub fn group(&self) -> Range<D> {
        let groups =
            |dimension: usize| self.global.0[dimension].checked_div(self.local.0[dimension]).unwrap_or(0);
        Range(std::array::from_fn(groups))
    }
}

impl<const D: usize> Range<D> {
    /// The number of elements: the product of all dimensions (S20 §4.9.1.1, `size`). `usize::MAX`, which no
    /// memory holds, when it is larger than that.
    #[must_use]
    pub fn size(&self) -> usize {
        if self.0.contains(&0) {
            return 0;
        }
        self.0.iter().fold(1, |product: usize, &extent| product.saturating_mul(extent))
    }

    /// The number of elements in dimension `dimension`, from 0 (S20 §4.9.1.1, `get`).
    #[must_use]
    pub fn get(&self, dimension: usize) -> Option<usize> {
        self.0.get(dimension).copied()
    }

    /// All dimensions as an array.
    #[must_use]
    pub const fn to_array(self) -> [usize; D] {
        self.0
    }
}

impl<const D: usize> Id<D> {
    /// The position of this element in memory, counted in elements, when there are `range` of them: the last
    /// dimension varies fastest (S20 §3.11.1). `None` when the position is outside of `range`.
    ///
    /// ```
    /// # use sycl_hls::{Id, Range};
    /// assert_eq!(Id::from([1, 2]).linear(Range::from([3, 10])), Some(12));
    /// assert_eq!(Id::from([1, 10]).linear(Range::from([3, 10])), None);
    /// ```
    #[must_use]
    pub fn linear(&self, range: Range<D>) -> Option<usize> {
        let mut dimensions = self.0.iter().zip(range.0);
        dimensions.try_fold(0_usize, |before, (&index, extent)| {
            (index < extent).then(|| before.checked_mul(extent)?.checked_add(index))?
        })
    }

    /// The sum in each dimension.
    pub(crate) fn plus(mut self, other: Self) -> Self {
        for (index, more) in self.0.iter_mut().zip(other.0) {
            *index = index.saturating_add(more);
        }
        self
    }

    /// The index in dimension `dimension`, from 0 (S20 §4.9.1.3, `get`).
    #[must_use]
    pub fn get(&self, dimension: usize) -> Option<usize> {
        self.0.get(dimension).copied()
    }

    /// All dimensions as an array.
    #[must_use]
    pub const fn to_array(self) -> [usize; D] {
        self.0
    }
}

impl<const D: usize> From<Range<D>> for Id<D> {
    fn from(range: Range<D>) -> Self {
        Self(range.0)
    }
}

macro_rules! made_of_arrays {
    ($ty:ident: $($d:literal),*) => {
        $(impl From<[usize; $d]> for $ty<$d> {
            fn from(values: [usize; $d]) -> Self {
                Self(values)
            }
        })*

        impl<const D: usize> Default for $ty<D> {
            /// 0 in each dimension.
            fn default() -> Self {
                Self([0; D])
            }
        }

        impl From<$ty<1>> for usize {
            fn from(value: $ty<1>) -> Self {
                value.0[0]
            }
        }

        impl From<usize> for $ty<1> {
            fn from(value: usize) -> Self {
                Self([value])
            }
        }

        impl<const D: usize> From<$ty<D>> for [usize; D] {
            fn from(value: $ty<D>) -> Self {
                value.0
            }
        }

        impl<const D: usize> Index<usize> for $ty<D> {
            type Output = usize;

            fn index(&self, dimension: usize) -> &usize {
                &self.0[dimension]
            }
        }

        impl<const D: usize> IndexMut<usize> for $ty<D> {
            fn index_mut(&mut self, dimension: usize) -> &mut usize {
                &mut self.0[dimension]
            }
        }
    };
}

/// Operators of `usize` in each dimension: `(Add, add, AddAssign, add_assign)`.
macro_rules! operators {
    ($ty:ident: $(($operator:ident, $method:ident, $assign:ident, $assigned:ident)),*) => {
        $(impl<const D: usize> $operator for $ty<D> {
            type Output = Self;

            fn $method(mut self, other: Self) -> Self {
                self.$assigned(other);
                self
            }
        }

        impl<const D: usize> $operator<usize> for $ty<D> {
            type Output = Self;

            fn $method(self, other: usize) -> Self {
                self.$method(Self([other; D]))
            }
        }

        impl<const D: usize> $operator<$ty<D>> for usize {
            type Output = $ty<D>;

            fn $method(self, other: $ty<D>) -> $ty<D> {
                $ty([self; D]).$method(other)
            }
        }

        impl<const D: usize> $assign for $ty<D> {
            fn $assigned(&mut self, other: Self) {
                self.0.iter_mut().zip(other.0).for_each(|(value, other)| value.$assigned(other));
            }
        }

        impl<const D: usize> $assign<usize> for $ty<D> {
            fn $assigned(&mut self, other: usize) {
                self.$assigned(Self([other; D]));
            }
        })*
    };
    ($($ty:ident),*) => {
        $(operators!(
            $ty: (Add, add, AddAssign, add_assign), (Sub, sub, SubAssign, sub_assign), (Mul, mul, MulAssign, mul_assign),
            (Div, div, DivAssign, div_assign), (Rem, rem, RemAssign, rem_assign), (Shl, shl, ShlAssign, shl_assign),
            (Shr, shr, ShrAssign, shr_assign), (BitAnd, bitand, BitAndAssign, bitand_assign),
            (BitOr, bitor, BitOrAssign, bitor_assign), (BitXor, bitxor, BitXorAssign, bitxor_assign)
        );)*
    };
}

made_of_arrays!(Range: 1, 2, 3);
made_of_arrays!(Id: 1, 2, 3);
operators!(Range, Id);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_dimension_varies_fastest() {
        let range = Range::from([2, 3, 5]);
        let mut next = 0;
        for i in 0..2 {
            for j in 0..3 {
                for k in 0..5 {
                    assert_eq!(Id::from([i, j, k]).linear(range), Some(next));
                    next += 1;
                }
            }
        }
        assert_eq!(next, range.size());
    }

    #[test]
    fn a_position_outside_of_any_dimension_has_no_place() {
        let range = Range::from([2, 3, 5]);
        for outside in [[2, 0, 0], [0, 3, 0], [0, 0, 5], [usize::MAX; 3]] {
            assert_eq!(Id::from(outside).linear(range), None);
        }
        assert_eq!(Id::from([usize::MAX - 1, 1]).linear(Range::from([usize::MAX; 2])), None);
    }

    #[test]
    fn sizes_are_products_that_stop_at_the_largest_number() {
        assert_eq!(Range::from(7).size(), 7);
        assert_eq!(Range::from([4, 0]).size(), 0);
        assert_eq!(Range::from([usize::MAX, 2, 0]).size(), 0);
        assert_eq!(Range::from([usize::MAX, 2]).size(), usize::MAX);
    }

    /// Rows: F186, F187.
    #[test]
    fn operators_work_in_each_dimension() {
        macro_rules! each {
            ($ty:ident: $($op:tt $assign:tt),*) => {
                $(
                    let (a, b) = ([21, 6, 40], [3, 2, 5]);
                    let (x, y) = ($ty::from(a), $ty::from(b));
                    let expected = |f: fn(usize, usize) -> usize, b: [usize; 3]| $ty::from([0, 1, 2].map(|d| f(a[d], b[d])));
                    assert_eq!(x $op y, expected(|a, b| a $op b, b));
                    assert_eq!(x $op 2, expected(|a, b| a $op b, [2; 3]));
                    assert_eq!(40 $op y, $ty::from(b.map(|b| 40 $op b)));
                    let mut changed = [x, x];
                    changed[0] $assign y;
                    changed[1] $assign 2;
                    assert_eq!(changed, [x $op y, x $op 2]);
                )*
            };
        }
        each!(Range: + +=, - -=, * *=, / /=, % %=, << <<=, >> >>=, & &=, | |=, ^ ^=);
        each!(Id: + +=, - -=, * *=, / /=, % %=, << <<=, >> >>=, & &=, | |=, ^ ^=);
        let (mut range, mut id) = (Range::<2>::default(), Id::<2>::default());
        (range[1], id[0]) = (7, 5);
        assert_eq!((range, id, Id::from(range)), (Range::from([0, 7]), Id::from([5, 0]), Id::from([0, 7])));
        assert_eq!((usize::from(Range::from(7)), usize::from(Id::from(5))), (7, 5));
    }

    #[test]
    fn dimensions_can_be_looked_at() {
        let (range, id) = (Range::from([4, 6]), Id::from([1, 2]));
        assert_eq!((range[1], range.get(1), range.get(2), range.to_array()), (6, Some(6), None, [4, 6]));
        assert_eq!((id[0], id.get(1), id.get(2), id.to_array()), (1, Some(2), None, [1, 2]));
        assert_eq!((Id::default(), <[usize; 2]>::from(id)), (Id::from([0, 0, 0]), [1, 2]));
    }
}
