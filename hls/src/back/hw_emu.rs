//! Hardware emulation: a kernel as Verilog, and what makes a simulator of that.
//!
//! The files are data; who builds a simulator writes them down. Those of [`library`] and `rtl::simulator` are the same
//! for every kernel.

use sycl_hls_ir::directive::{Allocation, BindOp, Directive as _, Entry, OptionValue};
use sycl_hls_ir::{Func, Module, Span};
use sycl_hls_types::{AccessSite, Location, MemoryErrors, PortArguments, SimulatedKernel};

use super::verilog::{self, registers::Protocol};
use crate::abi::{self, AbiKernel, memory_errors, registers};
use crate::pass::{HARDWARE, Pass};
use crate::rtl::design::{BlockId, Design, NodeKind, ProcessId};
use crate::rtl::harness::{Bundle, Harness, StreamPort, harness};
use crate::rtl::{
    self, Clock, Plan, Unsupported,
    library::{INTERFACES, PROCESSES},
    operators,
};

/// The passes that bring a module without checks into the form for hardware.
pub const LEGALIZE: &[Pass] = HARDWARE;

/// The directives of which our hardware takes no notice, whatever their options. They are for Vitis HLS.
const UNUSED: [&str; 10] = [
    "aggregate",
    "cache",
    "disaggregate",
    "expression_balance",
    "function_instantiate",
    "latency",
    "loop_merge",
    "occurrence",
    "performance",
    "protocol",
];

/// Operations that are gates among others, and no units that could be counted.
const GATES: [&str; 6] = ["add", "sub", "icmp", "shl", "lshr", "ashr"];

/// True if our hardware ignores a directive.
#[must_use]
pub fn is_unused(directive: &Entry) -> bool {
    // Sums of integers are gates.
    let binds_gates = directive.name == BindOp::NAME
        && directive.options.iter().any(|(name, value)| {
            *name == "op" && matches!(value, OptionValue::Word(word) if GATES.contains(&word.as_str()))
        });
    let of_units = |(name, value): &(&str, OptionValue)| {
        *name == "operation" && matches!(value, OptionValue::Word(word) if !GATES.contains(&word.as_str()))
    };
    let limits_nothing = directive.name == Allocation::NAME && !directive.options.iter().any(of_units);
    binds_gates || limits_nothing || UNUSED.contains(&directive.name)
}

/// The macro with which Verilog computes floats as the host does, rather than gate by gate. It wants
/// [`DPI`] among the sources.
pub const DPI_DEFINE: &str = "SYCL_HLS_DPI";

/// Name of the C++ file of the library.
pub const DPI: &str = "operators_dpi.cpp";

/// A kernel as hardware.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The kernel as a host sees it.
    pub interface: AbiKernel,
    /// What the emulator has to know of it, but for its compute units.
    pub manifest: SimulatedKernel,
    /// Its hardware.
    pub design: Design,
    /// In which cycle each of its computations is.
    pub plan: Plan,
}

/// The hardware of one kernel of a module that went through [`LEGALIZE`], at its own clock or else at `mhz`.
///
/// # Errors
/// When it holds what has no hardware yet.
pub fn kernel(module: &Module, func: &Func, mhz: u32) -> Result<Kernel, Unsupported> {
    let unsupported = |what: &str, span| Unsupported { what: what.to_owned(), help: None, span };
    let mut interfaces = abi::kernels(module).into_iter();
    let interface = interfaces
        .find(|kernel| kernel.name == func.name)
        .ok_or_else(|| unsupported("a function that is no kernel", func.span))?;
    let mhz = func.directives.clock.as_ref().map_or(mhz, |clock| clock.mhz);
    let (mut design, plan) = rtl::hardware(module, func, Clock::of_vitis(f64::from(mhz)))?;
    // The name that the image has, which is none of Verilog's own.
    design.name.clone_from(&interface.symbol);
    let (accesses, registers) = (accesses(module, &design), registers(&interface));
    let manifest = SimulatedKernel {
        interface: func.interface(),
        symbol: interface.symbol.clone(),
        clock_mhz: mhz,
        registers: registers.iter().map(|register| register.offset).collect(),
        chained: Protocol::of(&interface) == Protocol::Chain,
        restart: interface.restart(),
        persistent: func.slots.iter().any(|(_, slot)| slot.persistent),
        bundles: design.bundles.iter().map(|bundle| bundle.name.clone()).collect(),
        memory_errors: errors(func, &design, &accesses, memory_errors(&registers)),
        accesses,
        blocks: blocks(module, &design),
        dataflow: verilog::observed(module, &design, &plan),
        units: Vec::new(),
    };
    Ok(Kernel { interface, manifest, design, plan })
}

