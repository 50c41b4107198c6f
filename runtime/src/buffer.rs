//! Buffers: data that commands share, with the order of its users kept by the runtime.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops;
use std::panic::Location;
use std::sync::Arc;

use crate::access::{Accessor, Read, ReadWrite, Write};
use crate::dag::{self, Part};
use crate::final_data::{FinalData, WriteBack};
use crate::host::{HostRead, HostWrite, Kept};
use crate::requirements::NoInit;
use crate::storage::{Storage, zeros};
use crate::view::part_of;
use crate::window::Window;
use crate::{Element, Error, Handler, Id, Range, Result};

/// A shared array of elements in `D` dimensions, 1 to 3 (S20 §4.7.2).
///
/// Clones are the same buffer, and equality is identity (reference semantics, S20 §4.5.2); [sub-buffers](Buffer::sub_buffer) are equal if they
/// are the same part of one buffer. Commands get at the data through accessors,
/// the host through [`Buffer::host_read`], [`Buffer::host_write`] and [`Buffer::into_vec`]. Dropping a buffer
/// never blocks: pending commands keep what they need. A buffer may be empty.
///
/// The last dimension is contiguous in memory (row-major, S20 §3.11.1). A kernel takes a slice, which has the
/// elements of a buffer of any number of dimensions in that order:
///
/// ```
/// # use sycl_hls::Buffer;
/// let image = Buffer::from_vec_with_range(vec![1_u8, 2, 3, 4, 5, 6], [2, 3])?; // 2 rows of 3
/// assert_eq!(image.host_read()?[[1, 0]], 4);
/// # Ok::<(), sycl_hls::Error>(())
/// ```
///
/// When a command fails, the buffers that it held writing accessors of are *poisoned*: their contents are not
/// valid. Commands that need them fail with [`Error::Poisoned`] without running, and reading them on the host
/// is that error. A command that overwrites all elements lifts it: a copy or fill of the whole buffer, or one with the accessor
/// of [`Buffer::write_no_init`], as does [`Buffer::host_write_no_init`].
pub struct Buffer<T, const D: usize = 1> {
    storage: Arc<Storage<T>>,
    range: Range<D>,
    /// The position of the first element in the storage, of a sub-buffer.
    start: Option<usize>,
    /// Of the handles alone: commands share the storage.
    handles: Arc<WriteBack>,
}

impl<T: Element> Buffer<T> {
    /// A buffer of one dimension with a copy of `data` (S20 §4.7.2.3, paragraph 4: never written back).
    #[must_use]
    pub fn from_slice(data: &[T]) -> Self {
        Self::from_vec(data.to_vec())
    }

    /// A buffer of one dimension that takes over `data` without copying it.
    #[must_use]
    pub fn from_vec(data: Vec<T>) -> Self {
        let range = Range::from(data.len());
        Self::of(data, range)
    }
}

impl<T: Element> From<Vec<T>> for Buffer<T> {
    /// [`Buffer::from_vec`].
    fn from(data: Vec<T>) -> Self {
        Self::from_vec(data)
    }
}

impl<T: Element> FromIterator<T> for Buffer<T> {
    /// A buffer of one dimension with what an iterator gives (S20 §4.7.2.3, paragraph 4: never written back).
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::from_vec(elements.into_iter().collect())
    }
}

impl<T: Element, const D: usize> Buffer<T, D> {
    /// A buffer of `range` zeros (S20 §4.7.2.1, Table 21, the constructor from a range; there, the contents are
    /// not defined).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] when there is no memory for that many elements.
    pub fn zeroed(range: impl Into<Range<D>>) -> Result<Self> {
        let range = range.into();
        Ok(Self::of(zeros(range.size())?, range))
    }

    /// A buffer of `range` elements with a copy of `data`, whose last dimension varies fastest (S20 §4.7.2.1,
    /// Table 21).
    ///
    /// # Errors
    /// [`Error::Invalid`] when `data` has another number of elements than `range`.
    pub fn from_slice_with_range(data: &[T], range: impl Into<Range<D>>) -> Result<Self> {
        let range = range.into();
        check_len(data.len(), range)?;
        Ok(Self::of(data.to_vec(), range))
    }

