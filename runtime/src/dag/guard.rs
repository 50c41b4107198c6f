//! Host guards: nodes of the graph that end when their owner on the host drops them.

use std::marker::PhantomData;
use std::panic::Location;
use std::sync::PoisonError;

use super::graph::{NodeId, Stage};
use super::memory::{Part, Requirement};
use super::scheduler::lock;
use super::wait::wait_for_end;
use crate::Error;

/// Keeps later users of a buffer waiting until it is dropped, on the thread that made it.
pub(crate) struct Held {
    id: NodeId,
    not_send: PhantomData<*const ()>,
}

/// Waits for the last writers of `part`, and when `writes` for all its readers, and keeps later writers, or
/// all later users, waiting until the result is dropped.
///
/// # Errors
/// [`Error::Deadlock`] when it would wait, directly or not, for a host guard of this thread.
pub(crate) fn hold(part: Part, writes: bool, taken_at: &'static Location<'static>) -> Result<Held, Error> {
    let mut state = lock();
    // Before anything depends on the guard, so that a refused one leaves no trace.
    let uses = part.memory.track().uses.lock().unwrap_or_else(PoisonError::into_inner);
    let earlier: Vec<NodeId> = uses.earlier(&state.graph, &part.bytes, writes).collect();
    drop(uses);
    earlier.iter().try_for_each(|&node| state.guards.check(&state.graph, node))?;

    let dependencies = state.dependencies(&[Requirement { part, writes, overwrites: false }]);
    let id = state.graph.insert(Stage::Guard, dependencies);
    state.guards.add(id, taken_at);
    drop(state);
    // From here on the guard ends however this does.
    let held = Held { id, not_send: PhantomData };
    earlier.into_iter().for_each(wait_for_end);
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
