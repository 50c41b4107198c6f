//! What Vitis is to build.

use std::collections::BTreeMap;

use sycl_hls_boards::Family;
use sycl_hls_compiler::abi::AbiKernel;
use sycl_hls_compiler::back::hls_cpp::{self, Dialect, Version};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::{link, pass};
use sycl_hls_ir::Module;
use sycl_hls_types::{LinkGroup, Restart, Target};

use crate::inputs::Inputs;
use crate::open;
use crate::settings::Settings;

/// An image and how it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Design {
    /// The image's name: it is written to `<name>.xclbin`.
    pub name: String,
    /// The board's short name, for people.
    pub board: String,
    /// The platform's name, or the path of its `.xpfm`.
    pub platform: String,
    /// The family of its FPGA.
    pub family: Family,
    /// Hardware, or Vitis' own emulation of it. There is no `sw_emu` since 2025.1, and ours needs no Vitis.
    pub target: Target,
    /// The version of Vitis.
    pub version: Version,
    /// How kernels are compiled.
    pub hls: Hls,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// The texts of the kernels, by file name: C++, or what [`open`] packages.
    pub sources: BTreeMap<String, String>,
    /// The linker's configuration, as [`sycl_hls_compiler::link::config`] writes it.
    pub link_config: String,
    /// What is asked of the tools beyond that.
    pub options: Options,
}

impl Design {
    /// Takes kernels in: their C++ for this version, and how they are linked.
    #[must_use]
    pub fn with(mut self, modules: &[Module]) -> Self {
        let mut linked: Vec<AbiKernel> = Vec::new();
        for module in modules {
            let mut module = module.clone();
            pass::run_all(&mut module, hls_cpp::LEGALIZE);
            let cpp = hls_cpp::emit_for(&module, Dialect { version: Some(self.version) });
            let source = source_of(&module);
            self.kernels.extend(cpp.kernels.iter().map(|kernel| Kernel {
                name: kernel.symbol.clone(),
                source: source.clone(),
                parts: Vec::new(),
                hertz: link::hertz(kernel),
                restart: kernel.restart(),
            }));
            self.sources.insert(source, cpp.text);
            linked.extend(cpp.kernels);
        }
        self.link_config = link::config(&linked, modules.iter().flat_map(|module| &module.links));
        self
    }

    /// Takes kernels in as hardware of our own, which is packaged for a part. `links` are between them.
    #[must_use]
    pub fn with_hardware<'l>(
        mut self,
        kernels: &[hw_emu::Kernel],
        links: impl IntoIterator<Item = &'l LinkGroup>,
        part: &str,
    ) -> Self {
        for kernel in kernels {
            let (kernel, files) = open::kernel(kernel, part, self.version);
            self.kernels.push(kernel);
            self.sources.extend(files);
        }
        let linked: Vec<AbiKernel> = kernels.iter().map(|kernel| kernel.interface.clone()).collect();
        self.link_config = link::config(&linked, links);
        self
    }
}

/// The file with the C++ of a module, in [`Design::sources`].
#[must_use]
pub fn source_of(module: &Module) -> String {
    format!("{}.cpp", module.name)
}

/// A kernel to compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// The name of its C++ function.
    pub name: String,
    /// The file with its text, in [`Design::sources`]; of our own hardware, the script that packages it.
    pub source: String,
    /// All other files that it is made of, likewise: those of our own hardware.
    pub parts: Vec<String>,
    /// The clock that it is compiled for, in Hz, if it is not the platform's.
    pub hertz: Option<u64>,
    /// Whether it starts itself again.
    pub restart: Restart,
}

/// How kernels are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hls {
    /// `v++ -c -k KERNEL`: all versions. UG1702 of 2026.1 still has it ("Output Directories of the v++ Command").
    #[default]
    Classic,
    /// `v++ -c --mode hls --config FILE`: since 2023.2 (UG1702, "v++ Mode HLS").
    Unified,
    /// Our own hardware, packaged by Vivado: all versions ("RTL Kernel Development Flow").
    Open,
}

impl Hls {
    /// True if this version has it.
    #[must_use]
    pub fn is_in(self, version: Version) -> bool {
        self != Self::Unified || version >= Version::V2023_2
    }
}

/// What is asked of the tools.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Arguments of the user's own for the linker.
    pub vpp_args: Vec<String>,
    /// Lines of the user's own for the tools' configuration files.
    pub settings: Settings,
    /// How many processes the linker's implementation may start; `None`: its default.
    pub jobs: Option<usize>,
    /// The files that arguments and lines name, as [`take`](crate::inputs::take) found them.
    pub inputs: Inputs,
}
