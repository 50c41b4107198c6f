//! A module with `unsafe` code: XRT's objects of this process, which are closed in order when it ends.
#![allow(unsafe_code)]

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use crate::functions::{Functions, Handle};
use crate::process::one_at_a_time;
use crate::{Error, Xrt};

/// Kinds of objects, in the order in which they can be closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Run,
    Kernel,
    Bo,
    Device,
}

/// The objects, by kind and handle.
static LIVE: Mutex<BTreeSet<(Kind, usize)>> = Mutex::new(BTreeSet::new());

/// Runs that were started and of whose end nobody knows.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

impl Kind {
    /// Closes an object of this kind. There is nothing to be done when that fails.
    ///
    /// # Safety
    /// It is one, nothing that is open depends on it, and nobody uses it from now on.
    unsafe fn close(self, functions: &Functions, handle: Handle) {
        let close = match self {
            Self::Run => functions.run_close,
            Self::Kernel => functions.kernel_close,
            Self::Bo => functions.bo_free,
            Self::Device => functions.device_close,
        };
        // SAFETY: the caller's.
        unsafe { close(handle) };
    }
}

/// An object of XRT that is open, and closed when this is dropped.
pub(crate) struct Object {
    pub xrt: &'static Xrt,
    kind: Kind,
    handle: Handle,
}

// SAFETY: a handle is the key of a table of XRT that has a lock of its own, and what is behind it may be used by several
// threads at once; what XRT does not keep apart is kept apart here (`one_at_a_time`), or by `&mut` (runs, and the host's copies
// of buffers).
unsafe impl Send for Object {}
// SAFETY: as above.
unsafe impl Sync for Object {}

impl Object {
    /// Opens an object of this kind, as XRT opens it: a handle, or null. Those that it depends on must be dropped after it.
    ///
    /// # Errors
    /// When XRT does not.
    pub fn open(
        xrt: &'static Xrt,
        kind: Kind,
        what: impl FnOnce() -> String,
        open: impl FnOnce(&Functions) -> Handle,
    ) -> Result<Self, Error> {
        let _alone = one_at_a_time();
        let opened = xrt.attempt(what, |functions| Some(open(functions)).filter(|handle| !handle.is_null()));
        first_time(kind, || xrt.close_at_exit());
        let handle = opened?;
        lock().insert((kind, handle.expose_provenance()));
        Ok(Self { xrt, kind, handle })
    }

    /// Leaves it open for ever, as if it did not exist.
    pub fn abandon(self) {
        lock().remove(&(self.kind, self.handle.addr()));
        std::mem::forget(self);
    }

    /// What XRT's functions take. It is valid as long as this is.
    pub fn handle(&self) -> Handle {
        self.handle
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        let _alone = one_at_a_time();
        let functions = self.xrt.enter();
        lock().remove(&(self.kind, self.handle.addr()));
        // SAFETY: it was opened as one of this kind, what depends on it was dropped before it, and this is the end of it.
        unsafe { self.kind.close(&functions, self.handle) };
    }
}

/// Calls `then` the first time that it is about this kind.
fn first_time(kind: Kind, then: impl FnOnce()) {
    static TIMES: [Once; 4] = [const { Once::new() }; 4];
    if let Some(once) = TIMES.get(kind as usize) {
        once.call_once(then);
    }
}

/// Is there an object of this kind?
pub(crate) fn has(kind: Kind) -> bool {
    lock().iter().any(|(known, _)| *known == kind)
}

fn lock() -> MutexGuard<'static, BTreeSet<(Kind, usize)>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run was started.
pub(crate) fn started() {
    UNDER_WAY.fetch_add(1, Ordering::Relaxed);
}

/// The end of a run was seen.
pub(crate) fn ended() {
    UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
}

/// How many runs are under way.
pub(crate) fn runs_under_way() -> usize {
    UNDER_WAY.load(Ordering::Relaxed)
}

/// Closes everything; for the end of the process, when nobody can use anything any more.
pub(crate) fn close_all(functions: &Functions) {
    for (kind, address) in std::mem::take(&mut *lock()) {
        let handle = std::ptr::with_exposed_provenance_mut::<c_void>(address);
        // SAFETY: it was added when it was opened and has not been closed, which would have removed it. What depends on it
        // came before it, by the order of kinds.
        unsafe { kind.close(functions, handle) };
    }
}
