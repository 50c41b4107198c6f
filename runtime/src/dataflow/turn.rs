//! What the processes of a thread have in common: whose turn it is, whether somebody gets ahead, and who waits for what.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::panic::{Location, panic_any};
use std::sync::Once;
use std::task::Poll;

use sycl_hls_types::{Blocked, DataflowError, Waiting};

use super::process::location;

/// Answers that a process gets in one turn, although it could go on, before others have theirs: one that asks again and
/// again lets them change the answer.
const ANSWERS: u32 = 1024;

thread_local! {
    static TURN: Turn = const {
        Turn { process: Cell::new(""), steps: Cell::new(0), answers: Cell::new(0), report: RefCell::new(None), error: RefCell::new(None) }
    };
}

struct Turn {
    /// The innermost process that runs.
    process: Cell<&'static str>,
    /// What processes have done so far that lets others go on.
    steps: Cell<u64>,
    /// Operations so far that do not wait.
    answers: Cell<u32>,
    /// The processes that wait, while they are asked for it.
    report: RefCell<Option<Vec<Blocked>>>,
    /// Why the last run ended early, until the handler of its panic takes it.
    error: RefCell<Option<DataflowError>>,
}

/// A process has its turn until this is dropped.
pub(super) struct InTurn {
    before: &'static str,
}

impl InTurn {
    pub fn new(process: &'static str) -> Self {
        Self { before: TURN.with(|turn| turn.process.replace(process)) }
    }
}

impl Drop for InTurn {
    fn drop(&mut self) {
        TURN.with(|turn| turn.process.set(self.before));
    }
}

/// Does what a process of this name does, which nobody gives turns: a kernel outside of its regions.
pub(crate) fn run_as<R>(name: &'static str, body: impl FnOnce() -> R) -> R {
    let _turn = InTurn::new(name);
    body()
}

/// What processes of this thread have done so far that lets others go on. Equal numbers before and after a round: a
/// deadlock.
pub(super) fn steps() -> u64 {
    TURN.with(|turn| turn.steps.get())
}

/// Counts a step.
pub(super) fn step() {
    TURN.with(|turn| turn.steps.set(turn.steps.get().wrapping_add(1)));
}

/// Those that wait, as `ask` finds them by giving each process a turn in which nothing can happen.
pub(super) fn report(ask: impl FnOnce()) -> Vec<Blocked> {
    TURN.with(|turn| turn.report.replace(Some(Vec::new())));
    ask();
    TURN.with(|turn| turn.report.take()).unwrap_or_default()
}

/// Adds to the report, if there is one.
pub(super) fn blocked(blocked: impl FnOnce() -> Blocked) {
    TURN.with(|turn| {
        if let Some(report) = &mut *turn.report.borrow_mut() {
            report.push(blocked());
        }
    });
}

/// The process that runs waits: for what, and at which operation.
pub(crate) fn waiting(on: Waiting, at: &Location<'_>) -> Blocked {
    Blocked { process: TURN.with(|turn| turn.process.get()).to_owned(), at: location(at), on }
}

/// Waits until `attempt` succeeds. The operation stands at `at`, and `on` tells what it waits for.
pub(crate) fn wait<R>(
    at: &'static Location<'static>,
    mut attempt: impl FnMut() -> Option<R>,
    on: impl Fn() -> Waiting,
) -> impl Future<Output = R> {
    poll_fn(move |_| match attempt() {
        Some(result) => {
            step();
            Poll::Ready(result)
        }
        None => {
            blocked(|| waiting(on(), at));
            Poll::Pending
        }
    })
}

/// Gives the answer of an operation that does not wait. The turn ends if the process can do nothing now.
pub(crate) async fn answer<R>(answer: R, can_go_on: bool) -> R {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        tracing::info!(
            "a kernel asks streams without waiting: the host runs one fair schedule of its processes, and hardware another"
        );
    });
    let answers = TURN.with(|turn| turn.answers.replace(turn.answers.get().wrapping_add(1)));
    if !can_go_on || answers.is_multiple_of(ANSWERS) {
        let mut again = false;
        poll_fn(|_| {
            step();
            if std::mem::replace(&mut again, true) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
    answer
}

/// Ends the run, as a trap does.
///
/// # Panics
/// Always: with the error's text, for those who call a kernel as a function.
#[track_caller]
#[expect(clippy::panic, reason = "a kernel that ends early panics on the host, as its checks do")]
pub(crate) fn fail(error: DataflowError) -> ! {
    let text = error.to_string();
    TURN.with(|turn| turn.error.replace(Some(error)));
    panic_any(text)
}

/// The error of the panic that has just begun, if it is one of [`fail`].
pub(crate) fn take_error() -> Option<DataflowError> {
    TURN.with(|turn| turn.error.take())
}
