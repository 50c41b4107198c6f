//! The host as a device: kernels run as the Rust functions that they are.

use std::sync::Arc;

use sycl_hls_backend::{
    Args, Aspect, Backend, BackendKind, Device, DeviceInfo, DeviceKind, LoadError, MemoryInfo, NativeKernel,
    PlatformInfo, Program, Source,
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

/// Version of what runs kernels here.
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Backend for Host {
    fn platform(&self) -> PlatformInfo {
        PlatformInfo {
            backend: BackendKind::Host,
            name: "Host".to_owned(),
            vendor: "sycl-hls".to_owned(),
            version: VERSION.to_owned(),
        }
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        let info = DeviceInfo {
            id: BackendKind::Host.name().to_owned(),
            name: "Host processor".to_owned(),
            vendor: "sycl-hls".to_owned(),
            driver_version: VERSION.to_owned(),
            kind: DeviceKind::Host,
            kernel_clock_mhz: None,
            memories: vec![MemoryInfo { name: "RAM".to_owned(), bytes: ram(), is_global: true }],
            aspects: vec![Aspect::Cpu, Aspect::HostDebuggable, Aspect::Fp64, Aspect::QueueProfiling],
        };
        vec![Arc::new(HostDevice { info })]
    }
}

/// Size of the host's memory in bytes.
fn ram() -> u64 {
    let system = rustix::system::sysinfo();
    system.totalram.saturating_mul(u64::from(system.mem_unit))
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
