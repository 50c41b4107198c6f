//! Memory of a work-group.

use std::cell::Cell;
use std::panic::panic_any;

/// Memory that the items of a work-group share, each group its own (S20 §4.7.6.11, `local_accessor`): `N` elements, which nobody has
/// written when the group begins.
///
/// A kernel of an [`super::NdItem`] takes it as `&Local<T, N>`, behind its other arguments; a launch passes nothing for it. What one item
/// writes, another one reads behind a barrier.
pub struct Local<T, const N: usize> {
    elements: Box<[Cell<Option<T>>]>,
}

impl<T: Copy, const N: usize> Local<T, N> {
    /// The memory of a group that begins. Part of the interface to the macro.
    #[doc(hidden)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "groups begin where the macro says")]
    pub fn new() -> Self {
        Self { elements: vec![Cell::new(None); N].into_boxed_slice() }
    }

    /// The number of elements.
    #[must_use]
    pub const fn len(&self) -> usize {
        N
    }

    /// True if there is no element.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        N == 0
    }

    /// The element with this index.
    ///
    /// # Panics
    /// When there is no such element, and when no item of the group has written it.
    #[must_use]
    #[track_caller]
    #[expect(clippy::panic, reason = "a kernel that ends early panics on the host, as its checks do")]
    pub fn get(&self, index: usize) -> T {
        let Some(value) = self.elements[index].get() else {
            panic_any(format!(
                "element {index} of local memory is read before an item of the group has written it"
            ))
        };
        value
    }

    /// Writes the element with this index.
    ///
    /// # Panics
    /// When there is no such element.
    #[track_caller]
    pub fn set(&self, index: usize, value: T) {
        self.elements[index].set(Some(value));
    }
}
