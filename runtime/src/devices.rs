//! Platforms and devices of this process.

use std::fmt;
use std::sync::{Arc, OnceLock};

use sycl_hls_backend::{Aspect, Backend, BackendKind, Device as BackendDevice, DeviceInfo, PlatformInfo};

use crate::backend;
use crate::environment::Environment;
use crate::programs::Programs;
use crate::{Context, Result, Selector};

/// A device that kernels run on (S20 §4.6.4). Clones are the same device; equality is identity (S20 §4.5.2).
///
/// ```
/// use sycl_hls::{Aspect, Device};
///
/// let boards = Device::all().into_iter().filter(|device| device.has(Aspect::Accelerator));
/// for board in boards {
///     let info = board.info();
///     println!("{}: {} with {} GB", info.id, info.name, info.global_memory() >> 30);
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Device {
    /// Position in the registry.
    index: usize,
}

/// A family of devices (S20 §4.6.2). Clones are the same platform; equality is identity (S20 §4.5.2).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Platform {
    /// Position in the registry.
    index: usize,
}

/// What there is; it never changes.
struct Registry {
    platforms: Vec<PlatformEntry>,
    devices: Vec<DeviceEntry>,
}

struct PlatformEntry {
    info: PlatformInfo,
    unavailable: Option<String>,
    context: OnceLock<Context>,
}

struct DeviceEntry {
    device: Arc<dyn BackendDevice>,
    programs: Arc<Programs>,
    platform: usize,
}

impl Device {
    /// The device that a selector names (S20 §4.6.4.2, `device(const DeviceSelector&)`); `Selector::default()` names the default
    /// device.
    ///
    /// # Errors
    /// As [`crate::Queue::new`].
    pub fn new(selector: Selector) -> Result<Self> {
        selector.select()
    }

    /// Every device that can be used: the host, then the boards that can be emulated, then cards, if XRT has some. The list is the
    /// same throughout a process (S20 §4.6.4.3, `get_devices`). [`Platform::all`] also tells of what cannot be
    /// used.
    #[must_use]
    pub fn all() -> Vec<Self> {
        (0..registry().devices.len()).map(|index| Self { index }).collect()
    }

    /// What the device is (S20 §4.6.4.4).
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        self.backend().info()
    }

    /// Whether the device has an aspect (S20 §4.6.4.2, `has`).
    #[must_use]
    pub fn has(&self, aspect: Aspect) -> bool {
        self.info().has(aspect)
    }

    /// Free bytes of each of its memories at this moment, in the order of [`DeviceInfo::memories`]. Others may take them before
    /// this program does.
    ///
    /// The host's are what programs may take without making the system swap. Boards that are emulated in this process are free
    /// altogether: kernels work on the host's copies of buffers. A card has in use what runs of this process have left
    /// there: the buffers of compute units, which later runs use again, in multiples of 4 KiB. What others have on it is not known;
    /// one that XRT emulates is this process' alone.
    ///
    /// ```
    /// # use sycl_hls::{Queue, Selector};
    /// let q = Queue::new(Selector::sw_emu("u200"))?;
    /// let board = q.device();
    /// for (memory, free) in board.info().memories.iter().zip(board.free_memory()) {
    ///     println!("{}: {free} of {} bytes are free", memory.name, memory.bytes);
    /// }
    /// assert_eq!(board.free_global_memory(), 64 << 30);
    /// # Ok::<(), sycl_hls::Error>(())
    /// ```
    #[must_use]
    pub fn free_memory(&self) -> Vec<u64> {
        self.backend().free_memory()
    }

    /// Free bytes of all global memories together at this moment (`ext::intel::info::device::free_memory` of DPC++), as
    /// [`DeviceInfo::global_memory`] gives their size.
    #[must_use]
    pub fn free_global_memory(&self) -> u64 {
        let free = self.free_memory();
        let global = self.info().memories.iter().zip(free).filter(|(memory, _)| memory.is_global);
        global.map(|(_, free)| free).sum()
    }

    /// The platform that the device is of (S20 §4.6.4.2, `get_platform`).
    #[must_use]
    pub fn platform(&self) -> Platform {
        Platform { index: registry().devices[self.index].platform }
    }

    /// The device as its backend sees it.
    pub(crate) fn backend(&self) -> &Arc<dyn BackendDevice> {
        &registry().devices[self.index].device
    }

    /// What queues on this device run, unless they have an image of their own.
    pub(crate) fn programs(&self) -> &Arc<Programs> {
        &registry().devices[self.index].programs
    }
}

