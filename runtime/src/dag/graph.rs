//! Which node waits for which: pure data, kept under the scheduler's lock.
//!
//! Nodes live in slots and name one another by id, never by reference. Finishing a node frees its slot, so
//! nothing that is finished stays alive, and a chain of any length is taken down without recursion. The id of
//! a node that is gone is known to be finished.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use sycl_hls_memory::overlap;

use super::memory::covers;

/// Names a node for ever. Later nodes have greater ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId {
    sequence: u64,
    slot: usize,
}

/// The unfinished nodes with their dependencies. `C` is what a command node carries to whoever runs it.
pub(crate) struct Graph<C> {
    slots: Vec<Option<Node<C>>>,
    free: Vec<usize>,
    created: u64,
    ready: BTreeSet<NodeId>,
}

struct Node<C> {
    sequence: u64,
    stage: Stage<C>,
    /// Number of dependencies that are not finished.
    pending: usize,
    dependencies: Vec<NodeId>,
    dependents: Vec<NodeId>,
    awaited: bool,
    /// It does not run yet, because there is more to come: counted in `pending`.
    held: bool,
}

/// What a node is waiting for, apart from its dependencies.
pub(crate) enum Stage<C> {
    /// A command that somebody has yet to run.
    Queued(C),
    /// A command that somebody runs.
    Running,
    /// A host guard: finished when its owner drops it.
    Guard,
}

/// What a thread that waits for a node can do next.
pub(crate) enum Step<C> {
    /// The node is finished.
    Finished,
    /// Run this command: the node needs it.
    Run(NodeId, C),
    /// This node is held, and needs nothing else.
    Held(NodeId),
    /// Others have to finish something first.
    Blocked,
}

/// The nodes that use one buffer, as far as later nodes can depend on them.
#[derive(Default)]
pub(crate) struct Uses {
    writers: Vec<Use>,
    /// Since the last ones that have written the same.
    readers: Vec<Use>,
}

/// A node that uses a part of a buffer.
struct Use {
    bytes: Range<usize>,
    node: NodeId,
}

/// A list of nodes that forgets finished ones as it grows.
#[derive(Clone, Default)]
pub(crate) struct NodeList(Vec<NodeId>);

impl<C> Graph<C> {
    /// Shrink an empty graph when it has room for more nodes than this.
    const KEPT_SLOTS: usize = 4096;

    /// A graph without nodes.
    pub const fn new() -> Self {
        Self { slots: Vec::new(), free: Vec::new(), created: 0, ready: BTreeSet::new() }
    }

    /// How many nodes there have ever been.
    pub const fn created(&self) -> u64 {
        self.created
    }

    /// The id of the next node that [`Graph::insert`] adds.
    pub fn next_id(&self) -> NodeId {
        NodeId { sequence: self.created, slot: self.free.last().copied().unwrap_or(self.slots.len()) }
    }

    /// Adds a node that waits for `dependencies`, which are unfinished.
    pub fn insert(&mut self, stage: Stage<C>, dependencies: Vec<NodeId>) -> NodeId {
        let id = self.next_id();
        for &dependency in &dependencies {
            if let Some(node) = self.node_mut(dependency) {
                node.dependents.push(id);
            }
        }
        let pending = dependencies.len();
        if pending == 0 && matches!(stage, Stage::Queued(_)) {
            self.ready.insert(id);
        }
        let sequence = id.sequence;
        let dependents = Vec::new();
        let node = Node { sequence, stage, pending, dependencies, dependents, awaited: false, held: false };
        match self.free.pop() {
            Some(slot) => self.slots[slot] = Some(node),
            None => self.slots.push(Some(node)),
        }
        self.created += 1;
        id
    }

    /// Keeps a command that nobody has begun from being run.
    pub fn hold(&mut self, id: NodeId) {
        self.ready.remove(&id);
        if let Some(node) = self.node_mut(id) {
            node.pending += 1;
            node.held = true;
        }
    }

