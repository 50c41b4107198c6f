//! The failures of one queue's commands, until somebody has taken note of them.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::graph::NodeId;
use crate::Error;

/// Called with each failure (S20 §4.13.1.1).
pub(crate) type AsyncHandler = Arc<dyn Fn(Error) + Send + Sync>;

/// What becomes of failures that are handed over.
pub(crate) enum OnFailure {
    /// The user's handler gets each of them.
    Call(AsyncHandler),
    /// Those that no wait has returned are written to standard error, then the process ends (S20 §4.13.1.2).
    Abort,
}

/// A failed command's error, shared by everyone who reports it.
pub(crate) struct Failure {
    error: Error,
    seen: AtomicBool,
}

/// Failures of a queue, in the order of submission.
pub(crate) struct Failures {
    on_failure: Option<OnFailure>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What no wait of the queue has covered.
    unreported: BTreeMap<NodeId, Arc<Failure>>,
    /// What the handler, if there is one, has not had.
    unhandled: BTreeMap<NodeId, Arc<Failure>>,
    /// The last command that a wait of the queue has covered.
    waited: Option<NodeId>,
    /// Number of waits in progress.
    open: usize,
}

/// A wait of the queue in progress.
pub(crate) struct Report<'a> {
    failures: &'a Failures,
    since: Option<NodeId>,
}

impl Failure {
    /// A failure that nobody has seen.
    pub const fn new(error: Error) -> Self {
        Self { error, seen: AtomicBool::new(false) }
    }

    /// The error, now seen by the user.
    pub fn show(&self) -> Error {
        self.seen.store(true, Ordering::Relaxed);
        self.error.clone()
    }

    fn is_seen(&self) -> bool {
        self.seen.load(Ordering::Relaxed)
    }
}

impl Failures {
    /// An empty list, and where its entries go.
    pub fn new(on_failure: Option<OnFailure>) -> Self {
        Self { on_failure, state: Mutex::default() }
    }

    /// Adds the failure of a command.
    pub fn record(&self, id: NodeId, failure: Arc<Failure>) {
        let mut state = self.lock();
        if self.on_failure.is_some() {
            state.unhandled.insert(id, Arc::clone(&failure));
        }
        state.unreported.insert(id, failure);
    }

