//! A module with `unsafe` code: XRT's objects of this process, which are closed in order when it ends.
#![allow(unsafe_code)]

use std::collections::BTreeSet;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::functions::{Functions, Handle};
use crate::process::{self, Alone, one_at_a_time};
use crate::{Error, Xrt, opencl};

/// Kinds of objects, in the order in which they can be closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Run,
    Kernel,
    Bo,
    Device,
    /// One of XRT's OpenCL.
    OpenCl(opencl::Kind),
}

/// The objects, by kind and handle.
static LIVE: Mutex<BTreeSet<(Kind, usize)>> = Mutex::new(BTreeSet::new());

/// Runs that were started and of whose end nobody knows.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Those of them of which nobody expects anything any more.
static GIVEN_UP: AtomicUsize = AtomicUsize::new(0);

impl Kind {
    /// Closes an object of this kind. There is nothing to be done when that fails.
    ///
    /// # Safety
    /// It is one, nothing that is open depends on it, and nobody uses it from now on.
    unsafe fn close(self, handle: Handle) {
        let close: fn(&Functions) -> unsafe extern "C" fn(Handle) -> c_int = match self {
            Self::Run => |functions| functions.run_close,
            Self::Kernel => |functions| functions.kernel_close,
            Self::Bo => |functions| functions.bo_free,
            Self::Device => |functions| functions.device_close,
            // SAFETY: the caller's.
            Self::OpenCl(kind) => return unsafe { kind.close(handle) },
        };
        if let Ok(xrt) = Xrt::load() {
            // SAFETY: the caller's.
            unsafe { xrt.close(close, handle) };
        }
    }
}

/// An object of the library `L` that is open, and closed when this is dropped.
pub(crate) struct Object<L: 'static = Xrt> {
    pub xrt: &'static L,
    kind: Kind,
    handle: Handle,
}

// SAFETY: a handle is the key of a table of XRT that has a lock of its own, or an object of its OpenCL, which counts who has it;
// what is behind it may be used by several threads at once. What XRT does not keep apart is kept apart here
// (`one_at_a_time`), or by `&mut` (runs, compute units, and the host's copies of buffers).
unsafe impl<L: Sync> Send for Object<L> {}
// SAFETY: as above.
unsafe impl<L: Sync> Sync for Object<L> {}

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
        let open = || xrt.attempt(what, |functions| Some(open(functions)).filter(|handle| !handle.is_null()));
        Self::opened(xrt, kind, &one_at_a_time(), open)
    }
}

impl<L> Object<L> {
    /// What `open` opens, an object of this kind. Those that it depends on must be dropped after it.
    ///
    /// # Errors
    /// When `open` does not.
    pub fn opened(
        xrt: &'static L,
        kind: Kind,
        _: &Alone,
        open: impl FnOnce() -> Result<Handle, Error>,
    ) -> Result<Self, Error> {
        let opened = open();
        if is_first(kind) {
            process::close_at_exit();
        }
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

impl<L> Drop for Object<L> {
    fn drop(&mut self) {
        let _alone = one_at_a_time();
        let _inside = process::enter();
        lock().remove(&(self.kind, self.handle.addr()));
        // SAFETY: it was opened as one of this kind, what depends on it was dropped before it, and this is the end of it.
        unsafe { self.kind.close(self.handle) };
    }
}

/// True if this kind is mentioned for the first time.
fn is_first(kind: Kind) -> bool {
    static SEEN: Mutex<BTreeSet<Kind>> = Mutex::new(BTreeSet::new());
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(kind)
}

/// The interfaces of XRT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interface {
    /// Its own.
    Native,
    /// OpenCL.
    OpenCl,
}

/// Has the process use no other interface than this one: each opens devices of its own, and would break those of the other.
///
/// # Errors
/// When it uses the other one.
pub(crate) fn only(interface: Interface, what: impl FnOnce() -> String) -> Result<(), Error> {
    static CHOSEN: OnceLock<Interface> = OnceLock::new();
    let other = match *CHOSEN.get_or_init(|| interface) {
        chosen if chosen == interface => return Ok(()),
        Interface::Native => "its own interface",
        Interface::OpenCl => "OpenCL",
    };
    let text = format!(
        "this process drives devices through {other} already, and XRT serves one of the two in a process"
    );
    Err(Error { what: what(), text })
}

/// Refuses to program a device while that would break something: it unmaps all buffers of the process (2.13), those of commands,
/// too.
///
/// # Errors
/// When there are buffers or runs under way, of whatever device.
pub(crate) fn nothing_breaks(_: &Alone, what: impl FnOnce() -> String) -> Result<(), Error> {
    let given_up = GIVEN_UP.load(Ordering::Relaxed);
    if !has(Kind::Bo) && !has(Kind::OpenCl(opencl::Kind::Buffer)) && runs_under_way() <= given_up {
        return Ok(());
    }
    let text = "there are buffers or runs of this process, which it would break".to_owned();
    Err(Error { what: what(), text })
}

/// True if there is an object of this kind.
fn has(kind: Kind) -> bool {
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

/// A run under way is of no interest any more.
pub(crate) fn given_up() {
    GIVEN_UP.fetch_add(1, Ordering::Relaxed);
}

/// How many runs are under way.
pub(crate) fn runs_under_way() -> usize {
    UNDER_WAY.load(Ordering::Relaxed)
}

/// Closes everything; for the end of the process, when nobody can use anything any more.
pub(crate) fn close_all() {
    for (kind, address) in std::mem::take(&mut *lock()) {
        let handle = std::ptr::with_exposed_provenance_mut::<c_void>(address);
        // SAFETY: it was added when it was opened and has not been closed, which would have removed it. What depends on it
        // came before it, by the order of kinds.
        unsafe { kind.close(handle) };
    }
}
