//! The text of the operators, as other tools take it.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use sycl_hls_compiler::rtl::library::{INTERFACES, PROCESSES};
use sycl_hls_compiler::rtl::operators::{Format, Operator, library};

use crate::operators::bench::{run, top, write_library};
use crate::operators::checks;

/// Every module that stands for an operator, but for that of `f32` alone.
const MODULES: [&str; 17] = [
    "sh_fadd",
    "sh_fmul",
    "sh_fdiv",
    "sh_fsqrt",
    "sh_ffma",
    "sh_fcmp",
    "sh_fminmax",
    "sh_fround",
    "sh_i2f",
    "sh_f2i",
    "sh_f2f",
    "sh_mul",
    "sh_mul_fabric",
    "sh_div",
    "sh_popcount",
    "sh_clz",
    "sh_ctz",
];

fn yosys(folder: &Path, script: &str) -> String {
    run(Command::new("yosys").current_dir(folder).args(["-Q", "-p", script]))
}

#[test]
fn every_file_is_in_the_library() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rtl/library");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let interfaces = INTERFACES.iter().chain(PROCESSES).map(|file| file.name);
    let mut listed: Vec<&str> = library().iter().map(|(name, _)| *name).chain(interfaces).collect();
    listed.sort_unstable();
    assert_eq!(listed, names);
}

/// Verilator's complaints are errors. Those of the bench's own formats come when it is built.
#[test]
fn half_precision_has_no_lint_either() {
    let folder = tempfile::tempdir().unwrap();
    let files = write_library(folder.path());
    for define in ["-DSYCL_HLS_DPI", "-DSYCL_HLS_GATES"] {
        for module in MODULES.into_iter().filter(|module| module.starts_with("sh_f") || *module == "sh_i2f") {
            let mut verilator = Command::new("verilator");
            verilator.args(["--lint-only", "-Wall", define, "-GEXP=5", "-GMAN=10", "--top-module", module]);
            run(verilator.args(&files));
        }
    }
}

#[test]
fn icarus_takes_every_module_as_verilog_2001() {
    let folder = tempfile::tempdir().unwrap();
    let files = write_library(folder.path());
    let bench = folder.path().join("top.v");
    std::fs::write(&bench, top(&checks::all())).unwrap();
    let mut iverilog = Command::new("iverilog");
    iverilog
        .args(["-g2001", "-Wall", "-Wno-timescale", "-s", "top", "-o"])
        .arg(folder.path().join("top.vvp"));
    let text = run(iverilog.args(&files).arg(bench));
    assert_eq!(text, "");
}

#[test]
fn yosys_synthesizes_every_module() {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    // Narrow formats: the text is the same, and the gates are few.
    let mut script = "read_verilog *.v".to_owned();
    for module in MODULES {
        let size = match module {
            "sh_i2f" | "sh_f2i" => "-set EXP 5 -set MAN 10 -set WIDTH 16",
            "sh_f2f" => "-set EXP 8 -set MAN 7 -set TO_EXP 5 -set TO_MAN 10",
            _ if module.starts_with("sh_f") => "-set EXP 5 -set MAN 10",
            _ => "-set WIDTH 16",
        };
        script += &format!("; design -push-copy; chparam {size} {module}; synth -flatten -top {module}");
        script += "; check -assert; select -assert-none t:$dlatch t:$_DLATCH_*; design -pop";
    }
    yosys(folder.path(), &script);
}

/// All in one design, whose DSPs are counted: yosys spends most of its time on reading its own libraries. Each has
/// operands of its own, so that none is merged with another.
#[test]
fn dsps_are_as_many_as_yosys_infers() {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    let mut instances: Vec<(&str, String, u32, u32)> = Vec::new();
    let dsps = |operator: Operator| operator.characteristics(200.0).dsp;
    for (format, width) in [(Format::F32, 32), (Format::F64, 64)] {
        let parameters = format!(".EXP({}), .MAN({})", format.exponent_bits(), format.fraction_bits());
        instances.push(("sh_fmul", parameters.clone(), width, dsps(Operator::FloatMul(format))));
        instances.push(("sh_ffma", parameters, width, dsps(Operator::FloatFma(format))));
    }
    instances.push(("sh_fadd_dsp", ".FLUSH(0)".to_owned(), 32, dsps(Operator::FloatAddDsp)));
    instances.push(("sh_mul_fabric", ".WIDTH(16)".to_owned(), 16, dsps(Operator::MulFabric(16))));
    for width in [16, 24, 27, 32, 40, 48, 64] {
        instances.push(("sh_mul", format!(".WIDTH({width})"), width, dsps(Operator::Mul(width))));
    }
    // Products by constants, of which the area counts tiles.
    for (width, a, b, dsps) in [(65, 32, 33, 4), (64, 64, 31, 5), (129, 64, 65, 12)] {
        instances.push(("sh_mul", format!(".WIDTH({width}), .A_WIDTH({a}), .B_WIDTH({b})"), width, dsps));
    }
    let (mut ports, mut body) = ("input clk, ce".to_owned(), String::new());
    for (at, (module, parameters, width, _)) in instances.iter().enumerate() {
        let operands = if *module == "sh_ffma" { &["a", "b", "c"][..] } else { &["a", "b"] };
        let _ = write!(ports, ", output [{}:0] q{at}", width - 1);
        let _ = write!(body, "{module} #({parameters}) u{at} (.clk(clk), .ce(ce), .q(q{at})");
        for operand in operands {
            let _ = write!(ports, ", input [{}:0] {operand}{at}", width - 1);
            let _ = write!(body, ", .{operand}({operand}{at})");
        }
        body += ");\n";
    }
    std::fs::write(folder.path().join("top.v"), format!("module top({ports});\n{body}endmodule\n")).unwrap();
    let dsp: u32 = instances.iter().map(|(.., dsps)| dsps).sum();
    let synthesis = "read_verilog *.v; synth_xilinx -family xcup -flatten -top top -run begin:coarse";
    yosys(folder.path(), &format!("{synthesis}; select -assert-count {dsp} t:DSP48E2"));
}