    /// The command of a node that is held, for changes.
    pub fn held_mut(&mut self, id: NodeId) -> Option<&mut C> {
        match self.node_mut(id) {
            Some(Node { held: true, stage: Stage::Queued(command), .. }) => Some(command),
            _ => None,
        }
    }

    /// Lets a node that is held wait for more, which is unfinished and does not wait for it.
    pub fn extend(&mut self, id: NodeId, dependencies: Vec<NodeId>) {
        for &dependency in &dependencies {
            if let Some(node) = self.node_mut(dependency) {
                node.dependents.push(id);
            }
        }
        if let Some(node) = self.node_mut(id) {
            node.pending += dependencies.len();
            node.dependencies.extend(dependencies);
        }
    }

    /// Lets a node that is held run when what it waits for is finished.
    pub fn release(&mut self, id: NodeId) {
        let Some(node) = self.node_mut(id).filter(|node| node.held) else { return };
        node.held = false;
        node.pending -= 1;
        if node.pending == 0 {
            self.ready.insert(id);
        }
    }

    /// Takes the command of a node that is held, to be run as it is.
    pub fn take_held(&mut self, id: NodeId) -> Option<C> {
        self.release(id);
        self.start(id)
    }

    /// True until the node is finished.
    pub fn is_live(&self, id: NodeId) -> bool {
        self.node(id).is_some()
    }

    /// True for an unfinished host guard.
    pub fn is_guard(&self, id: NodeId) -> bool {
        self.node(id).is_some_and(|node| matches!(node.stage, Stage::Guard))
    }

    /// True when a command could be run at once.
    pub fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Takes the oldest command that can be run.
    pub fn take_ready(&mut self) -> Option<(NodeId, C)> {
        let id = self.ready.first().copied()?;
        let command = self.start(id)?;
        Some((id, command))
    }

    /// One step of a thread that waits for the first node of `path`, which it keeps from step to step: each
    /// node on it depends on the next one. Walking it costs no more than the number of edges, however often
    /// it is called.
    pub fn advance(&mut self, path: &mut Vec<NodeId>) -> Step<C> {
        while let Some(&id) = path.last() {
            let Some(node) = self.node_mut(id) else {
                path.pop();
                continue;
            };
            if node.pending > 0 {
                match self.unfinished_dependency(id) {
                    Some(dependency) => path.push(dependency),
                    None if self.node(id).is_some_and(|node| node.held) => return Step::Held(id),
                    None => return Step::Blocked,
                }
                continue;
            }
            return match self.start(id) {
                Some(command) => Step::Run(id, command),
                None => Step::Blocked,
            };
        }
        Step::Finished
    }

    /// The commands that wait for a node.
    pub fn waiting_for(&self, id: NodeId) -> impl Iterator<Item = &C> {
        let dependents = self.node(id).map_or(&[][..], |node| &node.dependents);
        dependents.iter().filter_map(|&dependent| match &self.node(dependent)?.stage {
            Stage::Queued(command) => Some(command),
            Stage::Running | Stage::Guard => None,
        })
    }

    /// Removes a node and releases what waited for it. True when a thread waits for exactly this node.
    pub fn finish(&mut self, id: NodeId) -> bool {
        if !self.is_live(id) {
            return false;
        }
        let Some(node) = self.slots[id.slot].take() else { return false };
        self.free.push(id.slot);
        for dependent in node.dependents {
            let Some(next) = self.node_mut(dependent) else { continue };
            next.pending -= 1;
            if next.pending == 0 && matches!(next.stage, Stage::Queued(_)) {
                self.ready.insert(dependent);
            }
        }
        if self.free.len() == self.slots.len() && self.slots.len() > Self::KEPT_SLOTS {
            self.slots = Vec::new();
            self.free = Vec::new();
        }
        node.awaited
    }

    /// Notes that a thread waits for this node to finish.
    pub fn await_finish(&mut self, id: NodeId) {
        if let Some(node) = self.node_mut(id) {
            node.awaited = true;
        }
    }

