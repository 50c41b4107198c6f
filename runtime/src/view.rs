//! Elements of a buffer that a command works on.

use std::ptr;
use std::sync::{Arc, RwLockReadGuard, RwLockWriteGuard};

use sycl_hls_types::Fault;

use crate::Element;
use crate::dag::{Memory, in_use, moved_out};
use crate::storage::Storage;
use crate::window::Window;

/// A part of a buffer, for commands that the graph gives its memory to.
pub struct View<T> {
    pub(crate) storage: Arc<Storage<T>>,
    pub(crate) window: Window,
    /// Whether the command needs what is in the elements.
    pub(crate) initialized: bool,
}

impl<T: Element> View<T> {
    /// All elements of the buffer, to read.
    ///
    /// # Errors
    /// When the memory is not there, as the fault of `command`.
    pub(crate) fn read(&self, command: &str) -> Result<RwLockReadGuard<'_, Vec<T>>, Fault> {
        let data = self.storage.read_now().ok_or_else(|| in_use(command))?;
        if data.len() == self.storage.len() { Ok(data) } else { Err(moved_out(command)) }
    }

    /// All elements of the buffer, to write.
    ///
    /// # Errors
    /// As for [`View::read`].
    pub(crate) fn write(&self, command: &str) -> Result<RwLockWriteGuard<'_, Vec<T>>, Fault> {
        let data = self.storage.write_now().ok_or_else(|| in_use(command))?;
        if data.len() == self.storage.len() { Ok(data) } else { Err(moved_out(command)) }
    }

    /// The buffer's memory, if a command that writes these elements overwrites all of it, and its accessor did not say so.
    pub(crate) fn overwritten(&self) -> Option<Arc<dyn Memory>> {
        let is_whole = self.window == Window::whole(self.storage.len());
        (self.initialized && is_whole).then(|| Arc::<Storage<T>>::clone(&self.storage) as _)
    }

    /// Whether both are of one buffer.
    pub(crate) fn same_buffer(&self, other: &Self) -> bool {
        ptr::addr_eq(Arc::as_ptr(&self.storage), Arc::as_ptr(&other.storage))
    }
}