impl Platform {
    /// The platform of the device that a selector names (S20 §4.6.2.1); `Selector::default()` names the default device.
    ///
    /// # Errors
    /// As [`crate::Queue::new`].
    pub fn new(selector: Selector) -> Result<Self> {
        Ok(Device::new(selector)?.platform())
    }

    /// Every platform, one for each [`BackendKind`], those that cannot be used included. The list is the same
    /// throughout a process (S20 §4.6.2.3, `get_platforms`).
    #[must_use]
    pub fn all() -> Vec<Self> {
        (0..registry().platforms.len()).map(|index| Self { index }).collect()
    }

    /// The platform of a backend, which may have no devices.
    #[must_use]
    pub fn of_backend(backend: BackendKind) -> Option<Self> {
        Self::all().into_iter().find(|platform| platform.backend() == backend)
    }

    /// What the platform is (S20 §4.6.2.4).
    #[must_use]
    pub fn info(&self) -> &PlatformInfo {
        &self.entry().info
    }

    /// The platform's family of devices (S20 §4.6.2.2, `get_backend`).
    #[must_use]
    pub fn backend(&self) -> BackendKind {
        self.info().backend
    }

    /// Why the platform cannot be used in this process, for people; `None` when it can. It has no devices
    /// then.
    #[must_use]
    pub fn unavailable(&self) -> Option<&str> {
        self.entry().unavailable.as_deref()
    }

    /// The platform's devices (S20 §4.6.2.2, `get_devices`).
    #[must_use]
    pub fn devices(&self) -> Vec<Device> {
        Device::all().into_iter().filter(|device| device.platform() == *self).collect()
    }

    /// The platform's devices of a type: [`Aspect::Cpu`], [`Aspect::Gpu`], [`Aspect::Accelerator`] or [`Aspect::Custom`], or with any
    /// other aspect (S20 §4.6.2.2, `get_devices`). Devices have no parts, so that each of them is a root device.
    #[must_use]
    pub fn devices_with(&self, aspect: Aspect) -> Vec<Device> {
        let mut devices = self.devices();
        devices.retain(|device| device.has(aspect));
        devices
    }

    /// Whether all its devices have an aspect; false when there are none (S20 §4.6.2.2, `has`).
    #[must_use]
    pub fn has(&self, aspect: Aspect) -> bool {
        let devices = self.devices();
        !devices.is_empty() && devices.iter().all(|device| device.has(aspect))
    }

    /// The context of all its devices that queues belong to which are made without one (S20 §4.6.2.2, `khr_get_default_context`). It
    /// has no async handler.
    #[must_use]
    pub fn default_context(&self) -> &'static Context {
        self.entry().context.get_or_init(|| Context::of_platform(self))
    }

    fn entry(&self) -> &'static PlatformEntry {
        &registry().platforms[self.index]
    }
}

/// The device with this name as its backend sees it, for tests that need no queue.
///
/// # Errors
/// As [`crate::Queue::new`].
pub fn by_name(name: &str) -> Result<Arc<dyn BackendDevice>> {
    Ok(Arc::clone(crate::Selector::by_name(name).select()?.backend()))
}

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        let mut registry = Registry { platforms: Vec::new(), devices: Vec::new() };
        backend::all().for_each(|backend| registry.add(&*backend));
        registry
    })
}

impl Registry {
    fn add(&mut self, backend: &dyn Backend) {
        let platform = self.platforms.len();
        self.devices.extend(backend.devices().into_iter().map(|device| DeviceEntry {
            programs: Arc::new(Programs::new(Arc::clone(&device), Environment::of_process().clone())),
            device,
            platform,
        }));
        let (info, unavailable) = (backend.platform(), backend.unavailable());
        self.platforms.push(PlatformEntry { info, unavailable, context: OnceLock::new() });
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(&self.info().id).finish()
    }
}

impl fmt::Debug for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Platform").field(&self.backend()).finish()
    }
}
