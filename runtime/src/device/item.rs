//! Work items of kernels that run for each item of a range, and the memory that they share.

use std::cell::Cell;

use super::nd_item::{each_index, linear};

/// One of the items that a kernel runs for: its indices in `D` dimensions (S20 §4.9.1.4).
///
/// A kernel whose first argument is an item is launched by [`crate::Handler::parallel_for`]. Its items run in any
/// order, so none may read what another one writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<const D: usize> {
    id: [usize; D],
    range: [usize; D],
}

impl<const D: usize> Item<D> {
    /// The index in a dimension, counted from 0, which is a literal in kernels.
    ///
    /// # Panics
    /// When there is no such dimension.
    #[must_use]
    pub const fn id(&self, dimension: usize) -> usize {
        self.id[dimension]
    }

    /// The number of items in a dimension.
    ///
    /// # Panics
    /// When there is no such dimension.
    #[must_use]
    pub const fn range(&self, dimension: usize) -> usize {
        self.range[dimension]
    }

    /// The index among all items, of which the last dimension's lie beside each other (S20 §3.11.1).
    #[must_use]
    pub fn linear_id(&self) -> usize {
        linear(&self.id, &self.range)
    }

    /// How many items run before it. Part of the interface to the macro.
    #[doc(hidden)]
    #[must_use]
    pub fn position(&self) -> usize {
        self.linear_id()
    }

    /// The item with these indices.
    pub(super) const fn new(id: [usize; D], range: [usize; D]) -> Self {
        Self { id, range }
    }

    /// Runs a kernel for each item, the last dimension's first. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn each(range: [usize; D], mut kernel: impl FnMut(Self)) {
        each_index(range, |id| kernel(Self { id, range }));
    }
}

/// A slice that all items of a range write, each its own elements.
#[derive(Clone, Copy)]
pub struct Global<'a, T> {
    elements: &'a [Cell<T>],
}

impl<'a, T: Copy> Global<'a, T> {
    /// The elements as items share them. Part of the interface to the macro.
    #[doc(hidden)]
    pub fn new(elements: &'a mut [T]) -> Self {
        Self { elements: Cell::from_mut(elements).as_slice_of_cells() }
    }

    /// The number of elements.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// True if there is no element.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element with this index.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    #[track_caller]
    pub fn get(&self, index: usize) -> T {
        self.elements[index].get()
    }

    /// Writes the element with this index.
    ///
    /// # Panics
    /// When there is no such element.
    #[track_caller]
    pub fn set(&self, index: usize, value: T) {
        self.elements[index].set(value);
    }
}
