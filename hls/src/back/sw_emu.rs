//! Software emulation: the kernels' C++ with entry points that an emulator can call and a trap that comes back.
//!
//! A shared object is made of one text for each kernels module and one for the manifest of all.

mod vectorizer;

use sycl_hls_ir::Module;
use sycl_hls_types::{EmulatedKernel, EmulationManifest, SW_EMU_MANIFEST_SYMBOL, sw_emu_entry_symbol};

use super::hls_cpp::{self, Cpp};
use crate::abi::{AbiKernel, AbiParam, AbiParamKind, type_name};
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
    EmulationManifest { schema: EmulationManifest::SCHEMA, kernels: Vec::new(), sites: Vec::new() }
}

/// The C++ of a module that went through [`CHECKED`] or [`UNCHECKED`], with entry points. It is a module of which
/// [`unsupported`](super::unsupported) says nothing.
///
/// Its kernels and checks are appended to the shared object's manifest. Each kernel gets the entry point that
/// [`sw_emu_entry_symbol`] describes.
#[must_use]
pub fn emit(module: &Module, manifest: &mut EmulationManifest) -> Cpp {
    let mut cpp = hls_cpp::emit(module);
    if vectorizer::must_rest(module) {
        cpp.text.insert_str(0, vectorizer::OFF);
    }
    let kernels = module.kernels().zip(&cpp.kernels).map(|((_, func), kernel)| EmulatedKernel {
        interface: func.interface(),
        symbol: kernel.symbol.clone(),
    });
    manifest.kernels.extend(kernels);
    cpp.text += &runtime(manifest.sites.len(), cpp.sites.is_empty());
    manifest.sites.extend(cpp.sites.iter().cloned());
    for kernel in &cpp.kernels {
        cpp.text += &entry_point(kernel);
    }
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

/// How a trap leaves the kernel: to the entry point that it was started from. The emitted code has no destructors
/// that this would skip. Checks are numbered through the whole shared object.
fn runtime(first_site: usize, unchecked: bool) -> String {
    let trap = if unchecked {
        String::new()
    } else {
        format!(
            "
__attribute__((cold, noinline)) static void trap(uint32_t site, uint64_t a, uint64_t b) {{
    trap_words[0] = {first_site} + site;
    trap_words[1] = a;
    trap_words[2] = b;
    std::longjmp(trap_exit, 1);
}}
"
        )
    };
    format!(
        "
// ---- software emulation: entry points ----
#include <csetjmp>

static thread_local std::jmp_buf trap_exit;
static thread_local uint64_t trap_words[3];
{trap}"
    )
}

fn entry_point(kernel: &AbiKernel) -> String {
    let args: Vec<String> =
        kernel.params.iter().enumerate().map(|(index, param)| argument(index, param)).collect();
    let unused = if args.is_empty() { "    (void)args;\n" } else { "" };
    let args = args.join(", ");
    let symbol = &kernel.symbol;
    // No variable of the kernel lives in the function that is returned to.
    format!(
        "
__attribute__((noinline)) static void sycl_hls_sw_emu_call_{symbol}(const void *const *args) {{
{unused}    {symbol}({args});
}}

extern \"C\" __attribute__((visibility(\"default\"))) int32_t {}(
    const void *const *args,
    uint64_t *trapped) {{
    if (setjmp(trap_exit) != 0) {{
        for (int i = 0; i < 3; ++i) {{
            trapped[i] = trap_words[i];
        }}
        return 1;
    }}
    sycl_hls_sw_emu_call_{symbol}(args);
    return 0;
}}
",
        sw_emu_entry_symbol(symbol),
    )
}

fn argument(index: usize, param: &AbiParam) -> String {
    match &param.kind {
        AbiParamKind::Scalar(scalar) => format!("*(const {} *)args[{index}]", type_name(*scalar)),
        AbiParamKind::Struct { name, .. } => format!("*(const {name} *)args[{index}]"),
        AbiParamKind::Length => format!("*(const uint64_t *)args[{index}]"),
        AbiParamKind::Pointer { ty, .. } => format!("({ty})args[{index}]"),
    }
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
