//! What explicit copies copy from and to (S20 §4.9.4.3).

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::access::{Accessor, Readable, Writable};
use crate::transfer::{Source, Target};
use crate::{Buffer, Element, Handler, ScopedBuffer};

/// What [`Handler::copy`] copies from: an accessor that reads, a buffer, or memory of the host that the
/// command takes over (`Vec`, `Box<[T]>`, `Arc<[T]>`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing to copy from",
    label = "no accessor that reads, buffer, `Vec`, `Box<[T]>` or `Arc<[T]>`",
    note = "make an accessor with `buffer.read(h)`; borrowed memory is copied by `Buffer::from_slice` or `scope`"
)]
pub trait CopySource<'h, T>: sealed::Sealed {
    #[doc(hidden)]
    fn source(self, h: &mut Handler<'h>) -> Source<T>;
}

/// What [`Handler::copy`] copies to: an accessor that writes, a buffer, or a [`Download`].
#[diagnostic::on_unimplemented(
    message = "elements of type `{T}` cannot be copied to `{Self}`",
    label = "no accessor that writes, `&buffer` or `&download` of that type",
    note = "make an accessor with `buffer.write(h)`; memory of the host gets elements through a `Download`"
)]
pub trait CopyTarget<'h, T>: sealed::Sealed {
    #[doc(hidden)]
    fn target(self, h: &mut Handler<'h>) -> Target<T>;
}

/// Where a copy to the memory of the host ends up (the `shared_ptr` of S20 §4.9.4.3, Table 113). Clones are
/// the same place.
///
/// ```
/// # use sycl_hls::{Buffer, Download, Queue, Selector};
/// # let q = Queue::new(Selector::host())?;
/// let b = Buffer::from_vec(vec![1_u32, 2, 3]);
/// let copied = Download::new();
/// let event = q.copy(&b, &copied)?; // nothing that is submitted later shows in it
/// event.wait()?;
/// assert_eq!(copied.take(), Some(vec![1, 2, 3]));
/// # Ok::<(), sycl_hls::Error>(())
/// ```
pub struct Download<T>(Arc<Mutex<Option<Vec<T>>>>);

impl<T> Download<T> {
    /// A place where nothing has arrived yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(None)))
    }

    /// What the last copy that has ended brought, if nobody has taken it; wait for the event of the copy
    /// first. A copy that failed brings nothing. Copies to one place are not ordered by that; use a place of
    /// its own for each.
    #[must_use]
    pub fn take(&self) -> Option<Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn put(&self, data: Vec<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(data);
    }
}

mod sealed {
    pub trait Sealed {}
}

impl<T, M, const D: usize> sealed::Sealed for Accessor<'_, T, M, D> {}
impl<T, const D: usize> sealed::Sealed for &Buffer<T, D> {}
impl<T, const D: usize> sealed::Sealed for &ScopedBuffer<'_, T, D> {}
impl<T> sealed::Sealed for &Download<T> {}
impl<T> sealed::Sealed for Vec<T> {}
impl<T> sealed::Sealed for Box<[T]> {}
impl<T> sealed::Sealed for Arc<[T]> {}

impl<'h, T: Element, M: Readable, const D: usize> CopySource<'h, T> for Accessor<'h, T, M, D> {
    fn source(self, _: &mut Handler<'h>) -> Source<T> {
        Source::Buffer(self.into_view())
    }
}

impl<'h, T: Element, const D: usize> CopySource<'h, T> for &Buffer<T, D> {
    fn source(self, h: &mut Handler<'h>) -> Source<T> {
        self.read(h).source(h)
    }
}

impl<'h, T: Element, const D: usize> CopySource<'h, T> for &ScopedBuffer<'_, T, D> {
    fn source(self, h: &mut Handler<'h>) -> Source<T> {
        self.read(h).source(h)
    }
}

impl<'h, T: Element> CopySource<'h, T> for Vec<T> {
    fn source(self, _: &mut Handler<'h>) -> Source<T> {
        Source::Host(Box::new(self))
    }
}

impl<'h, T: Element> CopySource<'h, T> for Box<[T]> {
    fn source(self, _: &mut Handler<'h>) -> Source<T> {
        Source::Host(Box::new(self))
    }
}

impl<'h, T: Element> CopySource<'h, T> for Arc<[T]> {
    fn source(self, _: &mut Handler<'h>) -> Source<T> {
        Source::Host(Box::new(self))
    }
}

impl<'h, T: Element, M: Writable, const D: usize> CopyTarget<'h, T> for Accessor<'h, T, M, D> {
    fn target(self, _: &mut Handler<'h>) -> Target<T> {
        Target::Buffer(self.into_view())
    }
}

impl<'h, T: Element, const D: usize> CopyTarget<'h, T> for &Buffer<T, D> {
    fn target(self, h: &mut Handler<'h>) -> Target<T> {
        self.write(h).target(h)
    }
}

impl<'h, T: Element, const D: usize> CopyTarget<'h, T> for &ScopedBuffer<'_, T, D> {
    fn target(self, h: &mut Handler<'h>) -> Target<T> {
        self.write(h).target(h)
    }
}

impl<'h, T: Element> CopyTarget<'h, T> for &Download<T> {
    fn target(self, _: &mut Handler<'h>) -> Target<T> {
        Target::Host(self.clone())
    }
}

impl<T> Clone for Download<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Default for Download<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> fmt::Debug for Download<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download").finish_non_exhaustive()
    }
}
