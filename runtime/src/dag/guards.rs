//! The host guards that exist: whose they are and where they were taken. Pure data under the scheduler's
//! lock.

use std::panic::Location;
use std::thread::{self, ThreadId};

use super::graph::{Graph, NodeId};
use crate::Error;

/// The guards, in no order.
pub(super) struct Guards(Vec<Entry>);

struct Entry {
    id: NodeId,
    thread: ThreadId,
    taken_at: &'static Location<'static>,
}

impl Guards {
    /// No guards.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Notes a guard of this thread.
    pub fn add(&mut self, id: NodeId, taken_at: &'static Location<'static>) {
        self.0.push(Entry { id, thread: thread::current().id(), taken_at });
    }

    /// Forgets a guard.
    pub fn remove(&mut self, id: NodeId) {
        self.0.retain(|entry| entry.id != id);
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks that a node does not wait, directly or not, for a guard of this thread.
    ///
    /// Once is enough, before waiting: the dependencies of a node that is waited for never grow, since one that is held fails
    /// then, and a thread that waits takes no guards.
    ///
    /// # Errors
    /// [`Error::Deadlock`] when it does.
    pub fn check<C>(&self, graph: &Graph<C>, node: NodeId) -> Result<(), Error> {
        if self.is_empty() {
            return Ok(());
        }
        let this = thread::current().id();
        let mine = |id| self.0.iter().find(|entry| entry.id == id && entry.thread == this);
        if !self.0.iter().any(|entry| entry.thread == this) {
            return Ok(());
        }
        let found = graph.find_dependency(node, |id| mine(id).is_some()).and_then(mine);
        found.map_or(Ok(()), |entry| Err(Error::Deadlock { guard: entry.taken_at }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Stage;
    use super::*;

    /// A graph of a guard and of a command that waits for it.
    fn graph() -> (Graph<()>, NodeId, NodeId) {
        let mut graph = Graph::new();
        let guard = graph.insert(Stage::Guard, vec![]);
        let command = graph.insert(Stage::Queued(()), vec![guard]);
        (graph, guard, command)
    }

    #[test]
    fn waiting_for_a_guard_of_this_thread_is_a_deadlock_until_it_is_gone() {
        let (mut graph, guard, command) = graph();
        let other = graph.insert(Stage::Queued(()), vec![]);
        let (mut guards, here) = (Guards::new(), Location::caller());
        guards.check(&graph, command).unwrap();
        guards.add(guard, here);
        assert!(matches!(guards.check(&graph, command), Err(Error::Deadlock { guard }) if guard == here));
        guards.check(&graph, other).unwrap();
        guards.remove(guard);
        guards.check(&graph, command).unwrap();
        assert!(guards.0.is_empty());
    }

    #[test]
    fn a_guard_of_another_thread_is_none() {
        let (mut graph, guard, command) = graph();
        let mine = graph.insert(Stage::Guard, vec![]);
        let mut guards = Guards::new();
        thread::scope(|s| drop(s.spawn(|| guards.add(guard, Location::caller())).join()));
        guards.check(&graph, command).unwrap();
        guards.add(mine, Location::caller());
        guards.check(&graph, command).unwrap();
        assert!(guards.check(&graph, mine).is_err());
    }
}
