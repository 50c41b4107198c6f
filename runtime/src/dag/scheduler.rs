//! The process's scheduler: one graph of commands behind one lock, and the worker threads.
//!
//! A command is run by whoever gets to it first: a thread that waits for it or for what depends on it
//! ([`wait`](super::wait)), or a worker. Waiting threads therefore never depend on a worker being awake, and
//! submitting does not wake one that naps.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::command::Command;
use super::completion::Completion;
use super::graph::{Graph, NodeId, NodeList, Stage};
use super::guards::Guards;
use super::memory::Requirement;
use super::pool::{Call, Pool};
use super::rendezvous::Rendezvous;
use crate::Error;

/// Everything under the lock.
pub(super) struct State {
    pub graph: Graph<Command>,
    pub guards: Guards,
    pub pool: Pool,
    /// Number of threads that sleep on [`PROGRESS`].
    pub blocked: usize,
}

/// The lock, held for moments only: never while a command runs.
pub(super) type Locked = MutexGuard<'static, State>;

static STATE: Mutex<State> =
    Mutex::new(State { graph: Graph::new(), guards: Guards::new(), pool: Pool::new(), blocked: 0 });

/// Tells sleeping workers of ready commands.
static WORK: Condvar = Condvar::new();

/// Tells waiting threads that what they wait for has happened, or that they have to run something themselves.
pub(super) static PROGRESS: Condvar = Condvar::new();

/// How many commands have ended; for threads that wait without the lock.
pub(super) static FINISHED: AtomicU64 = AtomicU64::new(0);

/// How long the napping worker sleeps between two looks: the longest delay of a command that nobody waits
/// for.
const NAP: Duration = Duration::from_micros(100);

/// Naps without any new command before a worker goes to sleep: a few milliseconds.
const QUIET_NAPS: u32 = 20;

