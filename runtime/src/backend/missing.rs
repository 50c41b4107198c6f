//! Families of devices that cannot be used: known by name, and saying why.

use std::sync::Arc;

use sycl_hls_backend::{Backend, BackendKind, Device, PlatformInfo};

/// A backend without devices.
pub(super) struct Missing {
    pub kind: BackendKind,
    /// Why there are none, for people.
    pub reason: String,
}

impl Missing {
    /// One that was left out.
    pub fn new(kind: BackendKind) -> Self {
        let feature = match kind {
            BackendKind::SwEmu | BackendKind::HwEmu => "emulation",
            _ => "xrt",
        };
        Self { kind, reason: format!("the program was compiled without the feature `{feature}` of sycl-hls") }
    }
}

impl Backend for Missing {
    fn platform(&self) -> PlatformInfo {
        let name = match self.kind {
            BackendKind::SwEmu => "Software emulation of FPGA boards",
            BackendKind::HwEmu => "Hardware emulation of FPGA boards",
            BackendKind::OpenCl => "OpenCL",
            BackendKind::Xrt => "Alveo cards",
            other => other.name(),
        };
        let (vendor, version) = (String::new(), String::new());
        PlatformInfo { backend: self.kind, name: name.to_owned(), vendor, version }
    }

    fn unavailable(&self) -> Option<String> {
        Some(self.reason.clone())
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        Vec::new()
    }
}
