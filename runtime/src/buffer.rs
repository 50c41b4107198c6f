//! Buffers: data that commands share, with the order of its users kept by the runtime.

use std::fmt;
use std::ops::Deref;
use std::panic::Location;
use std::sync::{Arc, RwLockReadGuard};

use crate::access::{Accessor, Read, ReadWrite, Write};
use crate::dag::{self, Held, Memory};
use crate::storage::Storage;
use crate::{Element, Error, Handler, Result};

/// A shared array of elements (S20 §4.7.2).
///
/// Clones are the same buffer (reference semantics, S20 §4.5.2). Commands get at the data through accessors,
/// the host through [`Buffer::host_read`] and [`Buffer::into_vec`]. Dropping a buffer never blocks: pending
/// commands keep what they need. A buffer may be empty.
///
/// When a command fails, the buffers that it held writing accessors of are *poisoned*: their contents are not
/// valid. Commands that need them fail with [`Error::Poisoned`] without running, and reading them on the host
/// is that error. Nothing lifts it; make a new buffer.
pub struct Buffer<T> {
    storage: Arc<Storage<T>>,
    /// Counts the handles, as commands share the storage.
    handles: Arc<()>,
}

impl<T: Element> Buffer<T> {
    /// A buffer with a copy of `data` (S20 §4.7.2.3, paragraph 4: never written back).
    #[must_use]
    pub fn from_slice(data: &[T]) -> Self {
        Self::from_vec(data.to_vec())
    }

    /// A buffer that takes over `data` without copying it.
    #[must_use]
    pub fn from_vec(data: Vec<T>) -> Self {
        Self { storage: Arc::new(Storage::new(data)), handles: Arc::new(()) }
    }

    /// Number of elements (S20 §4.7.2.1, `size`).
    #[must_use]
    pub fn len(&self) -> usize {
        self.storage.len()
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lets the command of group `h` read the buffer: it runs after the last command that writes it.
    pub fn read<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Read> {
        self.access(h, false)
    }

    /// Lets the command of group `h` write the buffer: it runs after all earlier commands that use it.
    /// Elements that it does not write keep their values.
    pub fn write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Write> {
        self.access(h, true)
    }

    /// Lets the command of group `h` read and write the buffer: it runs after all earlier commands that use
    /// it.
    pub fn read_write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, ReadWrite> {
        self.access(h, true)
    }

    fn access<'h, M>(&self, h: &mut Handler<'h>, writes: bool) -> Accessor<'h, T, M> {
        h.require(self.memory(), writes);
        Accessor::new(Arc::clone(&self.storage))
    }

    /// The elements, for reading on the host (`host_accessor` of mode `read`, S20 §4.7.6.10).
    ///
    /// Waits until the last command that writes the buffer is over. While the result lives, commands that
    /// write the buffer wait for it; others go on. One that is forgotten (`mem::forget`) makes them wait for
    /// ever.
    ///
    /// # Errors
    /// [`Error::Poisoned`] when a command that should have written the buffer failed; [`Error::Deadlock`]
    /// when the last writer waits for a [`HostRead`] of the calling thread.
    #[track_caller]
    pub fn host_read(&self) -> Result<HostRead<'_, T>> {
        let held = dag::hold(&self.memory(), Location::caller())?;
        self.check_valid()?;
        Ok(HostRead { data: self.storage.read(), _held: held })
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
        let is_last = Arc::strong_count(&self.handles) == 1;
        if is_last {
            dag::wait_for_users(&*self.storage)?;
            self.check_valid()?;
            if let Some(data) = self.storage.take() {
                return Ok(data);
            }
            // A forgotten `HostRead` keeps the data where it is.
        }
        Ok(self.host_read()?.to_vec())
    }

    fn memory(&self) -> Arc<dyn Memory> {
        Arc::<Storage<T>>::clone(&self.storage)
    }

    fn check_valid(&self) -> Result<()> {
        let fault = self.storage.track().poisoned_by();
        fault.map_or(Ok(()), |fault| Err(Error::Poisoned(Arc::clone(fault))))
    }
}

impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        Self { storage: Arc::clone(&self.storage), handles: Arc::clone(&self.handles) }
    }
}

impl<T: Element> fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer")
            .field("element", &std::any::type_name::<T>())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

/// A buffer's elements on the host, as a slice to read; keeps later writers of the buffer waiting
/// (`host_accessor` of mode `read`, S20 §4.7.6.10). It stays on the thread that made it.
pub struct HostRead<'a, T> {
    // Dropped in this order: writers must find the data unlocked.
    data: RwLockReadGuard<'a, Vec<T>>,
    _held: Held,
}

impl<T> Deref for HostRead<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.data
    }
}

impl<T: fmt::Debug> fmt::Debug for HostRead<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.data.fmt(f)
    }
}
