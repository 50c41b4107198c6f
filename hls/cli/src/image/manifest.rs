//! `manifest.json`: what an image holds, for people and tools. A copy, never the authority.

use serde::Serialize;
use sycl_hls_compiler::back::hls_cpp::{CppKernel, CppParamKind, type_name};
use sycl_hls_compiler::control::registers;
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
    modules: Vec<ModuleInterface>,
    kernels: Vec<KernelEntry<'m>>,
}

#[derive(Serialize)]
struct Tools {
    sycl_hls: &'static str,
    cxx: String,
}

#[derive(Serialize)]
struct SourceDigest<'m> {
    file: &'m str,
    sha256: Digest,
}

/// A kernel with its compute unit and registers.
#[derive(Serialize)]
struct KernelEntry<'m> {
    name: &'m str,
    symbol: &'m str,
    unit: String,
    /// Address of the control registers, in bytes.
    base: u64,
    args: Vec<ArgEntry<'m>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    bank: Option<&'m str>,
}

/// The manifest as JSON.
pub fn manifest(inputs: &BuildInputs<'_>, digest: &Digest) -> Result<String, serde_json::Error> {
    let request = inputs.request;
    let bank = request.board.banks.get(request.board.default_bank).map(|bank| bank.tag.as_str());
    let sources = request.modules.iter().map(|module| SourceDigest {
        file: &module.source.file,
        sha256: Digest::of(module.source.text.as_deref().unwrap_or_default()),
    });
    let manifest = Manifest {
        target: Target::SwEmu,
        board: &request.board.name,
        platform: &request.board.platform,
        checks: request.checks,
        build: digest,
        tools: Tools { sycl_hls: env!("CARGO_PKG_VERSION"), cxx: inputs.compiler.identity() },
        sources: sources.collect(),
        modules: request.modules.iter().map(sycl_hls_ir::Module::interface).collect(),
        kernels: inputs
            .kernels
            .iter()
            .enumerate()
            .map(|(index, kernel)| entry(index, kernel, bank))
            .collect(),
    };
    serde_json::to_string_pretty(&manifest)
}

fn entry<'m>(index: usize, kernel: &'m CppKernel, bank: Option<&'m str>) -> KernelEntry<'m> {
    let args = kernel.params.iter().zip(registers(kernel)).map(|(param, register)| {
        let (ty, bundle) = match &param.kind {
            CppParamKind::Scalar(scalar) => (type_name(*scalar).to_owned(), None),
            CppParamKind::Struct { name, .. } => (name.clone(), None),
            CppParamKind::Length => ("uint64_t".to_owned(), None),
            CppParamKind::Pointer { ty, bundle, .. } => (ty.clone(), Some(bundle.as_str())),
        };
        ArgEntry {
            name: &param.name,
            ty,
            offset: register.offset,
            bytes: register.value_bytes,
            bundle,
            bank: bank.filter(|_| bundle.is_some()),
        }
    });
    KernelEntry {
        name: &kernel.name,
        symbol: &kernel.symbol,
        unit: metadata::unit_name(kernel),
        base: metadata::unit_base(index),
        args: args.collect(),
    }
}
