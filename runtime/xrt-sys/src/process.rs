//! A module with `unsafe` code: what XRT and a process do to each other.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use crate::live;

/// Signals whose handlers XRT replaces when it programs an emulated device. With XRT's handlers, the death of any child ends
/// the process with its group.
const SIGNALS: [c_int; 5] = [libc::SIGSEGV, libc::SIGFPE, libc::SIGABRT, libc::SIGUSR1, libc::SIGCHLD];

/// How long the end of a process waits for calls of XRT.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Makes calls of XRT wait for each other that it does not keep apart itself: opening, programming and closing devices, and
/// making and freeing buffers.
pub(crate) fn one_at_a_time() -> Alone {
    static LOCK: Mutex<()> = Mutex::new(());
    Alone { _lock: LOCK.lock().unwrap_or_else(PoisonError::into_inner) }
}

/// Nobody else does what one does at a time.
pub(crate) struct Alone {
    _lock: MutexGuard<'static, ()>,
}

/// The handlers of signals, which are put back when this is dropped.
pub(crate) struct Handlers([Option<libc::sigaction>; SIGNALS.len()]);

impl Handlers {
    /// Those of now.
    pub fn save() -> Self {
        Self(SIGNALS.map(|signal| {
            let mut action = MaybeUninit::uninit();
            // SAFETY: without a new action this only writes the present one to where there is room for it.
            let read = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) } == 0;
            // SAFETY: it was written.
            read.then(|| unsafe { action.assume_init() })
        }))
    }
}

impl Drop for Handlers {
    fn drop(&mut self) {
        for (signal, action) in SIGNALS.iter().zip(&self.0) {
            if let Some(action) = action {
                // SAFETY: the action was that of this signal before; what it calls is still there.
                unsafe { libc::sigaction(*signal, action, std::ptr::null_mut()) };
            }
        }
    }
}

/// The way to XRT, which closes for good when the process ends.
static GATE: RwLock<()> = RwLock::new(());

/// Somebody calls XRT.
pub(crate) struct Inside {
    _gate: RwLockReadGuard<'static, ()>,
}

/// Goes in to XRT; from the end of the process on, waits for ever.
pub(crate) fn enter() -> Inside {
    Inside { _gate: GATE.read().unwrap_or_else(PoisonError::into_inner) }
}

unsafe extern "C" {
    /// glibc's `atexit` for functions that want to know the exit code.
    fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// Has the end of the process close the gate, once nobody is inside, and then all that is open: before XRT destroys what it has
/// made up to now. What is registered last is called first, and XRT registers its destructors as it goes along. By
/// themselves they crash where anything is open (2.13).
pub(crate) fn close_at_exit() {
    static CLOSED: AtomicBool = AtomicBool::new(false);
    extern "C" fn close_once(code: c_int, _: *mut c_void) {
        if !CLOSED.swap(true, Ordering::Relaxed) {
            close(code);
        }
    }
    // SAFETY: the function needs nothing but statics, and does not unwind.
    unsafe { on_exit(close_once, std::ptr::null_mut()) };
}

fn close(code: c_int) {
    let start = Instant::now();
    // XRT itself may be what ends the process, inside of a call: then nothing can be closed.
    while start.elapsed() < TIMEOUT {
        let Ok(closed) = GATE.try_write() else {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        };
        std::mem::forget(closed);
        if live::runs_under_way() == 0 {
            return live::close_all();
        }
        // Neither can XRT close a device whose kernel runs, and one that has stopped runs for ever.
        // SAFETY: flushing everything and ending the process have no preconditions.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handler(signal: c_int) -> usize {
        let mut action = MaybeUninit::uninit();
        // SAFETY: as in `Handlers::save`.
        unsafe {
            assert_eq!(libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()), 0);
            action.assume_init().sa_sigaction
        }
    }

    #[test]
    fn handlers_are_put_back() {
        let before = SIGNALS.map(handler);
        let handlers = Handlers::save();
        for signal in SIGNALS {
            // SAFETY: ignoring a signal calls nothing.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
        assert!(SIGNALS.map(handler).iter().all(|handler| *handler == libc::SIG_IGN));
        drop(handlers);
        assert_eq!(SIGNALS.map(handler), before);
    }
}
