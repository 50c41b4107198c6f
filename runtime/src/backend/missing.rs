//! Families of devices that this version cannot drive: known by name, and saying so.

use std::sync::Arc;

use sycl_hls_backend::{Backend, BackendKind, Device, PlatformInfo};

/// A backend without devices.
pub(super) struct Missing(pub BackendKind);

impl Backend for Missing {
    fn platform(&self) -> PlatformInfo {
        let name = match self.0 {
            BackendKind::HwEmu => "Hardware emulation of Alveo boards",
            BackendKind::OpenCl => "OpenCL",
            BackendKind::Xrt => "Alveo cards",
            other => other.name(),
        };
        PlatformInfo { backend: self.0, name: name.to_owned(), vendor: String::new(), version: String::new() }
    }

    fn unavailable(&self) -> Option<String> {
        Some(format!("this version has no {} backend", self.0))
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        Vec::new()
    }
}