/// Takes the lock.
pub(super) fn lock() -> Locked {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was submitted to one queue.
pub(crate) struct Submitted {
    commands: Mutex<Commands>,
    /// Whether each command waits for the one before.
    in_order: bool,
}

/// The commands of a queue.
#[derive(Default)]
struct Commands {
    all: NodeList,
    /// Runs of linked kernels that lacked some of them when somebody last looked.
    held: Vec<NodeId>,
}

/// Adds a command behind all that it depends on, and its id to the queue's list; gives that with where its end is published. A
/// kernel that a run of others lacks, to which it is linked, becomes part of that command. Never waits for a command.
///
/// # Errors
/// When a kernel would wait for one that it is linked to. Nothing is added then.
pub(crate) fn commit(mut command: Command, queue: &Submitted) -> Result<(NodeId, Arc<Completion>), Error> {
    let mut state = lock();
    let mut submitted = queue.lock();
    let run = command.rendezvous().and_then(|part| submitted.lacking(&mut state.graph, part));
    let previous =
        submitted.all.as_slice().last().copied().filter(|last| queue.in_order && run != Some(*last));
    let after = std::mem::take(&mut command.after);
    let others = after.iter().map(|(node, _)| *node).chain(previous);
    let others: Vec<NodeId> = others.filter(|&node| state.graph.is_live(node)).collect();
    let (id, completion) = match run {
        Some(id) => (id, join(&mut state, id, command, others)?),
        None => submitted.add(&mut state, command, others),
    };
    // What is over is no dependency in the graph. A part of a run of linked kernels has the run's completion.
    for (_, over) in after.iter().filter(|(node, _)| !state.graph.is_live(*node)) {
        completion.follow(over);
    }
    drop(submitted);
    state.alert();
    Ok((id, completion))
}

/// Makes a command part of node `id`, a run of linked kernels, which waits for `others` besides.
fn join(state: &mut State, id: NodeId, part: Command, others: Vec<NodeId>) -> Result<Arc<Completion>, Error> {
    let mut dependencies = state.earlier(&part.requirements);
    dependencies.extend(others);
    let waits = |node: &NodeId| state.graph.find_dependency(*node, |it| it == id).is_some();
    let waits = dependencies.iter().any(waits);
    let gone = || Error::Invalid("a run of linked kernels is over before it began".to_owned());
    let run = state.graph.held_mut(id).ok_or_else(gone)?;
    if waits && let (Some(rendezvous), Some(part)) = (run.rendezvous(), part.rendezvous()) {
        return Err(rendezvous.refusal(part));
    }
    state.record(id, &part.requirements);
    let run = state.graph.held_mut(id).ok_or_else(gone)?;
    run.join(part);
    let completion = Arc::clone(&run.completion);
    let complete = run.rendezvous().is_some_and(Rendezvous::is_complete);
    state.graph.extend(id, dependencies);
    if complete {
        state.graph.release(id);
    }
    Ok(completion)
}

impl Commands {
    /// Adds a command that waits for `others` besides; gives its id with where its end is published.
    fn add(&mut self, state: &mut State, command: Command, others: Vec<NodeId>) -> (NodeId, Arc<Completion>) {
        let completion = Arc::clone(&command.completion);
        let incomplete = command.rendezvous().is_some_and(|rendezvous| !rendezvous.is_complete());
        let mut dependencies = state.dependencies(&command.requirements);
        dependencies.extend(others);
        let id = state.graph.insert(Stage::Queued(command), dependencies);
        if incomplete {
            state.graph.hold(id);
            self.held.push(id);
        }
        self.all.push(&state.graph, id);
        (id, completion)
    }

    /// The oldest run of linked kernels that lacks this part.
    fn lacking(&mut self, graph: &mut Graph<Command>, part: &Rendezvous) -> Option<NodeId> {
        self.held.retain(|&id| graph.held_mut(id).is_some());
        let lacks =
            |command: &mut Command| command.rendezvous().is_some_and(|rendezvous| rendezvous.lacks(part));
        self.held.iter().copied().find(|&id| graph.held_mut(id).is_some_and(lacks))
    }
}

impl Submitted {
    /// Nothing; `in_order` makes each command wait for the one before.
    pub fn new(in_order: bool) -> Self {
        Self { commands: Mutex::default(), in_order }
    }

    /// Whether each command waits for the one before.
    pub const fn is_in_order(&self) -> bool {
        self.in_order
    }

    /// The commands, oldest first; those that are over may be missing.
    pub fn commands(&self) -> Vec<NodeId> {
        self.lock().all.as_slice().to_vec()
    }

    /// Taken after the scheduler's lock, if both are.
    fn lock(&self) -> MutexGuard<'_, Commands> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// What the next node has to wait for; records it as a user of what it requires.
    pub fn dependencies(&self, requirements: &[Requirement]) -> Vec<NodeId> {
        self.record(self.graph.next_id(), requirements)
    }

    /// What a user of this would have to wait for.
    fn earlier(&self, requirements: &[Requirement]) -> Vec<NodeId> {
        let mut found = Vec::new();
        for Requirement { part, writes, .. } in requirements {
            let uses = part.memory.track().uses.lock().unwrap_or_else(PoisonError::into_inner);
            found.extend(uses.earlier(&self.graph, &part.bytes, *writes));
        }
        found
    }

    /// Records a node as a user of what it requires; gives what it has to wait for.
    fn record(&self, id: NodeId, requirements: &[Requirement]) -> Vec<NodeId> {
        let mut found = Vec::new();
        for Requirement { part, writes, .. } in requirements {
            let mut uses = part.memory.track().uses.lock().unwrap_or_else(PoisonError::into_inner);
            uses.record(&self.graph, id, &part.bytes, *writes, &mut found);
        }
        found
    }

    /// Removes a node that is over and wakes who waits for it.
    pub fn finish(&mut self, id: NodeId) {
        if self.graph.finish(id) {
            PROGRESS.notify_all();
        }
    }

    /// Sees to it that somebody looks at the ready commands, if there are any.
    pub fn alert(&mut self) {
        if !self.graph.has_ready() {
            return;
        }
        let somebody_comes = match self.pool.call() {
            Call::Soon => true,
            Call::Wake => {
                WORK.notify_one();
                true
            }
            Call::Hire => self.hire(),
            Call::Busy => false,
        };
        if !somebody_comes && self.blocked > 0 {
            // A sleeping thread may need one of these commands, and can run it.
            PROGRESS.notify_all();
        }
    }

    /// Starts a worker; false when the system refuses.
    fn hire(&mut self) -> bool {
        let hired = thread::Builder::new().name("sycl-hls worker".to_owned()).spawn(work).is_ok();
        if !hired {
            self.pool.hire_failed();
        }
        hired
    }
}

/// Runs a command that was taken out of the graph, and releases what waits for it.
pub(super) fn run(state: Locked, id: NodeId, command: Command) -> Locked {
    drop(state);
    let completion = command.run(id);
    let mut state = lock();
    completion.complete();
    if completion.is_affected() {
        state.graph.waiting_for(id).for_each(|command| command.completion.follow(&completion));
    }
    FINISHED.fetch_add(1, Ordering::Relaxed);
    state.finish(id);
    state
}

/// A worker's life.
fn work() {
    let mut quiet = 0;
    let mut state = lock();
    loop {
        if let Some((id, command)) = state.graph.take_ready() {
            state.alert();
            state = run(state, id, command);
            quiet = 0;
        } else if quiet < QUIET_NAPS && state.pool.begin_nap() {
            let before = state.graph.created();
            let napped = WORK.wait_timeout(state, NAP);
            (state, _) = napped.unwrap_or_else(PoisonError::into_inner);
            state.pool.end_nap();
            quiet = if state.graph.created() == before { quiet + 1 } else { 0 };
        } else {
            state.pool.begin_sleep();
            let slept = WORK.wait_while(state, |state| !state.pool.end_sleep());
            state = slept.unwrap_or_else(PoisonError::into_inner);
            quiet = 0;
        }
    }
}
