//! The kernels of an image.

use sycl_hls_ir::Module;
use sycl_hls_types::ModuleInterface;

use crate::failure::Failure;

/// The kernels of an image: as they were written, and as they are built.
#[derive(Clone, Debug)]
pub struct Kernels {
    /// Checked KIR. `sycl-hls.toml` may have decided how many compute units there are, and where.
    pub modules: Vec<Module>,
    /// What programs know of the kernels, and compare with an image: what was written, whatever `sycl-hls.toml` decides.
    pub interfaces: Vec<ModuleInterface>,
}

impl Kernels {
    /// The kernels as cards have them, where those that are linked are what they are.
    #[must_use]
    pub fn on_cards(&self) -> Self {
        let modules = self.modules.iter().map(Module::without_groups).collect();
        Self { modules, interfaces: self.interfaces.clone() }
    }
}

impl From<Vec<Module>> for Kernels {
    /// Kernels that are built as they were written.
    fn from(modules: Vec<Module>) -> Self {
        let interfaces = modules.iter().map(Module::interface).collect();
        Self { modules, interfaces }
    }
}

/// What is said of a name that none of these kernels has.
pub fn no_kernel<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let failure = Failure::usage(format!("there is no kernel `{name}`"));
    if known.is_empty() { failure } else { failure.help(format!("the kernels are {}", known.join(", "))) }
}

/// The names of the kernels of some modules.
pub fn names(modules: &[Module]) -> impl Iterator<Item = &str> {
    modules.iter().flat_map(Module::kernels).map(|(_, kernel)| kernel.name.as_str())
}
