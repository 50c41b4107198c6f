//! Waiting for commands, and running what they need meanwhile.

use std::hint;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use super::graph::{NodeId, Step};
use super::memory::Memory;
use super::scheduler::{FINISHED, Locked, PROGRESS, lock, run};
use crate::Error;

/// How often a waiting thread looks whether a running command has ended before it goes to sleep: some 10 us,
/// against the 40 us that waking a sleeping thread takes.
const SPINS: u32 = 1_000;

/// Waits until a command has finished, running what it needs meanwhile.
///
/// # Errors
/// [`Error::Deadlock`] when it waits, directly or not, for a host guard of this thread.
pub(crate) fn wait(target: NodeId) -> Result<(), Error> {
    let state = lock();
    if state.graph.is_live(target) {
        state.guards.check(&state.graph, target)?;
        work_towards(state, target);
    }
    Ok(())
}

/// As [`wait`], for what is known not to wait for a host guard of this thread.
pub(super) fn wait_for_end(target: NodeId) {
    work_towards(lock(), target);
}

/// Runs what a node needs until it is finished.
fn work_towards(mut state: Locked, target: NodeId) {
    let mut path = vec![target];
    let mut spins = SPINS;
    loop {
        let step = state.graph.advance(&mut path);
        state.alert();
        state = match step {
            Step::Finished => return,
            Step::Run(id, command) => {
                spins = SPINS;
                run(state, id, command)
            }
            // Whoever would submit what is missing waits instead.
            Step::Held(id) => match state.graph.take_held(id) {
                Some(command) => run(state, id, command),
                None => state,
            },
            Step::Blocked if spins > 0 => spin(state, &mut spins),
            Step::Blocked => sleep(state, target),
        };
    }
}

/// Waits for every unfinished command that uses `memory`.
///
/// # Errors
/// [`Error::Deadlock`], as for [`wait`].
pub(crate) fn wait_for_users(memory: &dyn Memory) -> Result<(), Error> {
    let commands = {
        let state = lock();
        memory.track().uses.lock().unwrap_or_else(PoisonError::into_inner).commands(&state.graph)
    };
    commands.into_iter().try_for_each(wait)
}

/// Watches for a command to end, as long as there are spins left.
fn spin(state: Locked, spins: &mut u32) -> Locked {
    let before = FINISHED.load(Ordering::Relaxed);
    drop(state);
    while *spins > 0 && FINISHED.load(Ordering::Relaxed) == before {
        hint::spin_loop();
        *spins -= 1;
    }
    lock()
}

/// Sleeps until `target` has finished or there may be something to run on the way to it.
fn sleep(mut state: Locked, target: NodeId) -> Locked {
    state.graph.await_finish(target);
    state.blocked += 1;
    let mut state = PROGRESS.wait(state).unwrap_or_else(PoisonError::into_inner);
    state.blocked -= 1;
    state
}