    /// Begins a wait of the queue, which will report the failures since the previous one.
    pub fn open_report(&self) -> Report<'_> {
        let mut state = self.lock();
        state.open += 1;
        Report { failures: self, since: state.waited }
    }

    /// Hands each failure to the handler, if there is one; true if there is. No lock is held during a call,
    /// and a handler that panics has had its error.
    pub fn hand_over(&self) -> bool {
        let handler = match &self.on_failure {
            None => return false,
            Some(OnFailure::Abort) => {
                self.abort();
                return true;
            }
            Some(OnFailure::Call(handler)) => handler,
        };
        loop {
            // In a statement of its own, so that the lock is released before the call.
            let next = self.lock().unhandled.pop_first();
            let Some((_, failure)) = next else { return true };
            handler(failure.show());
        }
    }

    /// Ends the process if there are failures that nobody has seen.
    fn abort(&self) {
        let mut failures = std::mem::take(&mut self.lock().unhandled);
        failures.retain(|_, failure| !failure.is_seen());
        for failure in failures.values() {
            // A standard error that is closed keeps the process from nothing.
            let _ =
                writeln!(io::stderr(), "a command failed and its queue has no handler: {}", failure.show());
        }
        if !failures.is_empty() {
            std::process::abort();
        }
    }

    /// Logs what nobody has seen.
    pub fn log_unseen(&self) {
        for failure in std::mem::take(&mut self.lock().unreported).into_values() {
            if !failure.is_seen() {
                tracing::error!("a command failed and nobody waited for it: {}", failure.show());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Report<'_> {
    /// The failures among the commands up to `last`, all finished, that no earlier wait covered.
    pub fn close(self, last: NodeId) -> Vec<Error> {
        let mut state = self.failures.lock();
        state.waited = state.waited.max(Some(last));
        let covered = |id: NodeId| Some(id) > self.since && id <= last;
        let found = state.unreported.iter().filter(|&(&id, _)| covered(id));
        found.map(|(_, failure)| failure.show()).collect()
    }
}

impl Drop for Report<'_> {
    /// Forgets what has been reported, unless another wait still needs it.
    fn drop(&mut self) {
        let mut state = self.failures.lock();
        state.open -= 1;
        if state.open == 0 {
            let waited = state.waited;
            state.unreported.retain(|&id, _| Some(id) > waited);
        }
    }
}

impl Drop for Failures {
    /// Logs what came after the queue was gone.
    fn drop(&mut self) {
        self.log_unseen();
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Graph, Stage};
    use super::*;

    /// Ids of four commands, in order.
    fn ids() -> [NodeId; 4] {
        let mut graph = Graph::<()>::new();
        [(); 4].map(|()| graph.insert(Stage::Queued(()), vec![]))
    }

    fn record(failures: &Failures, id: NodeId, text: &str) -> Arc<Failure> {
        let failure = Arc::new(Failure::new(Error::Invalid(text.to_owned())));
        failures.record(id, Arc::clone(&failure));
        failure
    }

    fn texts(errors: Vec<Error>) -> Vec<String> {
        errors.iter().map(ToString::to_string).collect()
    }

    /// How many failures wait for a report and for the handler.
    fn kept(failures: &Failures) -> (usize, usize) {
        let state = failures.lock();
        (state.unreported.len(), state.unhandled.len())
    }

    #[test]
    fn a_report_covers_what_came_since_the_last_one() {
        let (ids, failures) = (ids(), Failures::new(None));
        assert_eq!(texts(failures.open_report().close(ids[0])), [""; 0]);
        record(&failures, ids[2], "2");
        record(&failures, ids[1], "1");
        let later = record(&failures, ids[3], "3");
        assert_eq!(texts(failures.open_report().close(ids[2])), ["1", "2"]);
        assert!(!later.is_seen());
        assert_eq!(texts(failures.open_report().close(ids[3])), ["3"]);
        assert!(later.is_seen());
    }

    #[test]
    fn reports_at_the_same_time_tell_the_same() {
        let (ids, failures) = (ids(), Failures::new(None));
        record(&failures, ids[1], "1");
        let reports = [failures.open_report(), failures.open_report()];
        for report in reports {
            assert_eq!(texts(report.close(ids[2])), ["1"]);
        }
        assert_eq!(texts(failures.open_report().close(ids[3])), [""; 0]);
    }

    #[test]
    fn a_report_of_less_does_not_undo_one_of_more() {
        let (ids, failures) = (ids(), Failures::new(None));
        let (short, long) = (failures.open_report(), failures.open_report());
        record(&failures, ids[1], "1");
        assert_eq!(texts(long.close(ids[2])), ["1"]);
        assert_eq!(texts(short.close(ids[0])), [""; 0]);
        assert_eq!(texts(failures.open_report().close(ids[3])), [""; 0]);
    }

    #[test]
    fn reports_and_the_handler_do_not_take_from_each_other() {
        let ids = ids();
        for (handler, unhandled) in [(None, 0), (Some(Arc::new(drop) as AsyncHandler), 3)] {
            let failures = Failures::new(handler.map(OnFailure::Call));
            ids[1..].iter().for_each(|&id| drop(record(&failures, id, "")));
            failures.open_report().close(ids[2]);
            assert_eq!(kept(&failures), (1, unhandled));
            assert_eq!(failures.hand_over(), unhandled > 0);
            assert_eq!(kept(&failures), (1, 0));
            assert_eq!(texts(failures.open_report().close(ids[3])).len(), 1);
        }
    }

    #[test]
    fn a_report_that_is_given_up_changes_nothing() {
        let (ids, failures) = (ids(), Failures::new(None));
        record(&failures, ids[1], "1");
        drop(failures.open_report());
        assert_eq!(kept(&failures), (1, 0));
        assert_eq!(texts(failures.open_report().close(ids[1])), ["1"]);
        assert_eq!(kept(&failures), (0, 0));
    }
}
