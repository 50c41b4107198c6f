//! The backends of this process.

#[cfg(feature = "xrt")]
mod card;
mod host;
mod log;
mod missing;
#[cfg(feature = "xrt")]
mod opencl;
#[cfg(feature = "emulation")]
mod simulated;
#[cfg(feature = "xrt")]
mod xrt;

use std::sync::Arc;

use sycl_hls_backend::{Backend, BackendKind, NativeKernel, Program};

#[cfg(any(feature = "emulation", feature = "xrt"))]
use crate::environment::Environment;

/// Every backend, in the order of [`BackendKind::ALL`].
pub(crate) fn all() -> impl Iterator<Item = Box<dyn Backend>> {
    BackendKind::ALL.into_iter().map(|kind| log::logged(backend(kind), kind))
}

fn backend(kind: BackendKind) -> Box<dyn Backend> {
    match kind {
        BackendKind::Host => Box::new(host::Host),
        #[cfg(feature = "emulation")]
        BackendKind::SwEmu => Box::new(sycl_hls_emulation::SwEmulation { boards: crate::boards::all() }),
        #[cfg(feature = "emulation")]
        BackendKind::HwEmu => simulated::backend(Environment::of_process()),
        #[cfg(feature = "xrt")]
        BackendKind::Xrt => xrt::backend(Environment::of_process()),
        #[cfg(feature = "xrt")]
        BackendKind::OpenCl => opencl::backend(Environment::of_process()),
        missing => Box::new(missing::Missing::new(missing)),
    }
}

/// Whether the program has been compiled with a backend (`is_backend_active`, GEN "Querying backends at compile time"): all but the host
/// are features of the crate. What is active is not available everywhere: [`crate::Platform::unavailable`].
///
/// ```
/// use sycl_hls::{BackendKind, is_active};
///
/// const EMULATES: bool = is_active(BackendKind::SwEmu);
/// assert!(EMULATES);
/// ```
#[must_use]
pub const fn is_active(backend: BackendKind) -> bool {
    let (emulation, xrt) = (cfg!(feature = "emulation"), cfg!(feature = "xrt"));
    match backend {
        BackendKind::Host => true,
        BackendKind::SwEmu | BackendKind::HwEmu => emulation,
        BackendKind::OpenCl | BackendKind::Xrt => xrt,
        _ => false,
    }
}

/// The kernels as a program of the host, for tests that need no queue.
#[must_use]
pub fn host_program(kernels: &[NativeKernel]) -> Arc<dyn Program> {
    host::program(kernels)
}
