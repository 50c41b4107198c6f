//! Buffers on the host: guards through which a thread reads or writes the elements.

use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use sycl_hls_memory::{ReadLease, WriteLease};

use crate::dag::{Entered, Held};
use crate::host_index::HostIndex;
use crate::{Element, Range};

/// A buffer's elements on the host, to read; keeps later writers of the buffer waiting (`host_accessor` of
/// mode `read`, S20 §4.7.6.10). It stays on the thread that made it. A host task has its elements in the same form.
///
/// It is a slice of all elements, the last dimension varying fastest, and has an index in `D` dimensions:
/// `guard[[y, x]]`. In one dimension it is indexed as a slice is, in two `guard[y]` is a row.
pub struct HostRead<'a, T, const D: usize = 1> {
    // Dropped in this order: writers must find the data unlocked.
    data: ReadLease<'a, T>,
    _kept: Kept,
    range: Range<D>,
}

/// A buffer's elements on the host, to read and write; keeps all later users of the buffer waiting
/// (`host_accessor` of mode `read_write`, S20 §4.7.6.10). It stays on the thread that made it.
///
/// ```
/// # use sycl_hls::Buffer;
/// let image = Buffer::<f32, 2>::zeroed([2, 3])?;
/// let mut pixels = image.host_write()?;
/// pixels[[1, 2]] = 0.5;
/// pixels[0].fill(1.0); // the first row
/// drop(pixels); // or commands that use the buffer wait for ever
/// assert_eq!(image.into_vec()?, [1.0, 1.0, 1.0, 0.0, 0.0, 0.5]);
/// # Ok::<(), sycl_hls::Error>(())
/// ```
pub struct HostWrite<'a, T, const D: usize = 1> {
    // Dropped in this order: later users must find the data unlocked.
    data: WriteLease<'a, T>,
    _kept: Kept,
    range: Range<D>,
}

/// What keeps others from the elements of a guard, for as long as the guard lives.
pub(crate) enum Kept {
    /// Later commands wait.
    Waiting { _held: Held },
    /// Commands that conflict fail.
    Failing { _entered: Entered },
    /// The command that it is in has the elements.
    InCommand,
}

impl<'a, T: Element, const D: usize> HostRead<'a, T, D> {
    /// The elements, which nobody writes meanwhile.
    pub(crate) const fn new(data: ReadLease<'a, T>, range: Range<D>, kept: Kept) -> Self {
        Self { data, _kept: kept, range }
    }

    /// Number of elements in each dimension (S20 §4.7.6.12, `get_range`).
    #[must_use]
    pub const fn range(&self) -> Range<D> {
        self.range
    }
}

impl<'a, T: Element, const D: usize> HostWrite<'a, T, D> {
    /// The elements, which nobody else uses meanwhile.
    pub(crate) const fn new(data: WriteLease<'a, T>, range: Range<D>, kept: Kept) -> Self {
        Self { data, _kept: kept, range }
    }

    /// Number of elements in each dimension (S20 §4.7.6.12, `get_range`).
    #[must_use]
    pub const fn range(&self) -> Range<D> {
        self.range
    }
}

impl<T, const D: usize> Deref for HostRead<'_, T, D> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.data
    }
}

impl<T, const D: usize> Deref for HostWrite<'_, T, D> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.data
    }
}

impl<T, const D: usize> DerefMut for HostWrite<'_, T, D> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.data
    }
}

impl<T, I: HostIndex<T, D>, const D: usize> Index<I> for HostRead<'_, T, D> {
    type Output = I::Output;

    /// # Panics
    /// When the index is out of bounds in any dimension.
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.of(self, self.range)
    }
}

impl<T, I: HostIndex<T, D>, const D: usize> Index<I> for HostWrite<'_, T, D> {
    type Output = I::Output;

    /// # Panics
    /// When the index is out of bounds in any dimension.
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.of(self, self.range)
    }
}

impl<T, I: HostIndex<T, D>, const D: usize> IndexMut<I> for HostWrite<'_, T, D> {
    /// # Panics
    /// When the index is out of bounds in any dimension.
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        let range = self.range;
        index.of_mut(self, range)
    }
}

impl<T: fmt::Debug, const D: usize> fmt::Debug for HostRead<'_, T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: fmt::Debug, const D: usize> fmt::Debug for HostWrite<'_, T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
