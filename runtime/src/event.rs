//! Events: what becomes of a command.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use sycl_hls_backend::BackendKind;

use crate::dag::{self, Completion, NodeId, Profiling, Status};
use crate::{Context, Error, Platform, Result, Selector};

/// A submitted command (S20 §4.6.6). Clones are the same event, and equality is identity (S20 §4.5.2); dropping one changes nothing for the command.
#[derive(Clone)]
pub struct Event {
    /// `None`: of no command.
    node: Option<NodeId>,
    completion: Arc<Completion>,
    /// That of its queue. `None`: of no command.
    context: Option<Context>,
}

impl Event {
    pub(crate) const fn new(node: NodeId, completion: Arc<Completion>, context: Context) -> Self {
        Self { node: Some(node), completion, context: Some(context) }
    }

    /// The command, if there is one.
    pub(crate) fn command(&self) -> Option<(NodeId, Arc<Completion>)> {
        Some((self.node?, Arc::clone(&self.completion)))
    }

    /// The family of the device that the command is for (S20 §4.6.6, Table 16, `get_backend`); of the default device for an event of no
    /// command, of the host if there is no default device.
    #[must_use]
    pub fn backend(&self) -> BackendKind {
        let default =
            || Platform::new(Selector::default()).map_or(BackendKind::Host, |platform| platform.backend());
        self.context.as_ref().map_or_else(default, Context::backend)
    }

    /// Waits until the command is over (S20 §4.6.6, Table 16, `wait`). Call it as often as you like: it
    /// always returns the same result.
    ///
    /// # Errors
    /// The command's failure: [`Error::Kernel`], or [`Error::Poisoned`] when it did not run because an
    /// earlier command failed. [`Error::Deadlock`] when it waits for a [`crate::HostRead`] of the calling
    /// thread.
    pub fn wait(&self) -> Result<()> {
        self.wait_for_end()?;
        match (self.completion.failure(), &self.context) {
            (Some(failure), Some(context)) => Err(failure.show().of_context(context)),
            _ => Ok(()),
        }
    }

    /// Waits until the commands of all these events are over (S20 §4.6.6, Table 16, the static `wait`).
    ///
    /// # Errors
    /// The failures of the commands; [`Error::Several`] when there is more than one. [`Error::Deadlock`] as for [`Self::wait`].
    pub fn wait_all(events: &[Self]) -> Result<()> {
        events.iter().try_for_each(Self::wait_for_end)?;
        Error::all(events.iter().filter_map(|event| event.wait().err()).collect())
    }

    /// Waits until the command is over, then hands every failure of its queue that it has not had to the queue's
    /// async handler (S20 §4.6.6, Table 16, `wait_and_throw`). If a command has failed that this one depends on, directly or not,
    /// the handler of its queue has its failures first.
    ///
    /// # Errors
    /// When its own queue has no handler, those of [`Event::wait`]. With one, only [`Error::Deadlock`].
    pub fn wait_and_throw(&self) -> Result<()> {
        self.wait_for_end()?;
        if self.completion.hand_over() { Ok(()) } else { self.wait() }
    }

    /// How far the command is (S20 §4.6.6.1, Table 17, `command_execution_status`).
    #[must_use]
    pub fn status(&self) -> Status {
        self.completion.status()
    }

    /// When the command was submitted, started and ended, in nanoseconds (S20 §4.6.6.1, Table 19). Waits
    /// until it is over; a failed command has times too.
    ///
    /// # Errors
    /// [`Error::Invalid`] when its queue was made without [`crate::QueueBuilder::enable_profiling`];
    /// [`Error::Deadlock`] as for [`Event::wait`].
    pub fn profiling(&self) -> Result<Profiling> {
        self.wait_for_end()?;
        self.completion.profiling().ok_or_else(|| {
            Error::Invalid("this event has no times; make its queue with `enable_profiling()`".to_owned())
        })
    }

    fn wait_for_end(&self) -> Result<()> {
        match self.node {
            Some(node) if self.status() != Status::Complete => dag::wait(node),
            _ => Ok(()),
        }
    }
}

impl Default for Event {
    /// An event of no command: it is complete, and no command waits for it (S20 §4.6.6, Table 15).
    fn default() -> Self {
        Self { node: None, completion: Arc::new(Completion::over()), context: None }
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.completion, &other.completion)
    }
}

impl Eq for Event {}

impl Hash for Event {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.completion).hash(state);
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("status", &self.status()).finish_non_exhaustive()
    }
}
