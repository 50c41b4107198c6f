//! What the scheduler needs of a buffer's storage, whatever its element type.

use std::ops::{Deref, DerefMut, Range};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sycl_hls_memory::{Refusal, overlap};
use sycl_hls_types::Fault;

use super::completion::Completion;
use super::graph::Uses;
use super::unordered::Users;

/// Storage of a buffer. The graph orders its users, so its locks are never waited for.
pub(crate) trait Memory: Send + Sync {
    /// Who uses the storage and whether its contents are valid.
    fn track(&self) -> &Track;

    /// Its number, which no other one in the process has or will have, and how often it has been taken to be written. What is in it
    /// is the same as long as both are: for whoever has what [`Memory::try_read`] gives, or has given back what
    /// [`Memory::try_write`] gave.
    fn version(&self) -> (u64, u64);

    /// These bytes of whole elements, unless somebody writes one of them at this moment.
    ///
    /// # Errors
    /// Why there are none.
    fn try_read(&self, bytes: Range<usize>) -> Result<ReadBytes<'_>, Refusal>;

    /// These bytes of whole elements, unless somebody uses one of them at this moment.
    ///
    /// # Errors
    /// Why there are none.
    fn try_write(&self, bytes: Range<usize>) -> Result<WriteBytes<'_>, Refusal>;
}

/// Bytes to read.
pub(crate) type ReadBytes<'m> = Box<dyn Deref<Target = [u8]> + 'm>;

/// Bytes to write.
pub(crate) type WriteBytes<'m> = Box<dyn DerefMut<Target = [u8]> + 'm>;

/// A part of a buffer that commands require as a whole: all of it, or a sub-buffer.
#[derive(Clone)]
pub(crate) struct Part {
    /// The buffer's storage.
    pub memory: Arc<dyn Memory>,
    /// Which bytes. That of a buffer without elements has one, so that its users are ordered, too.
    pub bytes: Range<usize>,
}

impl Part {
    /// These bytes of a storage.
    pub fn of(memory: Arc<dyn Memory>, bytes: Range<usize>) -> Self {
        Self { memory, bytes: bytes.start..bytes.end.max(bytes.start + 1) }
    }

    /// A stream.
    pub fn stream(stream: Arc<dyn Memory>) -> Self {
        Self::of(stream, 0..0)
    }

    /// Whether both are the same part of one storage.
    pub fn is(&self, other: &Self) -> bool {
        ptr::addr_eq(Arc::as_ptr(&self.memory), Arc::as_ptr(&other.memory)) && self.bytes == other.bytes
    }

    /// Why the contents are invalid, if they are.
    pub fn poisoned_by(&self) -> Option<Cause> {
        let poison = self.memory.track().poison();
        poison.iter().find(|it| overlap(&it.bytes, &self.bytes)).map(|it| it.cause.clone())
    }

    /// Declares the contents invalid. The first fault stays the reason.
    pub fn poison(&self, cause: &Cause) {
        let mut poison = self.memory.track().poison();
        match poison.iter_mut().find(|it| covers(&it.bytes, &self.bytes)) {
            None => poison.push(Poison { bytes: self.bytes.clone(), cause: cause.clone() }),
            Some(it) if it.bytes == self.bytes => it.cause.command = Arc::clone(&cause.command),
            Some(_) => {}
        }
    }

    /// Declares the contents valid: whoever says so is about to write all of them.
    pub fn lift_poison(&self) {
        let mut poison = self.memory.track().poison();
        let before = std::mem::take(&mut *poison);
        poison.extend(before.into_iter().flat_map(|it| it.without(&self.bytes)));
    }
}

/// Whether a range is within another one.
pub(super) fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// A buffer's place in the graph and the validity of its contents.
#[derive(Default)]
pub(crate) struct Track {
    /// Who uses the buffer. Taken after the scheduler's lock, if both are.
    pub uses: Mutex<Uses>,
    /// Who uses it without being ordered.
    pub users: Users,
    poison: Mutex<Vec<Poison>>,
}

/// Why contents are not valid.
#[derive(Clone)]
pub(crate) struct Cause {
    /// The first fault.
    pub fault: Arc<Fault>,
    /// The last command that should have written them.
    pub command: Arc<Completion>,
}

/// Contents that are not valid.
struct Poison {
    bytes: Range<usize>,
    cause: Cause,
}

impl Track {
    fn poison(&self) -> MutexGuard<'_, Vec<Poison>> {
        self.poison.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Poison {
    /// What is left before and behind a part that has become valid.
    fn without(self, valid: &Range<usize>) -> impl Iterator<Item = Self> {
        let Self { bytes, cause } = self;
        let left = [bytes.start..bytes.end.min(valid.start), bytes.start.max(valid.end)..bytes.end];
        let left = left.into_iter().filter(|bytes| !bytes.is_empty());
        left.map(move |bytes| Self { bytes, cause: cause.clone() })
    }
}

/// A command's requirement of a buffer (S20 §3.8.1).
pub(crate) struct Requirement {
    /// What it requires.
    pub part: Part,
    /// Whether the command may write it.
    pub writes: bool,
    /// Whether nothing needs what is in it before the command: all of it is written, or said not to matter.
    pub overwrites: bool,
}

#[cfg(test)]
mod tests {
    use sycl_hls_types::FaultKind;

    use super::*;
    use crate::dag::Stream;

    /// Parts of one storage.
    fn parts(ranges: &[Range<usize>]) -> Vec<Part> {
        let memory: Arc<dyn Memory> = Arc::<Stream>::default();
        ranges.iter().map(|bytes| Part { memory: Arc::clone(&memory), bytes: bytes.clone() }).collect()
    }

    #[test]
    fn what_is_overwritten_is_valid_and_nothing_else() {
        let cause = |kernel: &str| {
            let (kernel, message) = (kernel.into(), String::new());
            let fault = Arc::new(Fault { kernel, kind: FaultKind::Other, message, at: None });
            Cause { fault, command: Arc::new(Completion::over()) }
        };
        let parts = parts(&[0..12, 0..4, 4..8, 8..12, 2..10]);
        let kernels = || {
            parts.iter().map(|part| part.poisoned_by().map(|it| it.fault.kernel.clone())).collect::<Vec<_>>()
        };
        let named = |names: [&str; 5]| names.map(|name| (!name.is_empty()).then(|| name.to_owned())).to_vec();
        parts[0].poison(&cause("a"));
        parts[1].poison(&cause("b"));
        assert_eq!(kernels(), named(["a"; 5]));
        parts[2].lift_poison();
        assert_eq!(kernels(), named(["a", "a", "", "a", "a"]));
        parts[4].lift_poison();
        assert_eq!(kernels(), named(["a", "a", "", "a", ""]));
        parts[1].lift_poison();
        parts[2].poison(&cause("c"));
        assert_eq!(kernels(), named(["a", "", "c", "a", "c"]));
        parts[0].lift_poison();
        assert_eq!(kernels(), named([""; 5]));
    }
}
