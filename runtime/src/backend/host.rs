//! The host as a device: kernels run as the Rust functions that they are.

use std::sync::Arc;
use std::{fs, thread};

use sycl_hls_backend::{
    Args, Aspect, Backend, BackendKind, CacheInfo, Device, DeviceInfo, DeviceKind, LoadError, MemoryInfo,
    NativeKernel, PlatformInfo, Program, Source,
};
use sycl_hls_types::{Fault, FaultKind};

use crate::dataflow;
use crate::panics;
use crate::persistent::{State, with_state};

/// The backend with one device, the host.
pub(super) struct Host;

struct HostDevice {
    info: DeviceInfo,
}

struct NativeProgram {
    kernels: Vec<NativeKernel>,
    state: Arc<State>,
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
            compute_units: thread::available_parallelism()
                .map_or(1, |count| count.get().try_into().unwrap_or(1)),
            local_memory: ram(),
            cache: cache(),
            aspects: vec![
                Aspect::Cpu,
                Aspect::HostDebuggable,
                Aspect::Fp64,
                Aspect::QueueProfiling,
                Aspect::UsmDeviceAllocations,
                Aspect::UsmHostAllocations,
                Aspect::UsmSharedAllocations,
            ],
        };
        vec![Arc::new(HostDevice { info })]
    }
}

/// Size of the host's memory in bytes.
fn ram() -> u64 {
    let system = rustix::system::sysinfo();
    system.totalram.saturating_mul(u64::from(system.mem_unit))
}

/// What programs may still take of it without making the system swap: Linux' estimate, or what is unused.
fn free_ram() -> u64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    available(&text).unwrap_or_else(|| {
        let system = rustix::system::sysinfo();
        system.freeram.saturating_mul(u64::from(system.mem_unit))
    })
}

/// The last cache before the host's memory, as Linux tells it.
fn cache() -> Option<CacheInfo> {
    let caches = (0..).map_while(|index| {
        let read =
            |name| fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}"));
        let (size, line) = (read("size").ok()?, read("coherency_line_size").ok()?);
        let bytes = size.trim().strip_suffix('K')?.parse::<u64>().ok()?.checked_mul(1024)?;
        Some(CacheInfo { bytes, line_bytes: line.trim().parse().ok()? })
    });
    caches.last()
}

/// Bytes that are available, in the text of `/proc/meminfo`: `MemAvailable:   23148 kB`.
fn available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

impl Device for HostDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn free_memory(&self) -> Vec<u64> {
        vec![free_ram()]
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
    Arc::new(NativeProgram { kernels: kernels.to_vec(), state: Arc::default() })
}

impl Program for NativeProgram {
    fn run(&self, kernel: &str, args: Args<'_>) -> Result<(), Fault> {
        let other = |message| Fault { kernel: kernel.to_owned(), kind: FaultKind::Other, message, at: None };
        let native = self
            .kernels
            .iter()
            .find(|native| native.name == kernel)
            .ok_or_else(|| other("the program has no native function for it".to_owned()))?;
        let run = || dataflow::run_as(native.name, || (native.run)(args));
        match panics::catch(|| with_state(&self.state, run)) {
            Ok(result) => result.map_err(|error| other(error.to_string())),
            Err(panic) => Err(panic.into_fault(kernel)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_in_bytes() {
        let text = "MemTotal:       24643820 kB\nMemFree:          512000 kB\nMemAvailable:   23148 kB\n";
        assert_eq!(available(text), Some(23148 * 1024));
        assert_eq!((available("MemTotal: 1 kB\n"), available("MemAvailable: many kB")), (None, None));
        assert!((1 << 20..ram()).contains(&free_ram()), "{} of {}", free_ram(), ram());
    }
}
