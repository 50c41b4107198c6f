//! Software emulation: the kernels' C++ with entry points that an emulator can call and a trap that comes back.
//!
//! A shared object is made of one text for each kernels module and one for the manifest of all.

mod runtime;
mod vectorizer;

use sycl_hls_ir::{Channel, Module};
use sycl_hls_types::{ChannelLine, EmulatedKernel, EmulationManifest, ProcessLine, SW_EMU_MANIFEST_SYMBOL};

use super::hls_cpp::{self, Cpp};
use runtime::Runtime;

use crate::abi::AbiKernel;
use crate::pass::{
    CHECKS, DEAD, DEAD_INITIALIZER, EXIT_LOWERING, INTERCHANGE, Pass, SIMPLIFY, SPECULATE, TOTAL_DIVISION,
    WRAPPING_DIVISION,
};

/// The passes for emulation with checks.
pub const CHECKED: &[Pass] =
    &[DEAD_INITIALIZER, CHECKS, SPECULATE, WRAPPING_DIVISION, EXIT_LOWERING, SIMPLIFY, DEAD];
/// The passes for emulation without checks: what release hardware gives.
pub const UNCHECKED: &[Pass] =
    &[INTERCHANGE, DEAD_INITIALIZER, TOTAL_DIVISION, EXIT_LOWERING, SIMPLIFY, DEAD];

/// An empty manifest.
#[must_use]
pub fn new_manifest() -> EmulationManifest {
    EmulationManifest {
        schema: EmulationManifest::SCHEMA,
        kernels: Vec::new(),
        sites: Vec::new(),
        dataflow: Vec::new(),
        connections: Vec::new(),
        links: Vec::new(),
    }
}

/// The C++ of a module that went through [`CHECKED`] or [`UNCHECKED`], with entry points.
///
/// Its kernels, checks and processes are appended to the shared object's manifest. Each kernel gets the entry point that
/// [`sw_emu_entry_symbol`](sycl_hls_types::sw_emu_entry_symbol) describes.
#[must_use]
pub fn emit(module: &Module, manifest: &mut EmulationManifest) -> Cpp {
    let mut cpp = hls_cpp::emit(module);
    let mut before = String::new();
    if vectorizer::must_rest(module) {
        before += vectorizer::OFF;
    }
    let is_stream = |kernel: &AbiKernel| kernel.params.iter().any(|param| param.kind.is_stream());
    let has_processes = !cpp.dataflow.is_empty() || cpp.kernels.iter().any(is_stream);
    if has_processes {
        before += runtime::PROCESSES;
    }
    if cpp.has_integers {
        before += runtime::INTEGERS;
    }
    let lines_before = before.lines().map(|_| 1_u32).sum();
    cpp.dataflow = cpp.dataflow.after(lines_before);
    cpp.text.insert_str(0, &before);
    let runtime = Runtime {
        first_site: manifest.sites.len(),
        checked: !cpp.sites.is_empty(),
        dataflow: has_processes.then_some((manifest.dataflow.len(), &cpp.dataflow)),
    };
    cpp.text += &runtime.text();
    let mut entry_points = Vec::new();
    for kernel in &cpp.kernels {
        entry_points.push(runtime.entry_point(kernel));
    }
    for ((_, func), entry_point) in module.kernels().zip(entry_points) {
        let first = cpp.text.lines().map(|_| 1_u32).sum::<u32>();
        cpp.text += &entry_point.text;
        if entry_point.ports.is_empty() {
            continue;
        }
        let process = ProcessLine { name: func.name.clone(), at: module.location(func.span) };
        cpp.dataflow.processes.insert(first + entry_point.begin, process);
        for (line, (_, channel, _)) in entry_point.ports.into_iter().zip(func.ports()) {
            let Channel { name, depth, span, .. } = &func.channels[channel];
            let (name, at) = (name.clone(), module.location(*span));
            let channel = ChannelLine { name, depth: *depth, writer: None, reader: None, port: true, at };
            cpp.dataflow.channels.insert(first + line, channel);
        }
    }
    let kernels = module.kernels().zip(&cpp.kernels).map(|((_, func), kernel)| EmulatedKernel {
        interface: func.interface(),
        symbol: kernel.symbol.clone(),
    });
    manifest.kernels.extend(kernels);
    manifest.links.extend(module.links.iter().cloned());
    manifest.sites.extend(cpp.sites.iter().cloned());
    manifest.dataflow.extend(has_processes.then(|| cpp.dataflow.clone()));
    cpp
}

/// The C++ that holds the manifest of a shared object.
#[must_use]
pub fn emit_manifest(manifest: &EmulationManifest) -> String {
    // Strings, numbers and lists only: serialization has no way to fail.
    let json = serde_json::to_string(manifest).unwrap_or_default();
    format!(
        "// What the shared object says of itself.\n\
         extern \"C\" {{\n\
         __attribute__((visibility(\"default\"))) extern const char {SW_EMU_MANIFEST_SYMBOL}[];\n\
         const char {SW_EMU_MANIFEST_SYMBOL}[] =\n{};\n}}\n",
        string_literal(&json)
    )
}

/// A C string literal, in several lines.
fn string_literal(text: &str) -> String {
    let mut lines = vec![String::from("    \"")];
    for byte in text.bytes() {
        if lines.last().is_some_and(|line| line.len() > 110) {
            lines.push(String::from("    \""));
        }
        if let Some(line) = lines.last_mut() {
            match byte {
                b'"' | b'\\' => line.extend(['\\', char::from(byte)]),
                b'?' => line.push_str("\\?"),
                b' '..=b'~' => line.push(char::from(byte)),
                _ => line.push_str(&format!("\\{byte:03o}")),
            }
        }
    }
    lines.iter().map(|line| format!("{line}\"")).collect::<Vec<_>>().join("\n")
}
