//! A kernels module as `#[sycl_hls::kernels]` bakes it into a program.

use std::sync::OnceLock;

use sycl_hls_backend::NativeKernel;
use sycl_hls_types::{KernelInterface, ModuleInterface};

use crate::{Error, Result};

/// The kernels of one module: a static that the macro writes.
pub struct ModuleInfo {
    interface_json: &'static str,
    natives: &'static [NativeKernel],
    parsed: OnceLock<Result<ModuleInterface, serde_json::Error>>,
}

impl ModuleInfo {
    /// A module with its [`ModuleInterface`] as JSON and its kernels as native functions.
    #[must_use]
    pub const fn new(interface_json: &'static str, natives: &'static [NativeKernel]) -> Self {
        Self { interface_json, natives, parsed: OnceLock::new() }
    }

    /// The kernels as native functions.
    #[must_use]
    pub const fn natives(&self) -> &'static [NativeKernel] {
        self.natives
    }

    /// The interface, parsed once.
    ///
    /// # Errors
    /// When the text is not an interface: macro and runtime are of different versions.
    pub(crate) fn interface(&self) -> Result<&ModuleInterface> {
        let parse = || serde_json::from_str(self.interface_json);
        self.parsed.get_or_init(parse).as_ref().map_err(|problem| {
            Error::Invalid(format!(
                "the interface of a kernels module cannot be read: {problem}; use sycl-hls and sycl-hls-macros \
                 of one version"
            ))
        })
    }

    /// The kernel with this number.
    ///
    /// # Errors
    /// As [`ModuleInfo::interface`]; also when there is no such kernel.
    pub(crate) fn kernel(&self, index: usize) -> Result<&KernelInterface> {
        let module = self.interface()?;
        module
            .kernels
            .get(index)
            .ok_or_else(|| Error::Invalid(format!("module `{}` has no kernel number {index}", module.name)))
    }
}
