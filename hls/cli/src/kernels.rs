//! The kernels of an image.

use sycl_hls_ir::Module;
use sycl_hls_types::ModuleInterface;

/// The kernels of an image: as they were written, and as they are built.
#[derive(Clone, Debug)]
pub struct Kernels {
    /// Checked KIR. `sycl-hls.toml` may have decided how many compute units there are, and where.
    pub modules: Vec<Module>,
    /// What programs know of the kernels, and compare with an image: what was written, whatever `sycl-hls.toml` decides.
    pub interfaces: Vec<ModuleInterface>,
}

impl From<Vec<Module>> for Kernels {
    /// Kernels that are built as they were written.
    fn from(modules: Vec<Module>) -> Self {
        let interfaces = modules.iter().map(Module::interface).collect();
        Self { modules, interfaces }
    }
}
