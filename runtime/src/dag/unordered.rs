//! Memory that orders nobody: its users are found out when they meet.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sycl_hls_memory::overlap;

use super::memory::{Memory, Part};

/// What a command or the host does with such memory.
#[derive(Clone)]
pub(crate) struct Use {
    /// Which memory.
    pub part: Part,
    /// Whether it may be written.
    pub writes: bool,
}

/// Who uses a memory at this moment.
#[derive(Default)]
pub(crate) struct Users(Mutex<Vec<User>>);

struct User {
    bytes: Range<usize>,
    writes: bool,
    name: Arc<str>,
}

/// A use that others are kept from conflicting with until it is dropped.
pub(crate) struct Entered {
    memory: Arc<dyn Memory>,
    name: Arc<str>,
}

impl Use {
    /// Begins the use, for a user of this name.
    ///
    /// # Errors
    /// The name of one whose use conflicts with it.
    pub fn enter(&self, name: &Arc<str>) -> Result<Entered, Arc<str>> {
        let Self { part: Part { memory, bytes }, writes } = self;
        let mut users = memory.track().users.lock();
        let conflicts = |user: &&User| {
            overlap(&user.bytes, bytes) && (user.writes || *writes) && !Arc::ptr_eq(&user.name, name)
        };
        if let Some(user) = users.iter().find(conflicts) {
            return Err(Arc::clone(&user.name));
        }
        users.push(User { bytes: bytes.clone(), writes: *writes, name: Arc::clone(name) });
        Ok(Entered { memory: Arc::clone(memory), name: Arc::clone(name) })
    }
}

impl Users {
    fn lock(&self) -> MutexGuard<'_, Vec<User>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.memory.track().users.lock().retain(|user| !Arc::ptr_eq(&user.name, &self.name));
    }
}
