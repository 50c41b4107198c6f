//! A stream of a kernel as the graph has it.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sycl_hls_memory::Refusal;

use super::command::LaunchArg;
use super::memory::{Memory, ReadBytes, Track, WriteBytes};

/// What is in a stream between runs.
#[derive(Default)]
pub(crate) struct Stream {
    /// The runs of the kernel, which follow one another. A run that fails leaves nobody knows what.
    track: Track,
    elements: Mutex<Vec<u8>>,
}

/// What a run takes of a stream. It puts back what is left.
pub(crate) struct Taken<'s> {
    stream: &'s Stream,
    pub elements: Vec<u8>,
}

impl Stream {
    /// The streams among arguments.
    pub fn of_args(args: &[LaunchArg]) -> impl Iterator<Item = Arc<dyn Memory>> {
        args.iter().filter_map(|arg| match arg {
            LaunchArg::Stream(stream) => stream.clone().map(|stream| stream as Arc<dyn Memory>),
            _ => None,
        })
    }

    /// What is in it now.
    pub fn elements(&self) -> MutexGuard<'_, Vec<u8>> {
        // What the lock protects is whole in any case.
        self.elements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is in it now, for a run.
    pub fn take(&self) -> Taken<'_> {
        Taken { stream: self, elements: std::mem::take(&mut *self.elements()) }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut all = self.stream.elements();
        // What the host has sent meanwhile comes after what is left.
        self.elements.append(&mut all);
        *all = std::mem::take(&mut self.elements);
    }
}

/// A stream orders the runs of its kernel, as a buffer does.
impl Memory for Stream {
    fn track(&self) -> &Track {
        &self.track
    }

    fn version(&self) -> (u64, u64) {
        (0, 0)
    }

    fn try_read(&self, _: Range<usize>) -> Result<ReadBytes<'_>, Refusal> {
        Err(Refusal::Gone)
    }

    fn try_write(&self, _: Range<usize>) -> Result<WriteBytes<'_>, Refusal> {
        Err(Refusal::Gone)
    }
}
