//! Cards through XRT's own interface.

mod native;

use sycl_hls_backend::{Backend, BackendKind};
use xrt_sys::Xrt;

use super::card;
use crate::environment::Environment;

/// The backend; without devices, and saying why, when XRT emulates none in this process.
pub(super) fn backend(environment: &Environment) -> Box<dyn Backend> {
    card::backend(BackendKind::Xrt, "Alveo cards", environment, || {
        let xrt = Xrt::load()?;
        Ok(xrt as _)
    })
}
