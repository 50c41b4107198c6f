//! Devices of this process.

use std::fmt;
use std::sync::{Arc, OnceLock};

use sycl_hls_backend::{Device as BackendDevice, DeviceInfo};

use crate::backend;
use crate::environment::Environment;
use crate::programs::Programs;

/// A device that kernels run on (S20 §4.6.4). Clones are the same device; equality is identity (S20 §4.5.2).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Device {
    /// Position in the registry.
    index: usize,
}

struct Entry {
    device: Arc<dyn BackendDevice>,
    programs: Arc<Programs>,
}

impl Device {
    /// Every device: the host, then the boards that can be emulated, by name. The list is the same throughout
    /// a process (S20 §4.6.4.2, `get_devices`).
    #[must_use]
    pub fn all() -> Vec<Self> {
        (0..registry().len()).map(|index| Self { index }).collect()
    }

    /// What the device is (S20 §4.6.4.4).
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        self.backend().info()
    }

    /// The device as its backend sees it.
    pub(crate) fn backend(&self) -> &Arc<dyn BackendDevice> {
        &registry()[self.index].device
    }

    /// What queues on this device run, unless they have an image of their own.
    pub(crate) fn programs(&self) -> &Arc<Programs> {
        &registry()[self.index].programs
    }
}

/// The devices; they never change.
fn registry() -> &'static [Entry] {
    static DEVICES: OnceLock<Vec<Entry>> = OnceLock::new();
    let entry = |device: Arc<dyn BackendDevice>| Entry {
        programs: Arc::new(Programs::new(Arc::clone(&device), Environment::of_process().clone())),
        device,
    };
    DEVICES.get_or_init(|| backend::devices().into_iter().map(entry).collect())
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(&self.info().id).finish()
    }
}
