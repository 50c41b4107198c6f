//! `manifest.json`: what an image holds, for people and tools. A copy, never the authority.

use std::collections::BTreeMap;

use serde::Serialize;
use sycl_hls_boards::Board;
use sycl_hls_compiler::back::hls_cpp::{CppKernel, CppParamKind, type_name};
use sycl_hls_compiler::control::registers;
use sycl_hls_compiler::link::{Unit, units};
use sycl_hls_types::{Digest, ModuleInterface, Target};

use super::{BuildInputs, metadata};

#[derive(Serialize)]
struct Manifest<'m> {
    target: Target,
    board: &'m str,
    platform: &'m str,
    checks: bool,
    build: &'m Digest,
    tools: Tools,
    sources: Vec<SourceDigest<'m>>,
    modules: &'m [ModuleInterface],
    kernels: Vec<KernelEntry<'m>>,
}

#[derive(Serialize)]
struct Tools {
    sycl_hls: &'static str,
    cxx: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    verilator: Option<String>,
}

#[derive(Serialize)]
struct SourceDigest<'m> {
    file: &'m str,
    sha256: Digest,
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
    let sources = request.kernels.modules.iter().map(|module| SourceDigest {
        file: &module.source.file,
        sha256: Digest::of(module.source.text.as_deref().unwrap_or_default()),
    });
    let manifest = Manifest {
        target: request.target.target(),
        board: &request.board.name,
        platform: &request.board.platform,
        checks: request.target.checks(),
        build: digest,
        tools: Tools {
            sycl_hls: env!("CARGO_PKG_VERSION"),
            cxx: inputs.compiler.identity(),
            verilator: inputs.simulator(),
        },
        sources: sources.collect(),
        modules: &request.kernels.interfaces,
        kernels: kernels.collect(),
    };
    serde_json::to_string_pretty(&manifest)
}

/// `first` is the number of the kernel's first compute unit among all.
fn entry<'m>(first: usize, kernel: &'m CppKernel, board: &'m Board) -> KernelEntry<'m> {
    let args = kernel.params.iter().zip(registers(kernel)).map(|(param, register)| {
        let (ty, bundle) = match &param.kind {
            CppParamKind::Scalar(scalar) => (type_name(*scalar).to_owned(), None),
            CppParamKind::Struct { name, .. } => (name.clone(), None),
            CppParamKind::Length => ("uint64_t".to_owned(), None),
            CppParamKind::Pointer { ty, bundle, .. } => (ty.clone(), Some(bundle.as_str())),
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
    let slices = unit.kernel.params.iter().filter(|param| matches!(param.kind, CppParamKind::Pointer { .. }));
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
