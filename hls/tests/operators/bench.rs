//! Building the simulator of all modules under test, and running it.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sycl_hls_compiler::rtl::operators::library;

use crate::operators::checks::Check;
use crate::operators::vectors::Vector;

/// What stands for the operators.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bodies {
    /// The synthesizable text.
    Gates,
    /// The host's own floats.
    Host,
}

/// Writes the operators into a folder; returns the paths of the Verilog.
pub fn write_library(folder: &Path) -> Vec<PathBuf> {
    let written = library().iter().map(|(name, text)| {
        fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    });
    written.filter(|path| path.extension().is_some_and(|extension| extension == "v")).collect()
}

/// Runs a tool to its end.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{text}");
    text.into_owned()
}

/// A module with an instance of each module and latency.
pub fn top(checks: &[Check]) -> String {
    let mut ports = "input clk, ce, input [31:0] s0, s1, s2, input [63:0] d0, d1, d2, i0, i1".to_owned();
    let mut instances = String::new();
    for_outputs(checks, |check, at, latency, names| {
        let mut connections: Vec<String> =
            check.inputs.iter().map(|(port, operand)| format!(".{port}({operand})")).collect();
        for (name, word) in names.iter().zip(&check.outputs) {
            let _ = write!(ports, ",\n  output [63:0] {name}");
            let mut from = 0;
            for (port, width) in word {
                connections.push(format!(".{port}({name}[{}:{from}])", from + width - 1));
                from += width;
            }
            if from < 64 {
                let _ = writeln!(instances, "  assign {name}[63:{from}] = 0;");
            }
        }
        // Parts of the registers of long ones have enables of their own.
        let is_long = ["sh_fdiv", "sh_fsqrt", "sh_ffma", "sh_div"].contains(&check.module);
        let (further, ce) = if is_long { (", .ENABLES(3)", "{3{ce}}") } else { ("", "ce") };
        let _ = writeln!(
            instances,
            "  {} #({}, .LATENCY({latency}){further}) u{at}_{latency} (.clk(clk), .ce({ce}), {});",
            check.module,
            check.parameters,
            connections.join(", ")
        );
    });
    // A bench of few operators does not use all operands.
    let unused = "  wire unused = &{1'b0, clk, ce, s0, s1, s2, d0, d1, d2, i0, i1};\n";
    format!("module top ({ports});\n{unused}{instances}endmodule\n")
}

/// The table of the outputs for the C++ side.
fn outputs(checks: &[Check]) -> String {
    let mut rows = String::new();
    let (mut word, mut of, mut deepest) = (0, 0, 0);
    for_outputs(checks, |check, at, latency, names| {
        word += if at == of { 0 } else { checks[of].outputs.len() };
        of = at;
        deepest = deepest.max(latency);
        for (offset, name) in names.iter().enumerate() {
            let label = format!("{} {}", check.module, check.parameters);
            let value = format!("[](const Vtop &top) -> uint64_t {{ return top.{name}; }}");
            let _ = writeln!(rows, "    {{\"{label}\", {}, {latency}, {value}}},", word + offset);
        }
    });
    let words: usize = checks.iter().map(|check| check.outputs.len()).sum();
    format!(
        "struct Output {{ const char *name; unsigned word, latency; uint64_t (*value)(const Vtop &); }};\n\
         static const unsigned WORDS = {words}, DEEPEST = {deepest};\n\
         static const Output OUTPUTS[] = {{\n{rows}}};\n"
    )
}

fn for_outputs(checks: &[Check], mut f: impl FnMut(&Check, usize, u32, &[String])) {
    for (at, check) in checks.iter().enumerate() {
        for latency in &check.latencies {
            let name = |word| format!("o{at}_{latency}_{word}");
            let names: Vec<String> = (0..check.outputs.len()).map(name).collect();
            f(check, at, *latency, &names);
        }
    }
}

/// The simulator.
pub struct Bench {
    program: PathBuf,
    _folder: tempfile::TempDir,
}

impl Bench {
    /// Builds it with Verilator.
    pub fn build(checks: &[Check], bodies: Bodies) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let verilog = write_library(path);
        fs::write(path.join("top.v"), top(checks)).unwrap();
        fs::write(path.join("outputs.h"), outputs(checks)).unwrap();
        fs::write(path.join("bench.cpp"), include_str!("bench.cpp")).unwrap();
        let mut verilator = Command::new("verilator");
        verilator.args(["--cc", "--exe", "--build", "-j", "2", "--top-module", "top", "--Mdir"]);
        verilator.arg(path.join("build")).args(["-Wall", "-CFLAGS", "-ffp-contract=off -I.."]);
        verilator.args(["-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0", "--output-split", "20000"]);
        verilator.arg(path.join("top.v")).args(verilog).arg(path.join("bench.cpp"));
        if bodies == Bodies::Host {
            verilator.arg("-DSYCL_HLS_DPI").arg(path.join("operators_dpi.cpp"));
        }
        run(&mut verilator);
        Self { program: path.join("build/Vtop"), _folder: folder }
    }

    /// Simulates these operands, stalled in a share of the cycles; what does not agree is in the error.
    pub fn run(
        &self,
        checks: &[Check],
        vectors: impl Iterator<Item = Vector>,
        stalls: u32,
    ) -> Result<String, String> {
        let mut command = Command::new(&self.program);
        let command = command.arg(stalls.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = BufWriter::with_capacity(1 << 16, child.stdin.take().unwrap());
        for vector in vectors {
            let mut record = [0; 8];
            record[..3].copy_from_slice(&vector.single.map(u64::from));
            record[3..6].copy_from_slice(&vector.double);
            record[6..].copy_from_slice(&vector.int);
            let due = checks.iter().flat_map(|check| (check.expected)(&vector));
            let bytes: Vec<u8> = record.into_iter().chain(due).flat_map(u64::to_le_bytes).collect();
            // It ends early when too much is wrong.
            if input.write_all(&bytes).is_err() {
                break;
            }
        }
        drop(input);
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { Ok(text) } else { Err(text) }
    }
}
