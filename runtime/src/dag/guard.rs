//! Host guards: nodes of the graph that end when their owner on the host drops them.

use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

use super::graph::{NodeId, Stage};
use super::memory::{Memory, Requirement};
use super::scheduler::lock;
use super::wait::wait;
use crate::Error;

/// Keeps later writers of a buffer waiting until it is dropped, on the thread that made it.
pub(crate) struct Held {
    id: NodeId,
    not_send: PhantomData<*const ()>,
}

/// Waits for the last writer of `memory` and keeps later ones waiting until the result is dropped.
///
/// # Errors
/// [`Error::Deadlock`], as for [`wait`].
pub(crate) fn hold(memory: &Arc<dyn Memory>, taken_at: &'static Location<'static>) -> Result<Held, Error> {
    let mut state = lock();
    let requirement = Requirement { memory: Arc::clone(memory), writes: false };
    let writer = state.dependencies(&[requirement]);
    let id = state.graph.insert(Stage::Guard, writer.clone());
    state.guards.add(id, taken_at);
    drop(state);
    // From here on the guard ends however this does.
    let held = Held { id, not_send: PhantomData };
    writer.into_iter().try_for_each(wait)?;
    Ok(held)
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = lock();
        state.guards.remove(self.id);
        state.finish(self.id);
        state.alert();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buffer;

    #[test]
    fn a_dropped_guard_is_forgotten() {
        let buffer = Buffer::from_vec(vec![1_u8]);
        let guard = buffer.host_read().unwrap();
        // No other test of this crate's own takes guards of buffers.
        assert!(!lock().guards.is_empty());
        drop(guard);
        assert!(lock().guards.is_empty());
    }
}
