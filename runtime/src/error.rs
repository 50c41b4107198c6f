//! What can go wrong, with SYCL's error codes.

use std::fmt;
use std::ops::Deref;
use std::panic::Location;
use std::path::PathBuf;
use std::sync::Arc;

use sycl_hls_backend::{BackendKind, LoadError};
use sycl_hls_boards::NoBoard;
use sycl_hls_types::{Digest, Fault};

use crate::Context;

/// How a selector is written, for messages.
pub(crate) const GRAMMAR: &str = "write `host`, `sw_emu`, `hw_emu`, `opencl` or `xrt`, then, except after \
    `host`, `/` and a board or device id: `sw_emu/u200`";

/// The result of most calls.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of the runtime or of a kernel (S20 §4.13). Cheap to clone.
///
/// `Debug` gives the message, too: it is what `unwrap`, and a `main` that returns the error, show to people.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A call or an argument makes no sense; the message says which and what to do.
    #[error("{0}")]
    Invalid(String),
    /// The text does not name a device.
    #[error("`{value}` names no device: {problem}; {GRAMMAR}")]
    BadSelector {
        /// The text.
        value: String,
        /// What is wrong with it.
        problem: String,
    },
    /// No board is meant by the name in the selector.
    #[error(transparent)]
    UnknownBoard(#[from] NoBoard),
    /// The device is of a kind that cannot be used in this process.
    #[error("`{device}`: {reason}; what runs is `host` and, for example, `sw_emu/u200`")]
    Unavailable {
        /// The device asked for.
        device: String,
        /// Its kind.
        kind: BackendKind,
        /// Why devices of the kind cannot be used.
        reason: String,
    },
    /// A selector accepts none of the devices.
    #[error("no device {wanted}; there are {}", devices.join(", "))]
    NoDevice {
        /// What the selector wants: "has all of gpu".
        wanted: String,
        /// The ids of the devices.
        devices: Vec<String>,
    },
    /// The device lacks an optional feature; the message says which.
    #[error("{0}")]
    Unsupported(String),
    /// A kernel does not run over such an nd-range.
    #[error("{0}")]
    NdRange(String),
    /// An argument of a kernel that is known by its name is missing, or is bound to something else.
    #[error("{0}")]
    KernelArgument(String),
    /// No image has the kernels for the device.
    #[error("{0}")]
    NoImage(Arc<NoImage>),
    /// The only images with the kernels were built from other sources than this program.
    #[error("{0}")]
    StaleImage(Arc<StaleImage>),
    /// A device refuses an image, or an image that was named is damaged.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A kernel, or a copy or fill, failed.
    #[error("{0}")]
    Kernel(Failed<Fault>),
    /// A host task returned an error, or panicked with this message.
    #[error("a host task failed: {0}")]
    HostTask(Failed<dyn std::error::Error + Send + Sync>),
    /// A buffer's contents are not valid, because an earlier command that should have written it failed.
    #[error("a buffer's contents are not valid because an earlier command failed: {0}")]
    Poisoned(Failed<Fault>),
    /// There is no memory for a buffer.
    #[error("there is no memory for {elements} elements of {size} bytes")]
    OutOfMemory {
        /// Number of elements.
        elements: usize,
        /// Size of an element in bytes.
        size: usize,
    },
    /// The call would wait for something that waits for a host guard of the calling thread (S20 §3.9.8.1).
    #[error(
        "deadlock: this waits for what cannot go on until this thread drops the `HostRead` or `HostWrite` that it \
         took at {guard}; drop that first"
    )]
    Deadlock {
        /// Where the guard was taken.
        guard: &'static Location<'static>,
    },
    /// Several commands failed.
    #[error("{} commands failed: {}", .0.len(), join(.0))]
    Several(Arc<[Error]>),
}

/// Why a command failed, with the [context](Error::context) of its queue.
pub struct Failed<E: ?Sized> {
    cause: Arc<E>,
    context: Option<Context>,
}

/// No image has the kernels of a module for a device.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no image has the kernels of module `{module}` for {device}; searched:{}{}\nbuild one with `{command}`",
    lines(searched),
    lines(skipped)
)]
pub struct NoImage {
    /// The kernels module.
    pub module: String,
    /// The device's id.
    pub device: String,
    /// The places searched, in order.
    pub searched: Vec<String>,
    /// Images that were found and do not serve, with the reasons.
    pub skipped: Vec<String>,
    /// The command that builds an image.
    pub command: String,
}

/// An image was built from another version of a module.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{}: module `{module}` of this image is not that of this program: its {what} is {} in the image and {} \
     here; rebuild the image with `{command}`",
    path.display(), built.short(), expected.short()
)]
pub struct StaleImage {
    /// The image file.
    pub path: PathBuf,
    /// The kernels module.
    pub module: String,
    /// What differs: `abi` (names and types of arguments) or `code`.
    pub what: &'static str,
    /// The image's digest.
    pub built: Digest,
    /// The program's digest.
    pub expected: Digest,
    /// The command that builds the image anew.
    pub command: String,
}

