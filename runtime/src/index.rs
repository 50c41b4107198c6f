//! Extents and positions in 1 to 3 dimensions.

use std::ops::Index;

/// The number of elements in each dimension (S20 §4.9.1.1). There are 1 to 3 dimensions; the last one is that
/// of neighbours in memory (S20 §3.11.1).
///
/// Made of numbers: `Range::from([height, width])`. What takes a range takes these as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range<const D: usize>([usize; D]);

/// A position: an index for each dimension (S20 §4.9.1.3). `Id::from([y, x])`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id<const D: usize>([usize; D]);

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

impl<const D: usize> Default for Id<D> {
    /// The first element.
    fn default() -> Self {
        Self([0; D])
    }
}

macro_rules! made_of_arrays {
    ($ty:ident: $($d:literal),*) => {
        $(impl From<[usize; $d]> for $ty<$d> {
            fn from(values: [usize; $d]) -> Self {
                Self(values)
            }
        })*

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
    };
}

made_of_arrays!(Range: 1, 2, 3);
made_of_arrays!(Id: 1, 2, 3);

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

    #[test]
    fn dimensions_can_be_looked_at() {
        let (range, id) = (Range::from([4, 6]), Id::from([1, 2]));
        assert_eq!((range[1], range.get(1), range.get(2), range.to_array()), (6, Some(6), None, [4, 6]));
        assert_eq!((id[0], id.get(1), id.get(2), id.to_array()), (1, Some(2), None, [1, 2]));
        assert_eq!((Id::default(), <[usize; 2]>::from(id)), (Id::from([0, 0, 0]), [1, 2]));
    }
}
