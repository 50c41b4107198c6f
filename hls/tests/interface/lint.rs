//! Verilator has nothing to say of the files, Icarus and yosys read them.

use std::fs;
use std::path::Path;

use sycl_hls_compiler::abi::Register;
use sycl_hls_compiler::back::verilog::registers::{Argument, Control, Protocol, emit};
use sycl_hls_compiler::rtl::library::{INTERFACES, PROCESSES};
use sycl_hls_types::{OutputRegisters, Restart, Scalar};

use crate::interface::tools::{run, write_library};

/// All warnings, of Verilog-2001; files need not be named like their modules.
pub const WARNINGS: [&str; 4] = ["-Wall", "-Wno-DECLFILENAME", "--language", "1364-2001"];

/// What bridges have whose elements are groups.
const GROUPS: [(&str, u32); 3] = [("GROUPS", 1), ("LEN_WIDTH", 48), ("SIZE_WIDTH", 7)];

/// A bridge with some parameters goes through Verilator and Icarus.
fn accepted(top: &str, parameters: &[(&str, u32)], folder: &Path) {
    let files = INTERFACES.iter().chain(PROCESSES).map(|file| file.name);
    let files: Vec<&str> = files.filter(|name| needed(top, name)).collect();
    let values: Vec<String> = parameters.iter().map(|(name, value)| format!("-G{name}={value}")).collect();
    let mut arguments = vec!["--lint-only"];
    arguments.extend(WARNINGS);
    arguments.extend(["--top-module", top]);
    arguments.extend(values.iter().map(String::as_str));
    arguments.extend(&files);
    assert_eq!(run("verilator", &arguments, folder), "");

    let values: Vec<String> =
        parameters.iter().map(|(name, value)| format!("-P{top}.{name}={value}")).collect();
    let mut arguments = vec!["-g2001", "-Wall", "-Wno-timescale", "-o", "ignored.vvp", "-s", top];
    arguments.extend(values.iter().map(String::as_str));
    arguments.extend(&files);
    assert_eq!(run("iverilog", &arguments, folder), "");
}

/// Control registers go through Verilator, Icarus and yosys.
fn control_accepted(arguments: &[Argument], protocol: Protocol, restart: Restart, folder: &Path) {
    let memories = arguments.len();
    fs::write(folder.join("k.v"), emit("k", arguments, memories, Control { protocol, restart })).unwrap();
    let files = ["k.v", "control.v", "mailbox.v"];
    let files = if restart.has_mailbox() { &files[..] } else { &files[..2] };
    let verilator = ["--lint-only", WARNINGS[0], WARNINGS[1], WARNINGS[2], WARNINGS[3]];
    assert_eq!(run("verilator", &[&verilator[..], files].concat(), folder), "");
    let icarus = ["-g2001", "-Wall", "-Wno-timescale", "-o", "ignored.vvp"];
    assert_eq!(run("iverilog", &[&icarus[..], files].concat(), folder), "");
    synthesizable("k_control_s_axi", &files.join(" "), folder);
}

/// Yosys makes flip-flops and memories of it, and has no warning.
fn synthesizable(top: &str, files: &str, folder: &Path) {
    let script = format!(
        "read_verilog {files}; hierarchy -check -top {top}; proc; \
         select -assert-none t:$dlatch; flatten; opt; check -assert; memory -nomap"
    );
    run("yosys", &["-q", "-e", ".", "-p", &script], folder);
}

/// Verilator takes a second module that nobody uses for a second top.
fn needed(top: &str, file: &str) -> bool {
    let of_bridge = match top {
        "sh_axi_read" => &["fifo.v", "short_fifo.v", "axi_gather.v"][..],
        "sh_axi_write" => &["fifo.v", "axi_scatter.v"],
        _ => &[],
    };
    of_bridge.contains(&file) || top.ends_with(file.trim_end_matches(".v"))
}