/// All that reads or writes through a bundle, without repetition.
fn accesses(module: &Module, design: &Design) -> Vec<AccessSite> {
    let mut sites: Vec<AccessSite> = Vec::new();
    let blocks = design.processes.iter().flat_map(|(_, process)| process.blocks.iter());
    let nodes = blocks.flat_map(|(_, block)| block.nodes.iter().map(move |(_, it)| (block, it)));
    for (block, node) in nodes {
        let accessing = match node.kind {
            NodeKind::Element(_) => &block.nodes[node.args[0]],
            _ => node,
        };
        let (access, write) = match &accessing.kind {
            NodeKind::AxiRead(access) => (access, false),
            NodeKind::AxiWrite(access) => (access, true),
            _ => continue,
        };
        let at = module.location(node.span);
        let site = AccessSite { bundle: access.bundle, param: access.param, write, at };
        if !sites.contains(&site) {
            sites.push(site);
        }
    }
    sites
}

/// The registers at an offset that tell of errors of memories, if the kernel has memory ports.
fn errors(func: &Func, design: &Design, accesses: &[AccessSite], offset: u64) -> Option<MemoryErrors> {
    let interface = func.interface();
    let names = |bundle: usize, write: bool| {
        let of_port = accesses.iter().filter(|site| site.bundle == bundle && site.write == write);
        let mut params: Vec<usize> = of_port.map(|site| site.param).collect();
        params.sort_unstable();
        params.dedup();
        params.into_iter().filter_map(|param| Some(interface.params.get(param)?.name.clone())).collect()
    };
    let ports: Vec<PortArguments> = (0..design.bundles.len())
        .map(|bundle| PortArguments { reads: names(bundle, false), writes: names(bundle, true) })
        .collect();
    (!ports.is_empty()).then_some(MemoryErrors { offset, ports })
}

/// Where the blocks begin that the signal `states` tells of.
fn blocks(module: &Module, design: &Design) -> Vec<Location> {
    let span = |state: Option<(ProcessId, BlockId)>| {
        state.map_or(Span::NONE, |(process, block)| design.processes[process].blocks[block].span)
    };
    verilog::states(design).into_iter().map(|state| module.location(span(state))).collect()
}

impl Kernel {
    /// Name of the top module.
    #[must_use]
    pub fn top(&self) -> &str {
        &self.design.name
    }

    /// Name and text of the kernel's own Verilog.
    #[must_use]
    pub fn verilog(&self) -> [(&'static str, String); 2] {
        [
            ("core.v", verilog::core(&self.design, &self.plan)),
            ("top.v", verilog::top(&self.interface, &self.design)),
        ]
    }

    /// What binds the kernel to its simulator.
    #[must_use]
    pub fn harness(&self) -> Harness {
        let bundle = |it: &rtl::design::Bundle| Bundle {
            name: it.name.clone(),
            data_width: verilog::data_width(it),
            tells_reads: verilog::tells_reads(it),
        };
        let bundles: Vec<Bundle> = self.design.bundles.iter().map(bundle).collect();
        let streams: Vec<StreamPort> = verilog::streams(&self.interface)
            .map(|it| StreamPort {
                name: it.name.to_owned(),
                input: it.input,
                bytes: it.bytes,
                signals: it.signals(),
            })
            .collect();
        let (control, blocks) = (self.interface.control_bundle(), verilog::signals(&self.design));
        harness(self.top(), control, (&bundles, &streams), blocks)
    }
}

/// Name and text of all files of a kernel: its own, those of [`library`] that it uses, and [`DPI`].
#[must_use]
pub fn files<'t>(own: &'t [(&'static str, String)]) -> Vec<(&'t str, &'t str)> {
    let own: Vec<(&str, &str)> = own.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let texts: Vec<&str> = own.iter().map(|(_, text)| *text).collect();
    let dpi = library().find(|(name, _)| *name == DPI);
    own.iter().copied().chain(used(&texts)).chain(dpi).collect()
}

/// Name and text of the Verilog that all kernels share, as far as these texts use it.
#[must_use]
pub fn used(texts: &[&str]) -> Vec<(&'static str, &'static str)> {
    let library: Vec<(&str, &str)> = library().filter(|(name, _)| *name != DPI).collect();
    rtl::library::used(&library, texts)
}

/// Kernels in one text: their own Verilog, and what they use of the library.
#[must_use]
pub fn one_text(kernels: &[Kernel]) -> String {
    let own: Vec<String> = kernels.iter().flat_map(|kernel| kernel.verilog().map(|(_, text)| text)).collect();
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let library = used(&own).into_iter().map(|(_, text)| text);
    verilog::joined(&own.iter().copied().chain(library).collect::<Vec<_>>())
}

/// Name and text of the files that all kernels share: Verilog, and [`DPI`].
pub fn library() -> impl Iterator<Item = (&'static str, &'static str)> {
    let operators = operators::library().iter().copied();
    operators.chain(INTERFACES.iter().chain(PROCESSES).map(|file| (file.name, file.text)))
}
