//! `make timing`: how long the slowest stage of each operator of the library takes, by [`sycl_hls_netlist::slowest`].
//!
//! Each operator stands between registers, with the cycles that the scheduler gives it at a clock. Operators whose name has the
//! word behind `--` are measured, or all of them.

use std::io::{self, Write as _};

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::rtl::Clock;
use sycl_hls_compiler::rtl::operators::{Format, Operator};
use sycl_hls_netlist::{Error, Path, mapped, slowest};

/// The clocks, in MHz.
const CLOCKS: [f64; 3] = [200.0, 250.0, 300.0];

/// An operator as the library has it.
struct Row {
    name: String,
    operator: Operator,
    /// The module with its parameters, but for `LATENCY`.
    module: String,
    /// Its operands.
    operands: usize,
    bits: u32,
}

fn rows() -> Vec<Row> {
    type Kind = (&'static str, fn(Format) -> Operator, usize);
    let kinds: [Kind; 5] = [
        ("fadd", Operator::FloatAdd, 2),
        ("fmul", Operator::FloatMul, 2),
        ("fdiv", Operator::FloatDiv, 2),
        ("fsqrt", Operator::FloatSqrt, 1),
        ("ffma", Operator::FloatFma, 3),
    ];
    let mut rows = Vec::new();
    for (kind, operator, operands) in kinds {
        for (format, suffix) in [(Format::F32, "f32"), (Format::F64, "f64")] {
            let (exp, man) = (format.exponent_bits(), format.fraction_bits());
            for (flush, how) in [(0, ""), (1, ", denormals flushed")] {
                let name = format!("{kind} {suffix}{how}");
                let module = format!("sh_{kind} #(.EXP({exp}), .MAN({man}), .FLUSH({flush})");
                rows.push(Row { name, operator: operator(format), module, operands, bits: exp + man + 1 });
            }
        }
    }
    rows.extend([32, 64].map(|bits| Row {
        name: format!("mul u{bits}"),
        operator: Operator::Mul(bits),
        module: format!("sh_mul #(.WIDTH({bits})"),
        operands: 2,
        bits,
    }));
    rows
}

/// An operator between registers.
fn top(row: &Row, latency: u32) -> String {
    let (high, names) = (row.bits - 1, &["a", "b", "c"][..row.operands]);
    let ports = names.iter().map(|name| format!(", input wire [{high}:0] {name}")).collect::<String>();
    let registers = names.iter().map(|name| {
        format!("  reg [{high}:0] {name}_q;\n  always @(posedge clk) if (ce) {name}_q <= {name};\n")
    });
    let pins = names.iter().map(|name| format!(", .{name}({name}_q)")).collect::<String>();
    format!(
        "module top (input wire clk, input wire ce{ports}, output reg [{high}:0] q);\n{}  wire [{high}:0] result;\n  \
         {}, .LATENCY({latency})) unit (.clk(clk), .ce(ce){pins}, .q(result));\n  \
         always @(posedge clk) if (ce) q <= result;\nendmodule\n",
        registers.collect::<String>(),
        row.module
    )
}

fn measured(row: &Row, latency: u32) -> Result<Path, Error> {
    let text = top(row, latency);
    let mut files = vec![("top.v", text.as_str())];
    files.extend(hw_emu::used(&[&text]));
    slowest(&mapped(&files, "top")?, "top")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let word = std::env::args().nth(1).unwrap_or_default();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "| operator | MHz | budget (ns) | cycles | slowest stage (ns) | LUTs | CARRY4 | DSPs | fan-out |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|")?;
    for row in rows().iter().filter(|row| row.name.contains(&word)) {
        let mut last = None;
        for mhz in CLOCKS {
            let (budget, cycles) =
                (Clock::of_vitis(mhz).budget_ns(), row.operator.characteristics(mhz).latency);
            let path = match last.take() {
                Some((known, path)) if known == cycles => path,
                _ => measured(row, cycles)?,
            };
            let Path { ns, luts, carries, dsps, fan_out, .. } = &path;
            let late = if *ns > budget { " (late)" } else { "" };
            writeln!(
                out,
                "| {} | {mhz} | {budget:.2} | {cycles} | {ns:.2}{late} | {luts} | {carries} | {dsps} | {fan_out} |",
                row.name
            )?;
            last = Some((cycles, path));
        }
    }
    Ok(())
}