#[test]
fn bridges_are_clean_with_all_widths() {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    for top in ["sh_axi_read", "sh_axi_write"] {
        for (data, elem, burst) in [
            (32, 8, 1),
            (32, 64, 256),
            (64, 16, 16),
            (64, 64, 256),
            (128, 32, 16),
            (256, 64, 7),
            (512, 8, 256),
            (512, 64, 1),
        ] {
            let parameters = [("DATA_WIDTH", data), ("ELEM_WIDTH", elem), ("MAX_BURST", burst)];
            accepted(top, &parameters, folder.path());
        }
        for bits in [32, 64] {
            let parameters = [("DATA_WIDTH", bits), ("ELEM_WIDTH", bits), ("WHOLE", 1)];
            accepted(top, &parameters, folder.path());
        }
        for (data, elem) in [(32, 8), (512, 64)] {
            let parameters = [("DATA_WIDTH", data), ("ELEM_WIDTH", elem), ("ONE_SIZE", 1)];
            accepted(top, &parameters, folder.path());
        }
        for (data, elem) in [(512, 512), (256, 96), (32, 24), (64, 64), (128, 128)] {
            let widths = [("DATA_WIDTH", data), ("ELEM_WIDTH", elem)];
            accepted(top, &[&widths[..], &GROUPS].concat(), folder.path());
        }
        accepted(top, &[("OUTSTANDING", 1), ("CAPACITY", 2)], folder.path());
        accepted(top, &[("OUTSTANDING", 16), ("CAPACITY", 1024), ("ADDR_WIDTH", 40)], folder.path());
    }
}

#[test]
fn what_lies_between_processes_is_clean() {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    for (top, number) in [("sh_channel", "DEPTH"), ("sh_hold", "LATENCY")] {
        for value in [1, 2, 3, 20] {
            accepted(top, &[("WIDTH", 9), (number, value)], folder.path());
        }
        synthesizable(top, &format!("{top}.v"), folder.path());
    }
}

#[test]
fn bridges_synthesize_without_latches_or_warnings() {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    let groups: String = GROUPS.iter().map(|(name, value)| format!(" -set {name} {value}")).collect();
    for (top, files) in [
        ("sh_axi_read", "short_fifo.v axi_read.v axi_gather.v"),
        ("sh_axi_write", "axi_write.v axi_scatter.v"),
    ] {
        for set in [String::new(), " -set WHOLE 1 -set ELEM_WIDTH 32".to_owned(), groups.clone()] {
            let set = if set.is_empty() { set } else { format!("; chparam{set} {top}") };
            synthesizable(top, &format!("fifo.v {files}{set}"), folder.path());
        }
    }
}

#[test]
fn control_registers_are_clean_with_all_kinds_of_arguments() {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    let argument = |(offset, value_bytes): (u64, u64)| Argument {
        name: format!("a{offset:x}"),
        register: Register { offset, value_bytes, bytes: value_bytes.next_multiple_of(4) },
        input: true,
        output: None,
    };
    let output = |(offset, scalar, input): (u64, Scalar, bool)| {
        let registers = OutputRegisters::at(offset, scalar, input);
        let bytes = registers.end() - offset;
        let register = Register { offset, value_bytes: scalar.bytes() as u64, bytes };
        Argument { name: format!("o{offset:x}"), register, input, output: Some(registers) }
    };
    let outputs =
        [(0x30, Scalar::U8, false), (0x38, Scalar::F64, true), (0x3fe8, Scalar::I64, false)].map(output);
    for outputs in [&outputs[..1], &outputs] {
        let all = [outputs, &[argument((0x10, 4))]].concat();
        control_accepted(outputs, Protocol::Chain, Restart::Never, folder.path());
        control_accepted(&all, Protocol::Handshake, Restart::Never, folder.path());
    }
    for sizes in [&[][..], &[(0x10, 1)], &[(0x10, 8), (0x1c, 4), (0x24, 2)], &[(0x10, 30), (0x3ff8, 8)]] {
        let arguments: Vec<Argument> = sizes.iter().copied().map(argument).collect();
        for protocol in [Protocol::Handshake, Protocol::Chain] {
            control_accepted(&arguments, protocol, Restart::Never, folder.path());
        }
    }
    for restart in [Restart::Counted, Restart::Mailbox] {
        let all = [&outputs[..], &[argument((0x1c, 4)), argument((0x24, 6))]].concat();
        for arguments in [&all[..], &all[..1], &all[3..]] {
            control_accepted(arguments, Protocol::Chain, restart, folder.path());
        }
    }
}
