//! From Rust to the form of hardware.

use std::path::Path;

use anyhow::Context as _;
use sycl_hls_cli::sources::translate_one;
use sycl_hls_compiler::pass::{self, Pass};
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::{Clock, Plan, Slices, hardware_with};
use sycl_hls_ir::{Func, FuncId, Module};

/// A module as the front end made it, and as hardware is made of it.
pub struct Compiled {
    pub plain: Module,
    pub lowered: Module,
}

/// A kernel in both forms.
pub struct Kernel<'m> {
    pub plain: (&'m Module, FuncId),
    pub lowered: (&'m Module, FuncId),
}

impl Kernel<'_> {
    pub fn func(&self) -> &Func {
        &self.lowered.0.funcs[self.lowered.1]
    }

    /// Its blocks, and when they do what.
    pub fn hardware(&self, clock: Clock, slices: Slices) -> anyhow::Result<(Design, Plan)> {
        let func = self.func();
        hardware_with(self.lowered.0, func, slices, clock).with_context(|| func.name.clone())
    }
}

/// The kernels modules of a file, after these passes.
pub fn modules(file: &Path, passes: &[Pass]) -> anyhow::Result<Vec<Compiled>> {
    let compiled = translate_one(file)?.into_iter().map(|plain| {
        let mut lowered = plain.clone();
        pass::run_all(&mut lowered, passes);
        Compiled { plain, lowered }
    });
    Ok(compiled.collect())
}

/// The kernel with this name.
pub fn find<'m>(modules: &'m [Compiled], name: &str) -> anyhow::Result<Kernel<'m>> {
    let id = |module: &'m Module| module.kernels().find(|(_, func)| func.name == name).map(|(id, _)| id);
    let found = modules.iter().find_map(|module| {
        Some(Kernel {
            plain: (&module.plain, id(&module.plain)?),
            lowered: (&module.lowered, id(&module.lowered)?),
        })
    });
    found.with_context(|| format!("there is no kernel {name}"))
}
