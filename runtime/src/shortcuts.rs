//! Commands that are groups of their own (S20 §4.6.5.3).

use crate::copy::{CopySource, CopyTarget};
use crate::{Buffer, Element, Event, Queue, Result};

impl Queue {
    /// Copies all elements of `src` to `dst`: a command group with [`crate::Handler::copy`] alone (S20
    /// §4.6.5.3).
    ///
    /// ```
    /// # use sycl_hls::{Buffer, Queue, Selector};
    /// # let q = Queue::new(Selector::host())?;
    /// let (a, b) = (Buffer::<u32, 2>::zeroed([2, 2])?, Buffer::zeroed(4)?);
    /// q.copy(vec![1, 2, 3, 4], &a)?;
    /// q.copy(&a, &b)?;
    /// assert_eq!(b.into_vec()?, [1, 2, 3, 4]);
    /// # Ok::<(), sycl_hls::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`crate::Handler::copy`].
    pub fn copy<T: Element>(
        &self,
        src: impl for<'h> CopySource<'h, T>,
        dst: impl for<'h> CopyTarget<'h, T>,
    ) -> Result<Event> {
        self.submit(|h| h.copy(src, dst))
    }

    /// Sets all elements of a buffer to `value`: a command group with [`crate::Handler::fill`] alone (S20
    /// §4.6.5.3).
    ///
    /// # Errors
    /// None at present.
    pub fn fill<T: Element, const D: usize>(&self, dst: &Buffer<T, D>, value: T) -> Result<Event> {
        self.submit(|h| {
            let dst = dst.write(h);
            h.fill(dst, value)
        })
    }

    /// Brings the host's copy of a buffer up to date: a command group with [`crate::Handler::update_host`]
    /// alone (S20 §4.6.5.3).
    ///
    /// # Errors
    /// None at present.
    pub fn update_host<T: Element, const D: usize>(&self, buffer: &Buffer<T, D>) -> Result<Event> {
        self.submit(|h| {
            let buffer = buffer.read(h);
            h.update_host(buffer)
        })
    }
}
