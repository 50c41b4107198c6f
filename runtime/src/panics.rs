//! Panics of kernels and host tasks on the host: caught, with message and place, and not printed.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::thread;

use sycl_hls_types::{DataflowError, Fault, FaultKind, Location};

use crate::dataflow;

/// A panic of a kernel or a host task.
#[derive(Debug)]
pub(crate) struct Panic {
    message: String,
    at: Option<Location>,
    /// What it says, if processes cannot go on.
    dataflow: Option<DataflowError>,
}

/// What this thread is doing, for the hook.
enum Activity {
    /// Nothing that concerns this module.
    Other,
    /// Running a kernel.
    Kernel,
    /// Unwinding out of a kernel.
    Panicked(Panic),
}

thread_local! {
    static ACTIVITY: RefCell<Activity> = const { RefCell::new(Activity::Other) };
}

/// Installs a panic hook that keeps the panics of kernels to this module and passes all others on to the
/// previous hook. Does nothing from the second time on.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    if thread::panicking() {
        // Hooks cannot be changed now. Until the next kernel runs, panics are printed.
        return;
    }
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !record(info) {
                previous(info);
            }
        }));
    });
}

/// Runs a kernel or a host task.
///
/// # Errors
/// Its panic. With `panic = "abort"` the process ends instead.
pub(crate) fn catch<R>(kernel: impl FnOnce() -> R) -> Result<R, Panic> {
    install_hook();
    let outer = ACTIVITY.replace(Activity::Kernel);
    // What a kernel leaves half done are its buffers, and those are poisoned.
    let result = panic::catch_unwind(AssertUnwindSafe(kernel));
    let inner = ACTIVITY.replace(outer);
    result.map_err(|payload| match inner {
        Activity::Panicked(panic) => panic,
        // Somebody has replaced the hook.
        Activity::Kernel | Activity::Other => {
            Panic { message: message(&*payload).to_owned(), at: None, dataflow: None }
        }
    })
}

/// Goes on with the panic of a part of a kernel, which was caught on another thread.
pub(crate) fn resume(panic: Panic) -> ! {
    let payload = panic.message.clone();
    ACTIVITY.set(Activity::Panicked(panic));
    panic::resume_unwind(Box::new(payload))
}

/// The message, with the place.
impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panicked: {}", self.message)?;
        self.at.as_ref().map_or(Ok(()), |at| write!(f, ", at {at}"))
    }
}

impl std::error::Error for Panic {}

impl Panic {
    /// The panic as the error of `kernel`.
    pub fn into_fault(self, kernel: &str) -> Fault {
        if let Some(error) = self.dataflow {
            return error.fault(kernel);
        }
        let kind = FaultKind::of_message(&self.message);
        Fault { kernel: kernel.to_owned(), kind, message: self.message, at: self.at }
    }
}

/// Keeps a panic of a kernel; false for any other.
fn record(info: &PanicHookInfo<'_>) -> bool {
    ACTIVITY.with_borrow_mut(|activity| {
        if matches!(activity, Activity::Other) {
            return false;
        }
        let at = info.location().filter(|place| !is_std(place.file())).map(|place| Location {
            file: place.file().to_owned(),
            line: place.line(),
            column: place.column(),
        });
        let message = message(info.payload()).to_owned();
        *activity = Activity::Panicked(Panic { message, at, dataflow: dataflow::take_error() });
        true
    })
}

/// `wrapping_div` and its like panic inside of the standard library, whose source the user does not have.
fn is_std(file: &str) -> bool {
    file.starts_with("/rustc/")
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic without a message")
}
