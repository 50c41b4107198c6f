//! `manifest.json`: what an image holds, for people and tools. A copy, never the authority.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sycl_hls_boards::Board;
use sycl_hls_compiler::abi::registers;
use sycl_hls_compiler::abi::{AbiKernel, AbiParamKind, type_name};
use sycl_hls_compiler::link::{Unit, units};
use sycl_hls_ir::Module;
use sycl_hls_types::{Digest, ModuleInterface, Target};

use super::{BuildInputs, metadata};
use crate::folders::{create_folder, write_built};

/// Name of the file, in the folder beside the image. It is written after the other files.
const NAME: &str = "manifest.json";

/// Where the manifest of an image is.
pub fn path_of(image: &Path) -> PathBuf {
    image.with_extension("kernels").join(NAME)
}

/// Writes the manifest of an image, unless it is there already.
///
/// # Errors
/// When it cannot be written.
pub fn write(image: &Path, text: &str) -> anyhow::Result<()> {
    let path = path_of(image);
    if std::fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    create_folder(path.parent().unwrap_or(Path::new(".")))?;
    Ok(write_built(&path, text)?)
}

#[derive(Serialize)]
struct Manifest<'m> {
    target: Target,
    board: &'m str,
    platform: &'m str,
    checks: bool,
    build: &'m Digest,
    tools: Tools<'m>,
    sources: Vec<SourceDigest<'m>>,
    modules: &'m [ModuleInterface],
    /// None where it is Vitis that decides about registers: then the image knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kernels: Vec<KernelEntry<'m>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    smoke: &'m [String],
}

/// What is known of an image that Vitis made.
pub struct OfVitis<'m> {
    pub target: Target,
    pub board: &'m str,
    /// What its header says.
    pub platform: &'m str,
    /// What its metadata say of what it was made of.
    pub build: &'m Digest,
    /// The version of Vitis.
    pub vitis: &'m str,
    pub sources: Vec<SourceDigest<'m>>,
    pub interfaces: &'m [ModuleInterface],
    pub smoke: &'m [String],
}

impl OfVitis<'_> {
    /// The manifest as JSON.
    pub fn manifest(self) -> Result<String, serde_json::Error> {
        let tools = Tools { vitis: Some(self.vitis), ..Tools::default() };
        serde_json::to_string_pretty(&Manifest {
            target: self.target,
            board: self.board,
            platform: self.platform,
            checks: false,
            build: self.build,
            tools,
            sources: self.sources,
            modules: self.interfaces,
            kernels: Vec::new(),
            smoke: self.smoke,
        })
    }
}

#[derive(Serialize)]
struct Tools<'m> {
    sycl_hls: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cxx: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vitis: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verilator: Option<String>,
}

impl Default for Tools<'_> {
    /// This program alone.
    fn default() -> Self {
        Self { sycl_hls: env!("CARGO_PKG_VERSION"), cxx: None, vitis: None, verilator: None }
    }
}

/// A file of Rust.
#[derive(Serialize)]
pub struct SourceDigest<'m> {
    file: &'m str,
    sha256: Digest,
}

impl<'m> SourceDigest<'m> {
    /// Of this file with this text.
    pub fn of(file: &'m str, text: &str) -> Self {
        Self { file, sha256: Digest::of(text) }
    }
}

/// A kernel with its compute units and registers.
#[derive(Serialize)]
struct KernelEntry<'m> {
    name: &'m str,
    symbol: &'m str,
    units: Vec<UnitEntry<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_mhz: Option<u32>,
    args: Vec<ArgEntry<'m>>,
}

/// A compute unit.
#[derive(Serialize)]
struct UnitEntry<'m> {
    name: String,
    /// Address of the control registers, in bytes.
    base: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    slr: Option<u32>,
    /// The banks that each slice reaches.
    banks: BTreeMap<&'m str, Vec<&'m str>>,
}

#[derive(Serialize)]
struct ArgEntry<'m> {
    name: &'m str,
    #[serde(rename = "type")]
    ty: String,
    /// Offset of the register, in bytes.
    offset: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bundle: Option<&'m str>,
}

/// The manifest as JSON.
pub fn manifest(inputs: &BuildInputs<'_>, digest: &Digest) -> Result<String, serde_json::Error> {
    let request = inputs.request;
    let mut first = 0;
    let kernels = inputs.kernels.iter().map(|kernel| {
        let entry = entry(first, kernel, request.board);
        first += entry.units.len();
        entry
    });
    let manifest = Manifest {
        target: request.target.target(),
        board: &request.board.name,
        platform: &request.board.platform,
        checks: request.target.checks(),
        build: digest,
        tools: Tools {
            cxx: Some(inputs.compiler.identity()),
            verilator: inputs.simulator(),
            ..Tools::default()
        },
        sources: sources(&request.kernels.modules),
        modules: &request.kernels.interfaces,
        kernels: kernels.collect(),
        smoke: &request.smoke,
    };
    serde_json::to_string_pretty(&manifest)
}

fn sources(modules: &[Module]) -> Vec<SourceDigest<'_>> {
    let all = modules.iter().flat_map(|module| module.source.files());
    all.map(|source| SourceDigest::of(&source.file, source.text.as_deref().unwrap_or_default())).collect()
}

/// `first` is the number of the kernel's first compute unit among all.
fn entry<'m>(first: usize, kernel: &'m AbiKernel, board: &'m Board) -> KernelEntry<'m> {
    let params = kernel.params.iter().zip(registers(kernel)).filter(|(param, _)| !param.kind.is_stream());
    let args = params.map(|(param, register)| {
        let (ty, bundle) = match &param.kind {
            AbiParamKind::Scalar(scalar) => (type_name(*scalar).to_owned(), None),
            AbiParamKind::Struct { name, .. } => (name.clone(), None),
            AbiParamKind::Output { scalar, .. } => (format!("{} *", type_name(*scalar)), None),
            AbiParamKind::Length => ("uint64_t".to_owned(), None),
            AbiParamKind::Stream { .. } => (String::new(), None),
            AbiParamKind::Pointer { ty, bundle, .. } => (ty.clone(), Some(bundle.as_str())),
        };
        ArgEntry { name: &param.name, ty, offset: register.offset, bytes: register.value_bytes, bundle }
    });
    KernelEntry {
        name: &kernel.name,
        symbol: &kernel.symbol,
        units: units(kernel).map(|unit| unit_entry(first, unit, board)).collect(),
        clock_mhz: kernel.directives.clock.as_ref().map(|clock| clock.mhz),
        args: args.collect(),
    }
}

fn unit_entry<'m>(first: usize, unit: Unit<'m>, board: &'m Board) -> UnitEntry<'m> {
    let slices = unit.kernel.params.iter().filter(|param| matches!(param.kind, AbiParamKind::Pointer { .. }));
    let banks = slices.map(|param| {
        let banks = metadata::banks_of(unit, param, board).into_iter();
        let tags = banks.filter_map(|bank| board.banks.get(bank)).map(|bank| bank.tag.as_str());
        (param.name.as_str(), tags.collect())
    });
    UnitEntry {
        name: unit.name(),
        base: metadata::unit_base(first + unit.index),
        slr: unit.slr(),
        banks: banks.collect(),
    }
}
