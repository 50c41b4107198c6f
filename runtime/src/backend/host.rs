//! The host as a device: kernels run as the Rust functions that they are.

use std::sync::Arc;

use sycl_hls_backend::{
    Args, Backend, Device, DeviceInfo, DeviceKind, LoadError, NativeKernel, Program, Source,
};
use sycl_hls_types::{Fault, FaultKind};

use super::panics;

/// The backend with one device, the host.
pub(super) struct Host;

struct HostDevice {
    info: DeviceInfo,
}

struct NativeProgram {
    kernels: Vec<NativeKernel>,
}

impl Backend for Host {
    fn devices(&self) -> Vec<Arc<dyn Device>> {
        let info =
            DeviceInfo { id: "host".to_owned(), name: "Host processor".to_owned(), kind: DeviceKind::Host };
        vec![Arc::new(HostDevice { info })]
    }
}

impl Device for HostDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn load(&self, source: Source<'_>) -> Result<Arc<dyn Program>, LoadError> {
        match source {
            Source::Native(kernels) => Ok(program(kernels)),
            Source::Image(image) => Err(LoadError::Unsupported {
                device: self.info.id.clone(),
                what: format!("the image {}", image.path.display()),
            }),
        }
    }
}

/// The kernels, with their panics turned into faults.
pub(super) fn program(kernels: &[NativeKernel]) -> Arc<dyn Program> {
    panics::install_hook();
    Arc::new(NativeProgram { kernels: kernels.to_vec() })
}

impl Program for NativeProgram {
    fn run(&self, kernel: &str, args: Args<'_>) -> Result<(), Fault> {
        let other = |message| Fault { kernel: kernel.to_owned(), kind: FaultKind::Other, message, at: None };
        let native = self
            .kernels
            .iter()
            .find(|native| native.name == kernel)
            .ok_or_else(|| other("the program has no native function for it".to_owned()))?;
        match panics::catch(|| (native.run)(args)) {
            Ok(result) => result.map_err(|error| other(error.to_string())),
            Err(panic) => Err(panic.into_fault(kernel)),
        }
    }
}