    /// A buffer of `range` elements that takes over `data`, whose last dimension varies fastest, without
    /// copying it.
    ///
    /// # Errors
    /// As for [`Buffer::from_slice_with_range`].
    pub fn from_vec_with_range(data: Vec<T>, range: impl Into<Range<D>>) -> Result<Self> {
        let range = range.into();
        check_len(data.len(), range)?;
        Ok(Self::of(data, range))
    }

    /// `data`, which has as many elements as `range`.
    fn of(data: Vec<T>, range: Range<D>) -> Self {
        Self { storage: Arc::new(Storage::new(data)), range, start: None, handles: Arc::default() }
    }

    /// Number of elements (S20 §4.7.2.1, Table 22, `size`).
    #[must_use]
    pub fn len(&self) -> usize {
        self.range.size()
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size of the elements in bytes (S20 §4.7.2.1, Table 22, `byte_size`).
    #[must_use]
    pub fn byte_size(&self) -> usize {
        self.len() * size_of::<T>()
    }

    /// Number of elements in each dimension (S20 §4.7.2.1, Table 22, `get_range`).
    #[must_use]
    pub const fn range(&self) -> Range<D> {
        self.range
    }

    /// The part of `range` elements at `offset` as a buffer (a sub-buffer, S20 §4.7.2.1, Table 21): what is written there is written
    /// here. Commands that use parts without a common element do not wait for each other, and can run at the same time; those that use
    /// the whole buffer wait for all of them. It keeps the elements alive, and [`Buffer::set_final_data`] is that of the whole buffer.
    ///
    /// ```
    /// # use sycl_hls::{Buffer, Queue, Selector};
    /// # let q = Queue::new(Selector::host())?;
    /// let rows = Buffer::<u32, 2>::zeroed([4, 3])?;
    /// let (upper, lower) = (rows.sub_buffer([0, 0], [2, 3])?, rows.sub_buffer([2, 0], [2, 3])?);
    /// q.fill(&upper, 1)?;
    /// q.fill(&lower, 2)?; // at the same time
    /// assert_eq!(*rows.host_read()?, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    /// # Ok::<(), sycl_hls::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] when the part reaches out of the buffer, when its elements are no neighbours in memory, and when this is a
    /// sub-buffer itself.
    pub fn sub_buffer(&self, offset: impl Into<Id<D>>, range: impl Into<Range<D>>) -> Result<Self> {
        let (offset, range) = (offset.into(), range.into());
        let invalid = |reason: &str| {
            let (part, at) = (range.to_array(), offset.to_array());
            Err(Error::Invalid(format!("the sub-buffer of {part:?} elements at {at:?} {reason}")))
        };
        if self.is_sub_buffer() {
            return invalid("would be one of a sub-buffer; make it of the whole buffer");
        }
        let Some(window) = Window::new(self.range, range, offset) else {
            return invalid(&format!("reaches out of a buffer of range {:?}", self.range.to_array()));
        };
        let Some(elements) = window.contiguous() else {
            return invalid("is not contiguous in memory; take whole rows or a part of one row");
        };
        Ok(Self { range, start: Some(elements.start), ..self.clone() })
    }

    /// Whether it is a part of another buffer (S20 §4.7.2.1, Table 22, `is_sub_buffer`).
    #[must_use]
    pub const fn is_sub_buffer(&self) -> bool {
        self.start.is_some()
    }

    /// Lets the command of group `h` read the buffer: it runs after the last command that writes it.
    pub fn read<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Read, D> {
        h.require(self.part(), false);
        self.accessor(None)
    }

    /// Lets the command of group `h` write the buffer: it runs after all earlier commands that use it.
    /// Elements that it does not write keep their values.
    pub fn write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Write, D> {
        self.handles.note_writer();
        h.require(self.part(), true);
        self.accessor(None)
    }

    /// As [`Buffer::write`], where nothing needs what is in the buffer (`property::no_init`, S20 §4.7.6.4): a card is not
    /// brought it, and a poisoned buffer becomes valid. Elements that the command does not write have any values then. Where the
    /// accessor is [ranged](Accessor::ranged), those outside of the part keep theirs.
    ///
    /// ```
    /// # use sycl_hls::{Buffer, Error, Queue, Selector};
    /// # let q = Queue::new(Selector::host())?;
    /// let y = Buffer::<f32>::zeroed(16)?;
    /// q.submit(|h| {
    ///     let y = y.write_no_init(h);
    ///     h.fill(y, 1.0)
    /// })?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn write_no_init<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Write, D> {
        self.handles.note_writer();
        self.accessor(Some(h.require_no_init(self.part())))
    }

