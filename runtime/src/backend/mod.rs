//! The backends of this process.

mod card;
mod host;
mod log;
mod missing;
mod opencl;
mod panics;
mod simulated;
mod xrt;

use std::sync::Arc;

use sycl_hls_backend::{Backend, BackendKind, NativeKernel, Program};
use sycl_hls_emulation::SwEmulation;

use crate::boards;
use crate::environment::Environment;

/// Every backend, in the order of [`BackendKind::ALL`].
pub(crate) fn all() -> impl Iterator<Item = Box<dyn Backend>> {
    BackendKind::ALL.into_iter().map(|kind| log::logged(backend(kind), kind))
}

fn backend(kind: BackendKind) -> Box<dyn Backend> {
    match kind {
        BackendKind::Host => Box::new(host::Host),
        BackendKind::SwEmu => Box::new(SwEmulation { boards: boards::all() }),
        BackendKind::HwEmu => simulated::backend(Environment::of_process()),
        BackendKind::Xrt => xrt::backend(Environment::of_process()),
        BackendKind::OpenCl => opencl::backend(Environment::of_process()),
        missing => Box::new(missing::Missing::new(missing)),
    }
}

/// Runs a function of the user's.
///
/// # Errors
/// Its panic, which is not printed.
pub(crate) fn catch_panic<R>(f: impl FnOnce() -> R) -> Result<R, panics::Panic> {
    panics::install_hook();
    panics::catch(f)
}

/// The kernels as a program of the host, for tests that need no queue.
#[must_use]
pub fn host_program(kernels: &[NativeKernel]) -> Arc<dyn Program> {
    host::program(kernels)
}
