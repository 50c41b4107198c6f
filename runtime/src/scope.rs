//! Scopes: buffers over borrowed memory.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{self, AssertUnwindSafe};

use crate::access::{Accessor, Read, ReadWrite, Write};
use crate::{Buffer, Element, Error, Handler, Id, Range, Reduction, ReductionFromIdentity, Result};

/// Runs `f` with a scope in which slices of the caller's can serve as buffers, and brings their contents up
/// to date at its end (a buffer on host memory with write-back, S20 §4.7.2.3, paragraph 2).
///
/// [`Scope::buffer`] copies a slice in. When `f` returns or panics, this waits for the commands that write
/// the scope's buffers and copies the results back, on the calling thread. No other thread ever touches the
/// slices, and nothing depends on a destructor: leaking a [`ScopedBuffer`] is harmless.
///
/// ```
/// # use sycl_hls::{Error, Queue, Selector, scope};
/// # let q = Queue::new(Selector::host())?;
/// let mut data = [1.0_f32; 16];
/// scope(|s| {
///     let b = s.buffer(&mut data);
///     q.submit(|h| {
///         let b = b.read_write(h);
///         // h.single_task(kernels::scale::args(2.0, b))
/// #       drop(b); Ok::<(), Error>(())
///     })
/// })??;
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::Poisoned`] when a command that should have written one of the buffers failed: its slice keeps its
/// old contents, the others are up to date. [`Error::Deadlock`] when a command waits for a
/// [`crate::HostRead`] of this thread. What `f` returned is lost then; if `f` panicked, the panic goes on
/// instead.
pub fn scope<'env, R>(f: impl for<'s> FnOnce(&'s Scope<'s, 'env>) -> R) -> Result<R, Error> {
    let scope = Scope { borrowed: RefCell::default(), scope: PhantomData };
    let result = panic::catch_unwind(AssertUnwindSafe(|| f(&scope)));
    let written_back = scope.finish();
    let value = result.unwrap_or_else(|payload| panic::resume_unwind(payload));
    written_back.map(|()| value)
}

/// Makes buffers over slices that live at least as long as `'env`.
pub struct Scope<'s, 'env: 's> {
    borrowed: RefCell<Vec<Box<dyn WriteBack + 'env>>>,
    scope: PhantomData<&'s mut &'s ()>,
}

/// A buffer over a borrowed slice, usable within its scope.
pub struct ScopedBuffer<'s, T, const D: usize = 1> {
    buffer: Buffer<T, D>,
    scope: PhantomData<&'s mut &'s ()>,
}

impl<'s, 'env> Scope<'s, 'env> {
    /// A buffer with the contents of `data`, which get its results at the scope's end.
    pub fn buffer<T: Element>(&'s self, data: &'env mut [T]) -> ScopedBuffer<'s, T> {
        let buffer = Buffer::from_slice(data);
        self.lend(data, buffer)
    }

    /// As [`Scope::buffer`], with `range` elements whose last dimension varies fastest.
    ///
    /// # Errors
    /// [`Error::Invalid`] when `data` has another number of elements than `range`.
    pub fn buffer_with_range<T: Element, const D: usize>(
        &'s self,
        data: &'env mut [T],
        range: impl Into<Range<D>>,
    ) -> Result<ScopedBuffer<'s, T, D>> {
        let buffer = Buffer::from_slice_with_range(data, range)?;
        Ok(self.lend(data, buffer))
    }

    fn lend<T: Element, const D: usize>(
        &'s self,
        data: &'env mut [T],
        buffer: Buffer<T, D>,
    ) -> ScopedBuffer<'s, T, D> {
        self.borrowed.borrow_mut().push(Box::new(Borrowed { data, buffer: buffer.clone() }));
        ScopedBuffer { buffer, scope: PhantomData }
    }

    /// Brings every slice up to date that can be.
    fn finish(&self) -> Result<()> {
        let borrowed = self.borrowed.take();
        Error::all(borrowed.into_iter().filter_map(|slice| slice.write_back().err()).collect())
    }
}

impl<T: Element, const D: usize> ScopedBuffer<'_, T, D> {
    /// As [`Buffer::read`].
    pub fn read<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Read, D> {
        self.buffer.read(h)
    }

    /// As [`Buffer::write`].
    pub fn write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Write, D> {
        self.buffer.write(h)
    }

    /// As [`Buffer::write_no_init`].
    pub fn write_no_init<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Write, D> {
        self.buffer.write_no_init(h)
    }

    /// As [`Buffer::read_write`].
    pub fn read_write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, ReadWrite, D> {
        self.buffer.read_write(h)
    }

    /// As [`Buffer::read_write_no_init`].
    pub fn read_write_no_init<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, ReadWrite, D> {
        self.buffer.read_write_no_init(h)
    }

    /// As [`Buffer::reduction`].
    pub fn reduction<'h>(&self, h: &mut Handler<'h>) -> Reduction<'h, T, D> {
        self.buffer.reduction(h)
    }

    /// As [`Buffer::reduction_from_identity`].
    pub fn reduction_from_identity<'h>(&self, h: &mut Handler<'h>) -> ReductionFromIdentity<'h, T, D> {
        self.buffer.reduction_from_identity(h)
    }

    /// As [`Buffer::sub_buffer`].
    ///
    /// # Errors
    /// As for [`Buffer::sub_buffer`].
    pub fn sub_buffer(&self, offset: impl Into<Id<D>>, range: impl Into<Range<D>>) -> Result<Self> {
        Ok(Self { buffer: self.buffer.sub_buffer(offset, range)?, scope: PhantomData })
    }

    /// Whether the slice gets the contents at the scope's end, true at first (S20 §4.7.2.1, Table 22, `set_write_back`).
    pub fn set_write_back(&self, on: bool) {
        self.buffer.set_write_back(on);
    }

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Number of elements in each dimension.
    #[must_use]
    pub const fn range(&self) -> Range<D> {
        self.buffer.range()
    }
}

/// A borrowed slice with the buffer that stands for it.
struct Borrowed<'env, T, const D: usize> {
    data: &'env mut [T],
    buffer: Buffer<T, D>,
}

trait WriteBack {
    /// Waits for the buffer's writers and copies the contents back, if there are results and they are wanted.
    fn write_back(self: Box<Self>) -> Result<()>;
}

impl<T: Element, const D: usize> WriteBack for Borrowed<'_, T, D> {
    fn write_back(self: Box<Self>) -> Result<()> {
        if self.buffer.is_written_back() {
            self.data.copy_from_slice(&self.buffer.host_read()?);
        }
        Ok(())
    }
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}

impl<T: Element, const D: usize> fmt::Debug for ScopedBuffer<'_, T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.buffer.fmt(f)
    }
}
