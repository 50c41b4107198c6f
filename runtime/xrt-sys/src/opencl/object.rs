//! A module with `unsafe` code: OpenCL's objects, and their end.
#![allow(unsafe_code)]

use opencl_sys::cl_int;

use super::OpenCl;
use super::functions::Functions;
use crate::functions::Handle;
use crate::live::{self, Object};
use crate::process::one_at_a_time;
use crate::{Error, process};

/// Kinds of objects, in the order in which they can be closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Event,
    Kernel,
    Buffer,
    Queue,
    Program,
    Context,
}

impl Kind {
    /// Closes an object of this kind. There is nothing to be done when that fails.
    ///
    /// # Safety
    /// It is one, nothing that is open depends on it, and nobody uses it from now on.
    pub(crate) unsafe fn close(self, handle: Handle) {
        let Ok(opencl) = OpenCl::load() else { return };
        let functions = opencl.functions();
        let release = match self {
            Self::Event => functions.release_event,
            Self::Kernel => functions.release_kernel,
            Self::Buffer => functions.release_buffer,
            Self::Queue => functions.release_queue,
            Self::Program => functions.release_program,
            Self::Context => functions.release_context,
        };
        // SAFETY: the caller's.
        let _ = unsafe { release(handle) };
    }
}

impl Object<OpenCl> {
    /// Makes an object of this kind. Those that it depends on must be dropped after it.
    ///
    /// # Errors
    /// When OpenCL does not.
    pub fn make(
        opencl: &'static OpenCl,
        kind: Kind,
        what: impl FnOnce() -> String,
        make: impl FnOnce(&Functions) -> Result<Handle, cl_int>,
    ) -> Result<Self, Error> {
        Self::make_alone(opencl, kind, &one_at_a_time(), what, make)
    }

    /// The same for whoever holds the lock.
    ///
    /// # Errors
    /// When OpenCL does not.
    pub fn make_alone(
        opencl: &'static OpenCl,
        kind: Kind,
        alone: &process::Alone,
        what: impl FnOnce() -> String,
        make: impl FnOnce(&Functions) -> Result<Handle, cl_int>,
    ) -> Result<Self, Error> {
        Self::opened(opencl, live::Kind::OpenCl(kind), alone, || opencl.attempt(what, make))
    }
}
