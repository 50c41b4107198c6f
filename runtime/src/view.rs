//! Elements of a buffer that a command works on.

use std::ops::Range;
use std::ptr;
use std::sync::Arc;

use sycl_hls_memory::{ReadLease, WriteLease};
use sycl_hls_types::Fault;

use crate::Element;
use crate::dag::{Part, not_lent};
use crate::storage::Storage;
use crate::window::Window;

/// Some elements of a buffer, for commands that the graph gives its memory to.
pub struct View<T> {
    pub(crate) storage: Arc<Storage<T>>,
    /// Which elements of the storage.
    pub(crate) window: Window,
    /// All elements of the buffer in the storage, which the command requires.
    pub(crate) buffer: Range<usize>,
    /// Whether the command needs what is in the elements.
    pub(crate) initialized: bool,
}

impl<T: Element> View<T> {
    /// Elements of the storage, to read.
    ///
    /// # Errors
    /// When the memory is not there, as the fault of `command`.
    pub(crate) fn read(&self, elements: Range<usize>, command: &str) -> Result<ReadLease<'_, T>, Fault> {
        self.storage.read_now(elements).map_err(|refusal| not_lent(command, refusal))
    }

    /// Elements of the storage, to write.
    ///
    /// # Errors
    /// As for [`View::read`].
    pub(crate) fn write(&self, elements: Range<usize>, command: &str) -> Result<WriteLease<'_, T>, Fault> {
        self.storage.write_now(elements).map_err(|refusal| not_lent(command, refusal))
    }

    /// The buffer, if a command that writes these elements overwrites all of it, and its accessor did not say so.
    pub(crate) fn overwritten(&self) -> Option<Part> {
        let is_whole = self.window.contiguous().is_some_and(|elements| elements == self.buffer);
        (self.initialized && is_whole).then(|| part_of(&self.storage, &self.buffer))
    }

    /// Whether both are of one storage.
    pub(crate) fn same_storage(&self, other: &Self) -> bool {
        ptr::addr_eq(Arc::as_ptr(&self.storage), Arc::as_ptr(&other.storage))
    }
}

/// What a command requires that uses a buffer with these elements of a storage.
pub(crate) fn part_of<T: Element>(storage: &Arc<Storage<T>>, elements: &Range<usize>) -> Part {
    let bytes = elements.start * size_of::<T>()..elements.end * size_of::<T>();
    Part::of(Arc::<Storage<T>>::clone(storage), bytes)
}
