//! The bits that travel along the cycles of blocks.

use std::fs;

use sycl_hls_compiler::rtl::operators::library;

use super::tools::run;

const BENCH: &str = include_str!("line_bench.v");

/// Writes a line and what it is made of to a folder.
fn write(folder: &std::path::Path) {
    for (name, text) in library().iter().filter(|(name, _)| ["sh_line.v", "sh_delay.v"].contains(name)) {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// A shift register without reset and a count do what flip-flops with reset do, whenever a reset comes and whatever they held.
#[test]
fn a_line_does_what_flip_flops_with_reset_do() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let files = ["-g2001", "-Wall", "-Wno-timescale", "-o", "bench", "bench.v", "sh_line.v", "sh_delay.v"];
    assert_eq!(run("iverilog", &files, folder.path()), "");
    let said = run("vvp", &["-n", "bench"], folder.path());
    assert!(said.starts_with("passed: ") && !said.starts_with("passed: 0"), "{said}");
}

/// yosys makes shift registers of LUTs of it: 69 flip-flops become three cells.
#[test]
fn a_long_line_is_shift_registers() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let script = "read_verilog sh_line.v sh_delay.v; chparam -set LENGTH 70 sh_line; \
                  synth_xilinx -family xcup -flatten -noiopad -noclkbuf -top sh_line -run begin:check; tee -q -o stat stat";
    run("yosys", &["-q", "-p", script], folder.path());
    let stat = fs::read_to_string(folder.path().join("stat")).unwrap();
    let cells = |kind: &str| -> u32 {
        let lines = stat.lines().filter(|line| line.trim_start().starts_with(kind));
        lines.map(|line| line.split_whitespace().nth(1).unwrap().parse::<u32>().unwrap()).sum()
    };
    assert!(cells("SRL") == 3 && cells("FD") < 12, "{stat}");
}
