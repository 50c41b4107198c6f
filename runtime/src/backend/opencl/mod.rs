//! Cards through XRT's OpenCL. XRT is the only implementation that is used so far: others would compile kernels.

mod registered;
mod xilinx;

use sycl_hls_backend::{Backend, BackendKind};
use xrt_sys::opencl::OpenCl;

use super::card::{self, CardsError};
use crate::environment::Environment;

/// The backend; without devices, and saying why, when XRT emulates none in this process.
pub(super) fn backend(environment: &Environment) -> Box<dyn Backend> {
    card::backend(BackendKind::OpenCl, "OpenCL of Alveo cards", environment, || {
        if !registered::is_xrt(environment) {
            return Err(CardsError::Unregistered { place: registered::place(environment) });
        }
        let opencl = OpenCl::load()?;
        Ok(opencl as _)
    })
}