    /// Lets the command of group `h` read and write the buffer: it runs after all earlier commands that use
    /// it.
    pub fn read_write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, ReadWrite, D> {
        self.handles.note_writer();
        h.require(self.part(), true);
        self.accessor(None)
    }

    /// As [`Buffer::read_write`], where the command reads nothing but what it has written: [`Buffer::write_no_init`].
    pub fn read_write_no_init<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, ReadWrite, D> {
        self.handles.note_writer();
        self.accessor(Some(h.require_no_init(self.part())))
    }

    fn accessor<'h, M>(&self, no_init: Option<NoInit>) -> Accessor<'h, T, M, D> {
        Accessor::new(Arc::clone(&self.storage), self.elements().start, self.range, no_init)
    }

    /// The elements, for reading on the host (`host_accessor` of mode `read`, S20 §4.7.6.10).
    ///
    /// Waits until the last command or [`HostWrite`] that writes the buffer is over. While the result lives,
    /// commands that write the buffer wait for it; others go on. One that is forgotten (`mem::forget`) makes
    /// them wait for ever.
    ///
    /// # Errors
    /// [`Error::Poisoned`] when a command that should have written the buffer failed; [`Error::Deadlock`]
    /// when what would be waited for is, or waits for, a guard of the calling thread.
    #[track_caller]
    pub fn host_read(&self) -> Result<HostRead<'_, T, D>> {
        let held = dag::hold(self.part(), false, Location::caller())?;
        self.check_valid()?;
        Ok(HostRead::new(self.storage.read(self.elements()), self.range, Kept::Waiting { _held: held }))
    }

    /// The elements, for reading and writing on the host (`host_accessor` of mode `read_write`, S20
    /// §4.7.6.10).
    ///
    /// Waits until all earlier commands that use the buffer are over, and all guards of it dropped. While the
    /// result lives, later commands that use the buffer wait for it; others go on. One that is forgotten makes
    /// them wait for ever.
    ///
    /// # Errors
    /// As for [`Buffer::host_read`].
    #[track_caller]
    pub fn host_write(&self) -> Result<HostWrite<'_, T, D>> {
        let held = dag::hold(self.part(), true, Location::caller())?;
        self.handles.note_writer();
        self.check_valid()?;
        Ok(HostWrite::new(self.storage.write(self.elements()), self.range, Kept::Waiting { _held: held }))
    }

    /// As [`Buffer::host_write`], where nothing needs what is in the buffer (`property::no_init`, S20 §4.7.6.4): a poisoned buffer
    /// becomes valid, with whatever its elements were.
    ///
    /// # Errors
    /// [`Error::Deadlock`], as for [`Buffer::host_read`].
    #[track_caller]
    pub fn host_write_no_init(&self) -> Result<HostWrite<'_, T, D>> {
        let held = dag::hold(self.part(), true, Location::caller())?;
        self.handles.note_writer();
        self.part().lift_poison();
        Ok(HostWrite::new(self.storage.write(self.elements()), self.range, Kept::Waiting { _held: held }))
    }

    /// Has the elements go to `target` when the last handle of the buffer is dropped and the commands that use it are over, if
    /// there was an accessor or guard that writes (S20 §4.7.2.1, Table 22). It replaces an earlier target; `()` is none.
    /// [`Buffer::into_vec`] of the last handle takes the elements instead. Dropping does not wait, so that a function is what says
    /// when they are there: it runs on any thread. If the elements are not valid, nothing goes anywhere and an error is logged.
    ///
    /// ```
    /// # use std::sync::mpsc;
    /// # use sycl_hls::{Buffer, Queue, Selector};
    /// # let q = Queue::new(Selector::host())?;
    /// let (sender, results) = mpsc::channel();
    /// let y = Buffer::<u32>::zeroed(2)?;
    /// y.set_final_data(move |elements| drop(sender.send(elements)));
    /// q.fill(&y, 7)?;
    /// drop(y);
    /// assert_eq!(results.recv(), Ok(vec![7, 7]));
    /// # Ok::<(), sycl_hls::Error>(())
    /// ```
    pub fn set_final_data(&self, target: impl FinalData<T>) {
        self.handles.set_target(&self.storage, target);
    }

    /// Whether the elements go where [`Buffer::set_final_data`] says, true at first; without a target nothing changes (S20
    /// §4.7.2.1, Table 22, `set_write_back`).
    pub fn set_write_back(&self, on: bool) {
        self.handles.set(on);
    }

    /// Whether there are results, and they are wanted.
    pub(crate) fn is_written_back(&self) -> bool {
        self.handles.is_due()
    }

    /// The elements, after the last command that writes the buffer.
    ///
    /// The last handle of a buffer waits for commands that read it as well, and gives the data away without
    /// copying it; any other copies it.
    ///
    /// # Errors
    /// As for [`Buffer::host_read`].
    #[track_caller]
    pub fn into_vec(self) -> Result<Vec<T>> {
        let is_last = !self.is_sub_buffer() && Arc::strong_count(&self.handles) == 1;
        if is_last {
            dag::wait_for_users(&*self.storage)?;
            self.check_valid()?;
            if let Some(data) = self.storage.take() {
                self.handles.set(false);
                return Ok(data);
            }
            // A forgotten `HostRead` keeps the data where it is.
        }
        Ok(self.host_read()?.to_vec())
    }

    /// The elements in the storage.
    fn elements(&self) -> ops::Range<usize> {
        let start = self.start.unwrap_or_default();
        start..start + self.range.size()
    }

    /// What commands require.
    fn part(&self) -> Part {
        part_of(&self.storage, &self.elements())
    }

    fn check_valid(&self) -> Result<()> {
        self.part().poisoned_by().map_or(Ok(()), |cause| Err(Error::Poisoned(cause.fault.into())))
    }
}