/// SYCL's error codes (S20 §4.13.2, Table 119).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i32)]
pub enum Errc {
    /// Not an error; no [`Error`] has this code.
    Success = 0,
    /// Generic runtime error.
    Runtime,
    /// Before or while enqueuing a kernel.
    Kernel,
    /// Regarding an accessor.
    Accessor,
    /// Regarding the nd-range of a kernel.
    NdRange,
    /// Regarding an event.
    Event,
    /// An invalid argument of a kernel.
    KernelArgument,
    /// While compiling or linking a kernel for a device.
    Build,
    /// An invalid value or call.
    Invalid,
    /// On allocating device memory.
    MemoryAllocation,
    /// Of a platform.
    Platform,
    /// Regarding profiling.
    Profiling,
    /// An optional feature that the device lacks.
    FeatureNotSupported,
    /// A kernel that the device cannot run.
    KernelNotSupported,
    /// An object of another backend.
    BackendMismatch,
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// SYCL's code for the error; that of the first for [`Error::Several`].
    #[must_use]
    pub fn code(&self) -> Errc {
        match self {
            Self::Invalid(_) | Self::BadSelector { .. } | Self::UnknownBoard(_) | Self::Deadlock { .. } => {
                Errc::Invalid
            }
            Self::Unsupported(_) => Errc::FeatureNotSupported,
            Self::NdRange(_) => Errc::NdRange,
            Self::KernelArgument(_) => Errc::KernelArgument,
            Self::NoImage(_) | Self::StaleImage(_) => Errc::KernelNotSupported,
            Self::Load(LoadError::Unsupported { .. }) => Errc::KernelNotSupported,
            Self::Load(LoadError::BadImage { .. }) => Errc::Build,
            Self::OutOfMemory { .. } => Errc::MemoryAllocation,
            Self::Unavailable { .. }
            | Self::NoDevice { .. }
            | Self::Kernel(_)
            | Self::HostTask(_)
            | Self::Poisoned(_) => Errc::Runtime,
            Self::Several(errors) => errors.first().map_or(Errc::Runtime, Self::code),
        }
    }

    /// The context of the queue whose command failed (S20 §4.13.2, Table 117, `get_context`); that of the first for
    /// [`Error::Several`].
    ///
    /// # Errors
    /// [`Error::Invalid`] when it is no command's error that a queue or an event has returned, or a handler has got: errors of calls,
    /// and of buffers' host accesses, have no context.
    pub fn context(&self) -> Result<&Context> {
        let context = match self {
            Self::Kernel(failed) | Self::Poisoned(failed) => failed.context.as_ref(),
            Self::HostTask(failed) => failed.context.as_ref(),
            Self::Several(errors) => return errors.first().map_or_else(|| Err(no_context()), Self::context),
            _ => None,
        };
        context.ok_or_else(no_context)
    }

    /// What a host task returned, or panicked with.
    pub(crate) fn host_task(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let cause: Arc<dyn std::error::Error + Send + Sync> = error.into().into();
        Self::HostTask(cause.into())
    }

    /// The error of a command, which was on a queue of this context.
    pub(crate) fn of_context(mut self, context: &Context) -> Self {
        match &mut self {
            Self::Kernel(failed) | Self::Poisoned(failed) => failed.context = Some(context.clone()),
            Self::HostTask(failed) => failed.context = Some(context.clone()),
            _ => {}
        }
        self
    }

    /// One error for all of them; success if there are none.
    pub(crate) fn all(errors: Vec<Self>) -> Result<()> {
        match errors.as_slice() {
            [] => Ok(()),
            [error] => Err(error.clone()),
            _ => Err(Self::Several(errors.into())),
        }
    }
}

fn no_context() -> Error {
    Error::Invalid("this error has no context, because it is not that of a command on a queue".to_owned())
}

impl<E: ?Sized> From<Arc<E>> for Failed<E> {
    /// A command's failure as the graph knows it.
    fn from(cause: Arc<E>) -> Self {
        Self { cause, context: None }
    }
}

impl<E: ?Sized> Clone for Failed<E> {
    fn clone(&self) -> Self {
        Self { cause: Arc::clone(&self.cause), context: self.context.clone() }
    }
}

impl<E: ?Sized> Deref for Failed<E> {
    type Target = E;

    fn deref(&self) -> &E {
        &self.cause
    }
}

impl<E: fmt::Display + ?Sized> fmt::Display for Failed<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl<E: fmt::Debug + ?Sized> fmt::Debug for Failed<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

fn join(errors: &[Error]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn lines(items: &[String]) -> String {
    items.iter().map(|item| format!("\n  {item}")).collect()
}
