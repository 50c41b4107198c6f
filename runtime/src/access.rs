//! Accessors: a command group's requirements, with their modes as types.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::Element;
use crate::storage::Storage;

/// Marks what belongs to command group `'h`; invariant, so that no group passes for another.
pub(crate) type Group<'h> = PhantomData<Cell<&'h ()>>;

/// The command reads the buffer (`access_mode::read`, S20 §4.7.6.2).
#[derive(Clone, Copy, Debug)]
pub enum Read {}

/// The command writes the buffer; elements that it does not write keep their values (`access_mode::write`,
/// S20 §4.7.6.2 and §4.7.6.4).
#[derive(Clone, Copy, Debug)]
pub enum Write {}

/// The command reads and writes the buffer (`access_mode::read_write`, S20 §4.7.6.2).
#[derive(Clone, Copy, Debug)]
pub enum ReadWrite {}

/// Modes of accessors that a kernel can take as `&[T]`.
#[diagnostic::on_unimplemented(
    message = "the kernel reads this argument, and an accessor of mode `{Self}` does not",
    label = "taken as `&[T]`",
    note = "make the accessor with `buffer.read(h)` or `buffer.read_write(h)`"
)]
pub trait Readable: sealed::Sealed {}

/// Modes of accessors that a kernel can take as `&mut [T]`.
#[diagnostic::on_unimplemented(
    message = "the kernel writes this argument, and an accessor of mode `{Self}` does not",
    label = "taken as `&mut [T]`",
    note = "make the accessor with `buffer.write(h)` or `buffer.read_write(h)`"
)]
pub trait Writable: sealed::Sealed {}

impl Readable for Read {}
impl Readable for ReadWrite {}
impl Writable for Write {}
impl Writable for ReadWrite {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Read {}
    impl Sealed for super::Write {}
    impl Sealed for super::ReadWrite {}
}

/// A command group's access to a buffer (`accessor` for `target::device`, S20 §4.7.6.9).
///
/// Making one is what orders the command; whether a kernel takes it does not matter (S20 §3.8.1). It has no
/// elements to look at: it can only be passed to a kernel, in the command group that made it. `'h` is that
/// group, and no accessor outlives it:
///
/// ```
/// # use sycl_hls::{Buffer, Error, Queue, Selector};
/// # let q = Queue::new(Selector::host())?;
/// let b = Buffer::from_slice(&[1.0_f32]);
/// q.submit(|h| {
///     let accessor = b.read(h);
///     assert_eq!(accessor.len(), 1);
///     Ok::<(), Error>(())
/// })?;
/// # Ok::<(), Error>(())
/// ```
/// ```compile_fail
/// # use sycl_hls::{Buffer, Error, Queue, Selector};
/// # let q = Queue::new(Selector::host())?;
/// let b = Buffer::from_slice(&[1.0_f32]);
/// let mut kept = None;
/// q.submit(|h| {
///     kept = Some(b.read(h)); // error: borrowed data escapes
///     Ok::<(), Error>(())
/// })?;
/// # Ok::<(), Error>(())
/// ```
pub struct Accessor<'h, T, M> {
    storage: Arc<Storage<T>>,
    mode: PhantomData<M>,
    group: Group<'h>,
    not_send: PhantomData<*const ()>,
}

impl<T: Element, M> Accessor<'_, T, M> {
    /// Number of elements (S20 §4.7.6.12, `size`).
    #[must_use]
    pub fn len(&self) -> usize {
        self.storage.len()
    }

    /// Whether there are no elements (S20 §4.7.6.12, `empty`).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) const fn new(storage: Arc<Storage<T>>) -> Self {
        Self { storage, mode: PhantomData, group: PhantomData, not_send: PhantomData }
    }

    pub(crate) fn into_storage(self) -> Arc<Storage<T>> {
        self.storage
    }
}

impl<T: Element, M> fmt::Debug for Accessor<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accessor")
            .field("element", &std::any::type_name::<T>())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
