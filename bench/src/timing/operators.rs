//! How long the slowest stage of each operator of the library takes.
//!
//! Each operator stands between registers, with the cycles that the scheduler gives it at a clock. A stage is late if it is
//! longer than the clock leaves, or than the scheduler counts for it.

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::rtl::Clock;
use sycl_hls_compiler::rtl::operators::{CLOCKS, Format, Operator};
use sycl_hls_netlist::{Error, Path, measured};

use super::LIMIT;

/// An operator as the library has it.
struct Row {
    name: String,
    operator: Operator,
    /// The module with its parameters, but for `LATENCY`.
    module: String,
    /// Its operands, and their bits.
    operands: usize,
    bits: u32,
    /// The bits of its results, and the ports that give them, the highest first.
    result_bits: u32,
    results: &'static [(&'static str, u32)],
}

/// A kind of operator of floats: its module, the operator, its further parameters, operands, and results.
struct Kind {
    name: &'static str,
    operator: fn(Format) -> Operator,
    parameters: fn(Format) -> String,
    operands: usize,
    /// Bits of the operands and of the results; 0 for those of the format.
    bits: (u32, u32),
    results: &'static [(&'static str, u32)],
}

const Q: &[(&str, u32)] = &[("q", 0)];
const INTEGER: u32 = 64;

const KINDS: [Kind; 10] = [
    Kind { name: "fadd", operator: Operator::FloatAdd, operands: 2, ..SIMPLE },
    Kind { name: "fmul", operator: Operator::FloatMul, operands: 2, ..SIMPLE },
    Kind { name: "fdiv", operator: Operator::FloatDiv, operands: 2, ..SIMPLE },
    Kind { name: "fsqrt", operator: Operator::FloatSqrt, ..SIMPLE },
    Kind { name: "ffma", operator: Operator::FloatFma, operands: 3, ..SIMPLE },
    COMPARE,
    Kind { name: "fminmax", operator: Operator::FloatMinMax, operands: 2, ..SIMPLE },
    Kind {
        name: "fround",
        operator: Operator::FloatRound,
        parameters: |_| ", .MODE(4)".to_owned(),
        ..SIMPLE
    },
    Kind {
        name: "i2f",
        operator: Operator::IntToFloat,
        parameters: |_| format!(", .WIDTH({INTEGER}), .SIGNED(1)"),
        bits: (INTEGER, 0),
        ..SIMPLE
    },
    Kind {
        name: "f2i",
        operator: Operator::FloatToInt,
        parameters: |_| format!(", .WIDTH({INTEGER}), .SIGNED(1)"),
        bits: (0, INTEGER),
        ..SIMPLE
    },
];

const COMPARE: Kind = Kind {
    name: "fcmp",
    operator: Operator::FloatCompare,
    operands: 2,
    bits: (0, 3),
    results: &[("lt", 1), ("eq", 1), ("unordered", 1)],
    ..SIMPLE
};

/// Operators with other cycles or delays where they flush denormals.
const FLUSHED: [Kind; 5] = [
    Kind { name: "fadd", operator: Operator::FloatAddFlushed, operands: 2, ..SIMPLE },
    Kind { name: "fmul", operator: Operator::FloatMulFlushed, operands: 2, ..SIMPLE },
    Kind { name: "fdiv", operator: Operator::FloatDivFlushed, operands: 2, ..SIMPLE },
    Kind { name: "ffma", operator: Operator::FloatFmaFlushed, operands: 3, ..SIMPLE },
    Kind { operator: Operator::FloatCompareFlushed, ..COMPARE },
];

/// From a float to one of the same format.
const SIMPLE: Kind = Kind {
    name: "",
    operator: Operator::FloatSqrt,
    parameters: |_| String::new(),
    operands: 1,
    bits: (0, 0),
    results: Q,
};

const fn width(format: Format) -> u32 {
    format.exponent_bits() + format.fraction_bits() + 1
}

/// From one format to the other.
fn conversion(format: Format, to: Format) -> Kind {
    Kind { name: "f2f", operator: Operator::FloatToFloat, bits: (width(format), width(to)), ..SIMPLE }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (format, other) in [(Format::F32, Format::F64), (Format::F64, Format::F32)] {
        rows.extend(KINDS.iter().map(|kind| row(kind, format, false, String::new())));
        let to = format!(", .TO_EXP({}), .TO_MAN({})", other.exponent_bits(), other.fraction_bits());
        rows.extend([false, true].map(|flush| row(&conversion(format, other), format, flush, to.clone())));
        let others = KINDS.iter().filter(|kind| ["fsqrt", "fminmax"].contains(&kind.name));
        let flushed = FLUSHED.iter().chain(others);
        rows.extend(flushed.map(|kind| row(kind, format, true, String::new())));
    }
    let dsp = Kind { name: "fadd_dsp", operator: |_| Operator::FloatAddDsp, operands: 2, ..SIMPLE };
    rows.push(row(&dsp, Format::F32, false, String::new()));
    let products = [32, 64].into_iter().flat_map(|bits| {
        [("mul", Operator::Mul(bits)), ("mul_fabric", Operator::MulFabric(bits))].map(|it| (bits, it))
    });
    rows.extend(products.map(|(bits, (name, operator))| Row {
        name: format!("{name} u{bits}"),
        operator,
        module: format!("sh_{name} #(.WIDTH({bits})"),
        operands: 2,
        bits,
        result_bits: bits,
        results: Q,
    }));
    rows
}