    /// The first node satisfying `wanted` among `from` and all that it waits for, directly or not.
    pub fn find_dependency(&self, from: NodeId, wanted: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let mut seen = HashSet::from([from]);
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            let Some(node) = self.node(id) else { continue };
            if wanted(id) {
                return Some(id);
            }
            open.extend(node.dependencies.iter().filter(|&&dependency| seen.insert(dependency)));
        }
        None
    }

    fn node(&self, id: NodeId) -> Option<&Node<C>> {
        self.slots.get(id.slot)?.as_ref().filter(|node| node.sequence == id.sequence)
    }

    fn node_mut(&mut self, id: NodeId) -> Option<&mut Node<C>> {
        self.slots.get_mut(id.slot)?.as_mut().filter(|node| node.sequence == id.sequence)
    }

    /// Takes the command of a node that has no unfinished dependency, unless it is taken.
    fn start(&mut self, id: NodeId) -> Option<C> {
        if !self.ready.remove(&id) {
            return None;
        }
        match std::mem::replace(&mut self.node_mut(id)?.stage, Stage::Running) {
            Stage::Queued(command) => Some(command),
            Stage::Running | Stage::Guard => None,
        }
    }

    /// Some dependency of a node that is unfinished; forgets finished ones on the way.
    fn unfinished_dependency(&mut self, id: NodeId) -> Option<NodeId> {
        loop {
            let candidate = *self.node(id)?.dependencies.last()?;
            if self.is_live(candidate) {
                return Some(candidate);
            }
            self.node_mut(id)?.dependencies.pop();
        }
    }
}

impl Uses {
    /// What a new user of these bytes has to wait for: who writes some of them, and for a writer also the readers since.
    pub fn earlier<C>(
        &self,
        graph: &Graph<C>,
        bytes: &Range<usize>,
        writes: bool,
    ) -> impl Iterator<Item = NodeId> {
        let readers = if writes { &self.readers[..] } else { &[] };
        let uses = self.writers.iter().chain(readers).filter(|it| overlap(&it.bytes, bytes));
        uses.map(|it| it.node).filter(|&node| graph.is_live(node))
    }

    /// Records that node `id`, about to be inserted, uses these bytes, and adds to `dependencies` what it has to wait for.
    pub fn record<C>(
        &mut self,
        graph: &Graph<C>,
        id: NodeId,
        bytes: &Range<usize>,
        writes: bool,
        dependencies: &mut Vec<NodeId>,
    ) {
        // It may use other parts of the buffer as well.
        dependencies.extend(self.earlier(graph, bytes, writes).filter(|&node| node != id));
        if writes {
            // Who waits for them waits for this one.
            self.writers.retain(|it| !covers(bytes, &it.bytes));
            self.readers.retain(|it| !covers(bytes, &it.bytes));
        }
        let uses = if writes { &mut self.writers } else { &mut self.readers };
        // The node is not in the graph yet, but may have another part here.
        push(uses, Use { bytes: bytes.clone(), node: id }, |it| it.node == id || graph.is_live(it.node));
    }

    /// The unfinished commands that use the buffer.
    pub fn commands<C>(&self, graph: &Graph<C>) -> Vec<NodeId> {
        let nodes = self.writers.iter().chain(&self.readers).map(|it| it.node);
        nodes.filter(|&node| graph.is_live(node) && !graph.is_guard(node)).collect()
    }
}

/// Appends to a list. What is not needed any more is dropped when the list is full, so its length stays within about twice the
/// number of what is needed.
fn push<T>(list: &mut Vec<T>, new: T, is_needed: impl Fn(&T) -> bool) {
    if list.len() == list.capacity() {
        list.retain(is_needed);
        list.reserve(list.len() + 1);
    }
    list.push(new);
}

impl NodeList {
    /// Appends a node. Finished ones are dropped now and then.
    pub fn push<C>(&mut self, graph: &Graph<C>, id: NodeId) {
        push(&mut self.0, id, |&node| graph.is_live(node));
    }

    /// The nodes, oldest first.
    pub fn as_slice(&self) -> &[NodeId] {
        &self.0
    }
}

#[cfg(test)]
mod tests;
