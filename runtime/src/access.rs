//! Accessors: a command group's requirements, with their modes as types.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::requirements::NoInit;
use crate::storage::Storage;
use crate::view::View;
use crate::window::Window;
use crate::{Element, Error, Id, Range, Result};

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

/// Modes of accessors that a kernel can take as `&[T]`, and a copy read.
#[diagnostic::on_unimplemented(
    message = "the command reads this argument, and an accessor of mode `{Self}` does not",
    label = "read here",
    note = "make the accessor with `buffer.read(h)` or `buffer.read_write(h)`"
)]
pub trait Readable: sealed::Sealed {}

/// Modes of accessors that a kernel can take as `&mut [T]`, and a copy or fill write.
#[diagnostic::on_unimplemented(
    message = "the command writes this argument, and an accessor of mode `{Self}` does not",
    label = "written here",
    note = "make the accessor with `buffer.write(h)` or `buffer.read_write(h)`"
)]
pub trait Writable: sealed::Sealed {}

/// A mode of accessors.
pub trait Mode: sealed::Sealed {
    /// Whether the command may write the buffer.
    const WRITES: bool;
}

impl Mode for Read {
    const WRITES: bool = false;
}

impl Mode for Write {
    const WRITES: bool = true;
}

impl Mode for ReadWrite {
    const WRITES: bool = true;
}

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
pub struct Accessor<'h, T, M, const D: usize = 1> {
    storage: Arc<Storage<T>>,
    /// The position of the buffer's first element in the storage.
    start: usize,
    buffer: Range<D>,
    range: Range<D>,
    offset: Id<D>,
    window: Window,
    no_init: Option<NoInit>,
    mode: PhantomData<M>,
    group: Group<'h>,
    not_send: PhantomData<*const ()>,
}

impl<T: Element, M, const D: usize> Accessor<'_, T, M, D> {
    /// The part of `range` elements at `offset` from here (a ranged accessor, S20 §4.7.6.8). What takes it
    /// sees this part alone: for a kernel, the slice begins with its first element. The command still requires
    /// the whole buffer, so parts order commands as the whole does.
    ///
    /// A kernel's slice is contiguous in memory, so that only whole rows, or a part of one row, can be bound
    /// to an argument; [`crate::Handler::copy`] and [`crate::Handler::fill`] take any part.
    ///
    /// ```
    /// # use sycl_hls::{Buffer, Error, Queue, Selector};
    /// # let q = Queue::new(Selector::host())?;
    /// let image = Buffer::from_vec_with_range(vec![0_u8; 12], [3, 4])?;
    /// q.submit(|h| {
    ///     let last_rows = image.read(h).ranged([2, 4], [1, 0])?;
    ///     assert_eq!(last_rows.len(), 8);
    ///     Ok::<(), Error>(())
    /// })?;
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] when the part reaches out of this accessor's range in any dimension.
    pub fn ranged(mut self, range: impl Into<Range<D>>, offset: impl Into<Id<D>>) -> Result<Self> {
        let (range, offset) = (range.into(), offset.into());
        // First within what this accessor has, then within the buffer.
        let within = Window::new(self.range, range, offset).and_then(|_| {
            let offset = self.offset.plus(offset);
            Some((offset, Window::new(self.buffer, range, offset)?.behind(self.start)))
        });
        let (position, window) = within.ok_or_else(|| {
            Error::Invalid(format!(
                "the part {:?} at {:?} reaches out of an accessor of range {:?}",
                range.to_array(),
                offset.to_array(),
                self.range.to_array()
            ))
        })?;
        self.range = range;
        self.offset = position;
        self.window = window;
        if let Some(no_init) = self.no_init.as_ref().filter(|_| window.len() != self.buffer.size()) {
            no_init.keep_others();
        }
        Ok(self)
    }

    /// Number of elements (S20 §4.7.6.12, `size`).
    #[must_use]
    pub fn len(&self) -> usize {
        self.window.len()
    }

    /// Whether there are no elements (S20 §4.7.6.12, `empty`).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size of the elements in bytes (S20 §4.7.6.12, `byte_size`).
    #[must_use]
    pub fn byte_size(&self) -> usize {
        self.len() * size_of::<T>()
    }

    /// Number of elements in each dimension (S20 §4.7.6.12, `get_range`).
    #[must_use]
    pub const fn range(&self) -> Range<D> {
        self.range
    }

    /// Position of the first element in the buffer (S20 §4.7.6.12, `get_offset`).
    #[must_use]
    pub const fn offset(&self) -> Id<D> {
        self.offset
    }

    /// To the whole of a buffer of `range` elements, which begin at `start` in the storage.
    pub(crate) fn new(
        storage: Arc<Storage<T>>,
        start: usize,
        range: Range<D>,
        no_init: Option<NoInit>,
    ) -> Self {
        Self {
            window: Window::whole(range.size()).behind(start),
            storage,
            start,
            buffer: range,
            range,
            offset: Id::default(),
            no_init,
            mode: PhantomData,
            group: PhantomData,
            not_send: PhantomData,
        }
    }

    pub(crate) fn into_view(self) -> View<T> {
        let buffer = self.start..self.start + self.buffer.size();
        View { storage: self.storage, window: self.window, buffer, initialized: self.no_init.is_none() }
    }
}

/// An accessor that reads of one that also writes (S20 §4.7.6.9.3); the command still requires what that one did.
impl<'h, T, const D: usize> From<Accessor<'h, T, ReadWrite, D>> for Accessor<'h, T, Read, D> {
    fn from(accessor: Accessor<'h, T, ReadWrite, D>) -> Self {
        let Accessor { storage, start, buffer, range, offset, window, no_init, group, not_send, mode: _ } =
            accessor;
        Self { storage, start, buffer, range, offset, window, no_init, mode: PhantomData, group, not_send }
    }
}

impl<T: Element, M, const D: usize> fmt::Debug for Accessor<'_, T, M, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accessor")
            .field("element", &format_args!("{}", std::any::type_name::<T>()))
            .field("range", &self.range.to_array())
            .finish_non_exhaustive()
    }
}
