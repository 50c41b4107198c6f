//! The backends of this process.

mod host;
mod panics;

use std::sync::Arc;

use sycl_hls_backend::{Backend, Device, NativeKernel, Program};
use sycl_hls_emulation::SwEmulation;

/// Every device: the host, then those of each backend in turn.
pub(crate) fn devices() -> Vec<Arc<dyn Device>> {
    let backends: [&dyn Backend; 2] = [&host::Host, &SwEmulation];
    backends.into_iter().flat_map(Backend::devices).collect()
}

/// The kernels as a program of the host, for tests that need no queue.
#[must_use]
pub fn host_program(kernels: &[NativeKernel]) -> Arc<dyn Program> {
    host::program(kernels)
}