/// Checks that there is an element for each place.
fn check_len<const D: usize>(elements: usize, range: Range<D>) -> Result<()> {
    if elements == range.size() {
        return Ok(());
    }
    Err(Error::Invalid(format!(
        "a buffer of range {:?} has {} elements, and the data {elements}",
        range.to_array(),
        range.size()
    )))
}

impl<T, const D: usize> Clone for Buffer<T, D> {
    fn clone(&self) -> Self {
        let (storage, handles) = (Arc::clone(&self.storage), Arc::clone(&self.handles));
        Self { storage, range: self.range, start: self.start, handles }
    }
}

impl<T, const D: usize> PartialEq for Buffer<T, D> {
    fn eq(&self, other: &Self) -> bool {
        let same = (self.range, self.start) == (other.range, other.start);
        same && Arc::ptr_eq(&self.handles, &other.handles)
    }
}

impl<T, const D: usize> Eq for Buffer<T, D> {}

impl<T, const D: usize> Hash for Buffer<T, D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.handles).hash(state);
        self.start.hash(state);
    }
}

impl<T: Element, const D: usize> fmt::Debug for Buffer<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer")
            .field("element", &format_args!("{}", std::any::type_name::<T>()))
            .field("range", &self.range.to_array())
            .finish_non_exhaustive()
    }
}
