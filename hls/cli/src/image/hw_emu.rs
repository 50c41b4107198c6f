//! The payload of a `hw_emu` image: kernels to Verilog, Verilog to a simulator for each kernel, and those into an archive.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sycl_hls_boards::Board;
use sycl_hls_compiler::abi::{AbiKernel, AbiParamKind};
use sycl_hls_compiler::back::hw_emu::{self, Kernel};
use sycl_hls_compiler::back::simulator::{Features, Files};
use sycl_hls_compiler::link;
use sycl_hls_compiler::rtl::harness::Harness;
use sycl_hls_compiler::rtl::simulator::SOURCES;
use sycl_hls_compiler::tool::{Cancel, Cxx, ToolError, Unit, Verilator};
use sycl_hls_emulation::hw_emu::pack;
use sycl_hls_ir::Module;
use sycl_hls_types::{Digest, LinkGroup, ParamKind, SimulatedKernel, SimulatedUnit, SimulationManifest};
use tempfile::TempDir;

use super::SimulatorOptions;
use super::metadata::{banks_of, unit_base};
use super::objects::{Objects, without_comments};
use crate::failure::Failure;
use crate::placement::hardware;
use crate::progress::Progress;
use crate::sources::each;

/// The hardware of an image.
pub struct Hardware {
    options: SimulatorOptions,
    platform: String,
    verilator: Verilator,
    kernels: Vec<Source>,
    links: Vec<LinkGroup>,
}

