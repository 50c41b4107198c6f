//! The script by which Vivado packages a kernel: what differs from kernel to kernel, before what is always the same.

use std::fmt::Write as _;

use sycl_hls_compiler::abi::address_range;
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::back::hw_emu::Kernel;
use sycl_hls_compiler::back::verilog::registers::Protocol;
use sycl_hls_compiler::back::verilog::{data_width, streams};
use sycl_hls_compiler::host::{control_port, memory_port};
use sycl_hls_compiler::rtl::design::Bundle;

use super::registers::{Described, described};
use super::{LIBRARY, REVISION, VENDOR};
use crate::flow::{compile_folder, packaged, source};

/// What is the same for all kernels.
pub(super) const COMMANDS: &str = include_str!("package.tcl");

/// The first version whose Vivado checks what it packages for Vitis: before, the properties `vitis_drc` and `ipi_drc` are not
/// there (public scripts ask for the version before they set them).
const CHECKS_FOR_VITIS: Version = Version::V2021_1;

/// The text of a kernel's script. It is run in a plan's folder, for a part, of this Verilog and description, which are names
/// in `Design::sources`.
#[must_use]
pub fn script(
    kernel: &Kernel,
    part: &str,
    version: Version,
    verilog: &[String],
    description: &str,
) -> String {
    let name = kernel.top();
    let mut text = format!("# Packages the kernel `{name}` as {}.\n\n", packaged(name));
    let files: Vec<String> = verilog.iter().map(|file| source(file)).collect();
    let folder = compile_folder(name);
    let hertz = u64::from(kernel.manifest.clock_mhz) * 1_000_000;
    for (variable, value) in [
        ("kernel", word(name)),
        ("vendor", word(VENDOR)),
        ("library", word(LIBRARY)),
        ("revision", word(REVISION)),
        ("part", word(part)),
        ("folder", word(&folder)),
        ("object", word(&packaged(name))),
        ("description", word(&source(description))),
        ("protocol", word(Protocol::of(&kernel.interface).name())),
        ("checks", u8::from(version >= CHECKS_FOR_VITIS).to_string()),
        ("hertz", hertz.to_string()),
        ("control", word(&control_port(&kernel.interface))),
        ("range", address_range(&kernel.interface).to_string()),
        ("files", list(&files.iter().map(|file| word(file)).collect::<Vec<_>>())),
        ("memories", list(&memories(kernel))),
        ("streams", list(&streams(&kernel.interface).map(|it| word(it.name)).collect::<Vec<_>>())),
        ("registers", list(&registers(kernel))),
    ] {
        let _ = writeln!(text, "set {variable} {value}");
    }
    text + "\n" + COMMANDS
}

/// A bundle's port, the bits of its data, and the beats of its longest burst.
fn memories(kernel: &Kernel) -> Vec<String> {
    let bundles = kernel.design.bundles.iter().map(|bundle| {
        let bits = data_width(bundle);
        format!("{} {bits} {}", word(&memory_port(&bundle.name)), longest_burst(bundle, bits))
    });
    bundles.collect()
}

/// AXI has no longer bursts, and none crosses 4 KiB: the bridges keep to that.
fn longest_burst(bundle: &Bundle, bits: u32) -> u32 {
    let asked = bundle.read_burst.max(bundle.write_burst);
    asked.next_power_of_two().min(256).min(4096 * 8 / bits)
}

/// A register's name, where it begins, its bits, and the port to which it points or `{}`.
fn registers(kernel: &Kernel) -> Vec<String> {
    let registers =
        described(&kernel.interface).into_iter().map(|Described { name, offset, bits, bundle }| {
            let port = bundle.map_or_else(|| "{}".to_owned(), |bundle| word(&memory_port(bundle)));
            format!("{} {offset:#x} {bits} {port}", word(&name))
        });
    registers.collect()
}

/// Words in braces, a line for each.
fn list(words: &[String]) -> String {
    let lines: String = words.iter().map(|word| format!("    {word}\n")).collect();
    format!("{{\n{lines}}}")
}

/// A word that Tcl reads as it is.
fn word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let quoted = |c: char| if plain(c) { c.to_string() } else { format!("\\{c}") };
    word.chars().map(quoted).collect()
}
