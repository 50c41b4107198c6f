//! What the scheduler needs of a buffer's storage, whatever its element type.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sycl_hls_types::Fault;

use super::graph::Uses;

/// Storage of a buffer. The graph orders its users, so its locks are never waited for.
pub(crate) trait Memory: Send + Sync {
    /// Who uses the storage and whether its contents are valid.
    fn track(&self) -> &Track;

    /// Its number, which no other one in the process has or will have, and how often it has been taken to be written. What is in it
    /// is the same as long as both are: for whoever has what [`Memory::try_read`] gives, or has given back what
    /// [`Memory::try_write`] gave.
    fn version(&self) -> (u64, u64);

    /// The contents as bytes, unless somebody writes them at this moment.
    fn try_read(&self) -> Option<Box<dyn Deref<Target = [u8]> + '_>>;

    /// The contents as bytes, unless somebody uses them at this moment.
    fn try_write(&self) -> Option<Box<dyn DerefMut<Target = [u8]> + '_>>;
}

/// A buffer's place in the graph and the validity of its contents.
#[derive(Default)]
pub(crate) struct Track {
    /// Who uses the buffer. Taken after the scheduler's lock, if both are.
    pub uses: Mutex<Uses>,
    poison: Mutex<Option<Arc<Fault>>>,
}

impl Track {
    /// Declares the contents invalid. The first fault stays the reason.
    pub fn poison(&self, fault: &Arc<Fault>) {
        self.fault().get_or_insert_with(|| Arc::clone(fault));
    }

    /// Declares the contents valid: whoever says so is about to write all of them.
    pub fn lift_poison(&self) {
        *self.fault() = None;
    }

    /// Why the contents are invalid, if they are.
    pub fn poisoned_by(&self) -> Option<Arc<Fault>> {
        self.fault().clone()
    }

    fn fault(&self) -> MutexGuard<'_, Option<Arc<Fault>>> {
        self.poison.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A command's requirement of a buffer (S20 §3.8.1).
pub(crate) struct Requirement {
    /// The buffer's storage.
    pub memory: Arc<dyn Memory>,
    /// Whether the command may write it.
    pub writes: bool,
    /// Whether nothing needs what is in it before the command: all of it is written, or said not to matter.
    pub overwrites: bool,
}