/// A kernel on its way into the image.
struct Source {
    kernel: Kernel,
    manifest: SimulatedKernel,
    verilog: [(&'static str, String); 2],
    harness: Harness,
}

/// A kernel whose simulator is being built.
struct Site {
    /// The folder of the Verilog and what becomes of it; removed in the end.
    _folder: TempDir,
    units: Vec<Unit>,
}

impl Hardware {
    /// The hardware of modules; gives their kernels as a host sees them, too.
    ///
    /// # Errors
    /// When a kernel holds what has no hardware yet, which is shown, or Verilator is missing.
    pub fn new(
        modules: &[Module],
        board: &Board,
        options: SimulatorOptions,
        cancel: &Cancel,
    ) -> anyhow::Result<(Self, Vec<AbiKernel>)> {
        let kernels = each(modules, |module| hardware(module, board.kernel_clock_mhz))?;
        let verilator = Verilator::find(cancel)?;
        let mut first = 0;
        let kernels: Vec<Source> = kernels
            .into_iter()
            .flatten()
            .map(|kernel| {
                let source = Source::new(kernel, first, board);
                first += source.manifest.units.len();
                source
            })
            .collect();
        let interfaces = kernels.iter().map(|source| source.kernel.interface.clone()).collect();
        // Nobody runs a free-running kernel by itself.
        let is_started = |source: &Source| source.kernel.interface.directives.ap_ctrl_none.is_none();
        let kernels = kernels.into_iter().filter(is_started).collect();
        let links = modules.iter().flat_map(|module| module.links.clone()).collect();
        Ok((Self { options, platform: board.platform.clone(), verilator, kernels, links }, interfaces))
    }

    /// Name and version of Verilator.
    pub fn simulator(&self) -> String {
        self.verilator.identity()
    }

    /// What decides the payload, besides the compiler.
    pub fn text(&self) -> String {
        let kernels = self.kernels.iter().map(|source| self.program_text(source));
        format!("{}\n{}", self.manifest().to_json(), kernels.collect::<String>())
    }

    /// The files for people, by name.
    pub fn files(&self) -> Vec<(String, String)> {
        let own = self.kernels.iter().map(|source| {
            let text = source.verilog.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>();
            (format!("{}.v", source.kernel.top()), text.join("\n"))
        });
        let texts = self.kernels.iter().flat_map(|source| &source.verilog);
        let texts: Vec<&str> = texts.map(|(_, text)| text.as_str()).collect();
        let library: Vec<&str> = hw_emu::used(&texts).into_iter().map(|(_, text)| text).collect();
        let library = library.join("\n");
        own.chain([("library.v".to_owned(), library)]).collect()
    }

    /// How many programs and object files it is made of.
    pub fn objects(&self) -> usize {
        self.kernels.len() + SHARED
    }

    /// Makes simulators of the kernels for which there are none yet, side by side; gives the archive.
    pub fn make(
        &self,
        compiler: &Cxx,
        objects: &Objects,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<Vec<u8>> {
        let program = |source: &Source| Digest::of(compiler.identity() + &self.program_text(source));
        let programs: Vec<(&Source, String)> =
            self.kernels.iter().map(|source| (source, program(source).as_str().to_owned())).collect();
        let missing: Vec<&(&Source, String)> =
            programs.iter().filter(|(_, name)| objects.find(name).is_none()).collect();
        let names: Vec<&str> = missing.iter().map(|(source, _)| source.kernel.top()).collect();
        if !missing.is_empty() {
            progress.step("Compiling", &format!("simulators of {}", names.join(", ")));
            progress.detail("Verilator", &self.verilator.identity());
        }
        let sites: Vec<Site> = missing
            .par_iter()
            .map(|(source, _)| self.translate(source, objects, cancel))
            .collect::<Result<_, ToolError>>()?;
        let compiled = compile(&sites, compiler, objects, cancel)?;
        missing.par_iter().zip(compiled).try_for_each(|((_, name), units)| {
            let link =
                |_: &Path, made: &Path| Verilator::link(compiler, &units, made, self.options.waves, cancel);
            objects.find_or_make(name, link).map(|_| ())
        })?;
        let found =
            programs.iter().map(|(source, name)| (source.kernel.top().to_owned(), objects.path(name)));
        let packed = pack(&self.manifest(), &found.collect::<Vec<_>>());
        packed.map_err(|error| Failure::user(format!("cannot read a simulator: {error}")).into())
    }

    fn manifest(&self) -> SimulationManifest {
        let kernels = self.kernels.iter().map(|source| source.manifest.clone());
        SimulationManifest::new(self.platform.clone(), kernels.collect(), self.links.clone())
    }

    /// What decides a kernel's simulator, besides the C++ compiler.
    fn program_text(&self, source: &Source) -> String {
        let options = [self.verilator.identity(), format!("{:?}", self.options)];
        let own = source.verilog.iter().map(|(_, text)| without_comments(text));
        let shared = hw_emu::files(&source.verilog).into_iter().skip(source.verilog.len());
        let shared = shared.chain(SOURCES).map(|(_, text)| text.to_owned());
        let flags = Verilator::flags(self.options.waves).map(str::to_owned);
        let texts =
            options.into_iter().chain(flags).chain(own).chain([source.harness.text.clone()]).chain(shared);
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Makes C++ of a kernel's Verilog.
    fn translate(&self, source: &Source, objects: &Objects, cancel: &Cancel) -> Result<Site, ToolError> {
        let folder = objects.temporary()?;
        let files = Files::write(folder.path(), hw_emu::files(&source.verilog), &source.harness)?;
        let defines: &[&str] = if self.options.gate_level { &[] } else { &[hw_emu::DPI_DEFINE] };
        let features = Features { defines, optimized: true, waves: self.options.waves, jobs: 1 };
        let simulator = files.simulator(source.kernel.top(), features);
        let units = self.verilator.translate(&simulator, cancel)?;
        Ok(Site { _folder: folder, units })
    }
}

/// Object files that simulators share: Verilator's library, that of the operators, the server, and memory ports of each width.
const SHARED: usize = 20;

impl Source {
    /// `first` is the number of the kernel's first compute unit among all.
    fn new(kernel: Kernel, first: usize, board: &Board) -> Self {
        let units =
            link::units(&kernel.interface).map(|unit| simulated_unit(unit, first, &kernel.manifest, board));
        let manifest = SimulatedKernel { units: units.collect(), ..kernel.manifest.clone() };
        Self { manifest, verilog: kernel.verilog(), harness: kernel.harness(), kernel }
    }
}

fn simulated_unit(
    unit: link::Unit<'_>,
    first: usize,
    kernel: &SimulatedKernel,
    board: &Board,
) -> SimulatedUnit {
    let is_pointer = |kind: &AbiParamKind| matches!(kind, AbiParamKind::Pointer { .. });
    let mut pointers = unit.kernel.params.iter().filter(|param| is_pointer(&param.kind));
    let banks = kernel.interface.params.iter().map(|param| match param.kind {
        ParamKind::Slice { .. } => {
            let banks = pointers.next().map_or_else(Vec::new, |param| banks_of(unit, param, board));
            banks.into_iter().filter_map(|bank| Some(board.banks.get(bank)?.tag.clone())).collect()
        }
        _ => Vec::new(),
    });
    SimulatedUnit { name: unit.name(), base: unit_base(first + unit.index), banks: banks.collect() }
}

/// Compiles all files of all kernels side by side, each shared one once; gives each kernel's object files.
fn compile(
    sites: &[Site],
    compiler: &Cxx,
    objects: &Objects,
    cancel: &Cancel,
) -> Result<Vec<Vec<PathBuf>>, ToolError> {
    let mut jobs: Vec<&Unit> = Vec::new();
    for unit in sites.iter().flat_map(|site| &site.units) {
        if !jobs.iter().any(|job| same(job, unit)) {
            jobs.push(unit);
        }
    }
    let compile = |unit: &&Unit| objects.compile_unit(unit, compiler, cancel);
    let made: Vec<PathBuf> = jobs.par_iter().map(compile).collect::<Result<_, ToolError>>()?;
    let object =
        |unit: &Unit| jobs.iter().zip(&made).find(|(job, _)| same(job, unit)).map(|(_, it)| it.clone());
    Ok(sites.iter().map(|site| site.units.iter().filter_map(object).collect()).collect())
}

/// True if they are one file, or copies of one that all kernels share.
fn same(a: &Unit, b: &Unit) -> bool {
    a.source == b.source || (a.shared && b.shared && a.source.file_name() == b.source.file_name())
}