fn row(kind: &Kind, format: Format, flush: bool, further: String) -> Row {
    let (exp, man) = (format.exponent_bits(), format.fraction_bits());
    let of_format = |bits: u32| if bits == 0 { width(format) } else { bits };
    let how = if flush { ", denormals flushed" } else { "" };
    let parameters = (kind.parameters)(format) + &further;
    Row {
        name: format!("{} {format}{how}", kind.name),
        operator: (kind.operator)(format),
        module: format!(
            "sh_{} #(.EXP({exp}), .MAN({man}), .FLUSH({}){parameters}",
            kind.name,
            u32::from(flush)
        ),
        operands: kind.operands,
        bits: of_format(kind.bits.0),
        result_bits: of_format(kind.bits.1),
        results: kind.results,
    }
}

/// An operator between registers.
fn top(row: &Row, latency: u32) -> String {
    let (high, names) = (row.bits - 1, &["a", "b", "c"][..row.operands]);
    let ports = names.iter().map(|name| format!(", input wire [{high}:0] {name}")).collect::<String>();
    let registers = names.iter().map(|name| {
        format!("  reg [{high}:0] {name}_q;\n  always @(posedge clk) if (ce) {name}_q <= {name};\n")
    });
    let pins = names.iter().map(|name| format!(", .{name}({name}_q)")).collect::<String>();
    let mut results = String::new();
    let mut at = row.result_bits;
    for (port, bits) in row.results {
        let bits = if *bits == 0 { row.result_bits } else { *bits };
        at -= bits;
        results.push_str(&format!(", .{port}(result[{at} +: {bits}])"));
    }
    format!(
        "module top (input wire clk, input wire ce{ports}, output reg [{last}:0] q);\n{}  wire [{last}:0] result;\n  \
         {}, .LATENCY({latency})) unit (.clk(clk), .ce(ce){pins}{results});\n  \
         always @(posedge clk) if (ce) q <= result;\nendmodule\n",
        registers.collect::<String>(),
        row.module,
        last = row.result_bits - 1,
    )
}

/// The slowest stage of an operator of so many cycles.
fn slowest(row: &Row, latency: u32) -> Result<Path, Error> {
    let text = top(row, latency);
    let mut files = vec![("top.v", text.as_str())];
    files.extend(hw_emu::used(&[&text]));
    measured(&files, "top", LIMIT)
}

/// What a stage may take: what the clock leaves, or what the scheduler counts where that is less.
fn limit(operator: Operator, mhz: f64) -> f64 {
    Clock::of_vitis(mhz).budget_ns().min(operator.characteristics(mhz).delay_ns)
}

/// A product of floats in three stages as one writes it by hand: what the estimate says of it gives the other rows a scale.
const BY_HAND: &str = include_str!("fmul_by_hand.v");

/// Where the slowest path is, as columns of the table.
fn columns(path: &Path) -> String {
    let Path { ns, luts, carries, dsps, fan_out, .. } = path;
    format!("{ns:.2} | {luts} | {carries} | {dsps} | {}", fan_out.inputs)
}

/// Prints the table of the operators whose name has this part; gives what is late.
pub fn measure(word: &str) -> Result<Vec<String>, Error> {
    println!(
        "| operator | MHz | limit (ns) | cycles | slowest stage (ns) | LUTs | CARRY4 | DSPs | fan-out |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut late = Vec::new();
    for row in rows().iter().filter(|row| row.name.contains(word)) {
        for mhz in CLOCKS {
            let (limit, cycles) = (limit(row.operator, mhz), row.operator.characteristics(mhz).latency);
            let path = slowest(row, cycles)?;
            let (name, ns) = (&row.name, path.ns);
            println!("| {name} | {mhz} | {limit:.2} | {cycles} | {} |", columns(&path));
            if ns > limit {
                late.push(format!("{name} at {mhz} MHz takes {ns:.2} ns of {limit:.2} ns"));
            }
        }
    }
    if "fmul by hand".contains(word) {
        let path = measured(&[("fmul_by_hand.v", BY_HAND)], "fmul_by_hand", LIMIT)?;
        println!("| fmul f32 by hand, denormals flushed | | | 3 | {} |\n", columns(&path));
    }
    Ok(late)
}
