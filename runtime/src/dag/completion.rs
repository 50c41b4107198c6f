//! How far a command is, how it ended and when.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use super::failures::{Failure, Failures};
use super::graph::NodeId;
use crate::Error;

/// State of a command's execution (S20 §4.6.6.1, Table 18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Submitted and not yet running.
    Submitted,
    /// Running on its device.
    Running,
    /// Over, with success or with an error.
    Complete,
}

/// Times of a command in nanoseconds (S20 §4.6.6.1, Table 19). All commands of a process share one clock,
/// whose zero is arbitrary: `submit <= start <= end`, and a command starts no earlier than what it depends on
/// ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profiling {
    /// When the command group was submitted: after its closure returned and before `submit` did.
    pub submit: u64,
    /// When the command started.
    pub start: u64,
    /// When the command ended.
    pub end: u64,
}

/// Shared by a command and its events.
pub(crate) struct Completion {
    status: AtomicU8,
    failure: OnceLock<Arc<Failure>>,
    /// Where the queue keeps failures.
    failures: Arc<Failures>,
    /// Where other queues keep those of commands that this one has depended on.
    causes: OnceLock<Mutex<Vec<Arc<Failures>>>>,
    times: Option<Times>,
}

struct Times {
    submit: u64,
    start: AtomicU64,
    end: AtomicU64,
}

impl Completion {
    /// Of a command that is submitted now to the queue of `failures`; `profiled` keeps its times.
    pub fn new(profiled: bool, failures: Arc<Failures>) -> Self {
        let times =
            profiled.then(|| Times { submit: now(), start: AtomicU64::new(0), end: AtomicU64::new(0) });
        Self {
            status: AtomicU8::new(Status::Submitted as u8),
            failure: OnceLock::new(),
            failures,
            causes: OnceLock::new(),
            times,
        }
    }

    /// Of no command.
    pub fn over() -> Self {
        let completion = Self::new(false, Arc::new(Failures::new(None)));
        completion.complete();
        completion
    }

    /// Notes that the command starts.
    pub fn start(&self) {
        if let Some(times) = &self.times {
            times.start.store(now(), Ordering::Relaxed);
        }
        self.status.store(Status::Running as u8, Ordering::Relaxed);
    }

    /// Notes how the command, node `id`, ended. It is complete only with [`Completion::complete`].
    pub fn end(&self, id: NodeId, error: Option<Error>) {
        if let Some(times) = &self.times {
            times.end.store(now(), Ordering::Relaxed);
        }
        if let Some(error) = error {
            let failure = Arc::new(Failure::new(error));
            self.failures.record(id, Arc::clone(&failure));
            // A command ends once, so the cell is empty.
            let _ = self.failure.set(failure);
        }
    }

    /// Publishes the end.
    pub fn complete(&self) {
        self.status.store(Status::Complete as u8, Ordering::Release);
    }

    /// How far the command is. What it did is visible to who reads [`Status::Complete`].
    pub fn status(&self) -> Status {
        const SUBMITTED: u8 = Status::Submitted as u8;
        const RUNNING: u8 = Status::Running as u8;
        match self.status.load(Ordering::Acquire) {
            SUBMITTED => Status::Submitted,
            RUNNING => Status::Running,
            _ => Status::Complete,
        }
    }

    /// Why a complete command failed; `None` after success.
    pub fn failure(&self) -> Option<&Arc<Failure>> {
        self.failure.get()
    }

    /// Whether the command has failed, or one that it has depended on.
    pub fn is_affected(&self) -> bool {
        self.failure.get().is_some() || self.causes.get().is_some()
    }

    /// Notes that the command depends on another one, which is over: the failures behind that one are behind it, too.
    pub fn follow(&self, other: &Self) {
        let own = other.failure().map(|_| Arc::clone(&other.failures));
        let found: Vec<_> = own.into_iter().chain(other.causes()).collect();
        for failures in found.into_iter().filter(|it| !Arc::ptr_eq(it, &self.failures)) {
            let mut causes =
                self.causes.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
            if !causes.iter().any(|it| Arc::ptr_eq(it, &failures)) {
                causes.push(failures);
            }
        }
    }

    fn causes(&self) -> Vec<Arc<Failures>> {
        let Some(causes) = self.causes.get() else { return Vec::new() };
        causes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Hands the failures of the queues of commands that this one has depended on to their handlers, then those of its own queue to
    /// its handler; false when that has none.
    pub fn hand_over(&self) -> bool {
        for failures in self.causes() {
            failures.hand_over();
        }
        self.failures.hand_over()
    }

    /// The times of a complete command; `None` when they were not kept.
    pub fn profiling(&self) -> Option<Profiling> {
        let Times { submit, start, end } = self.times.as_ref()?;
        Some(Profiling {
            submit: *submit,
            start: start.load(Ordering::Relaxed),
            end: end.load(Ordering::Relaxed),
        })
    }
}

/// Nanoseconds since the process first asked.
fn now() -> u64 {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    let elapsed = EPOCH.get_or_init(Instant::now).elapsed();
    u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX)
}
