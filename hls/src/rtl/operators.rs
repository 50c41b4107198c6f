//! Operators: their text, and what each costs in cycles, nanoseconds and DSPs.
//!
//! Each Verilog module takes its operands in any cycle with `ce` and has their result `LATENCY` such cycles later:
//!
//! | module | parameters besides `LATENCY` | operands | results |
//! |---|---|---|---|
//! | `sh_fadd`, `sh_fmul`, `sh_fdiv` | `EXP`, `MAN`, `FLUSH` | `a`, `b` | `q` |
//! | `sh_fadd_dsp`, of `f32` | `EXP`, `MAN`, `FLUSH` | `a`, `b` | `q` |
//! | `sh_ffma` | `EXP`, `MAN`, `FLUSH` | `a`, `b`, `c` | `q` = a * b + c |
//! | `sh_fsqrt` | `EXP`, `MAN`, `FLUSH` | `a` | `q` |
//! | `sh_fcmp` | `EXP`, `MAN`, `FLUSH` | `a`, `b` | `lt`, `eq`, `unordered` |
//! | `sh_fminmax` | `EXP`, `MAN`, `FLUSH`, `MAX` | `a`, `b` | `q` |
//! | `sh_fround` | `EXP`, `MAN`, `FLUSH`, `MODE`: 0 floor, 1 ceil, 2 trunc, 3 round, 4 round to even | `a` | `q` |
//! | `sh_i2f` | `EXP`, `MAN`, `FLUSH`, `WIDTH`, `SIGNED` | `a` of `WIDTH` bits | `q` |
//! | `sh_f2i` | `EXP`, `MAN`, `FLUSH`, `WIDTH`, `SIGNED` | `a` | `q` of `WIDTH` bits |
//! | `sh_f2f` | `EXP`, `MAN` of `a`, `TO_EXP`, `TO_MAN` of `q`, `FLUSH` | `a` | `q` |
//! | `sh_mul` | `WIDTH`, `A_WIDTH`, `B_WIDTH`: the bits of `a` and of `b` that may be set | `a`, `b` | `q`, the low bits |
//! | `sh_mul_fabric` | `WIDTH` | `a`, `b` | `q`, the low bits |
//! | `sh_div` | `WIDTH`, `SIGNED` | `a`, `b` | `quotient`, `remainder` |
//! | `sh_popcount`, `sh_clz`, `sh_ctz` | `WIDTH` | `a` | `q` of 32 bits |
//!
//! `ce` of the longest ones (`sh_fdiv`, `sh_fsqrt`, `sh_ffma`, `sh_div`) has `ENABLES` bits, all of them alike: one for each
//! part of the registers.
//!
//! `FLUSH` = 1 takes denormal operands as zeros of their sign, and makes zeros of denormal results. A result is
//! denormal if it is so after rounding.

mod library;
mod listed;
mod stages;

use std::fmt;

pub use library::library;
pub use stages::CLOCKS;

use listed::{budget_ns, by_width, ceil};

/// A format of floats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// IEEE 754 binary32
    F32,
    /// IEEE 754 binary64
    F64,
}

impl Format {
    /// Bits of the exponent: the parameter `EXP`.
    #[must_use]
    pub const fn exponent_bits(self) -> u32 {
        match self {
            Self::F32 => 8,
            Self::F64 => 11,
        }
    }

    /// Bits of the fraction: the parameter `MAN`.
    #[must_use]
    pub const fn fraction_bits(self) -> u32 {
        match self {
            Self::F32 => 23,
            Self::F64 => 52,
        }
    }
}

/// What computes a value. Integers are given by their width in bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// Sum or difference of floats.
    FloatAdd(Format),
    /// Sum or difference of floats that flushes denormals. The operators without such a form take as long with them.
    FloatAddFlushed(Format),
    /// Sum or difference of `f32`, whose shifters are DSPs.
    FloatAddDsp,
    /// Product of floats.
    FloatMul(Format),
    /// Product of floats that flushes denormals.
    FloatMulFlushed(Format),
    /// Quotient of floats.
    FloatDiv(Format),
    /// Quotient of floats that flushes denormals.
    FloatDivFlushed(Format),
    /// Square root of a float.
    FloatSqrt(Format),
    /// `a * b + c` of floats, rounded once.
    FloatFma(Format),
    /// `a * b + c` of floats, rounded once, that flushes denormals.
    FloatFmaFlushed(Format),
    /// Comparison of floats.
    FloatCompare(Format),
    /// Comparison of floats that flushes denormals.
    FloatCompareFlushed(Format),
    /// The smaller or larger float.
    FloatMinMax(Format),
    /// A float as a whole number.
    FloatRound(Format),
    /// An integer as a float.
    IntToFloat(Format),
    /// A float as an integer.
    FloatToInt(Format),
    /// A float of this format as one of another.
    FloatToFloat(Format),
    /// Sum or difference of integers.
    Add(u32),
    /// Bitwise and, or, exclusive or, complement.
    Logic(u32),
    /// Shift by a distance that varies. By a constant it is wires.
    Shift(u32),
    /// Choice of one of two values.
    Select(u32),
    /// Comparison of integers.
    Compare(u32),
    /// Product of integers.
    Mul(u32),
    /// Product of integers in look-up tables.
    MulFabric(u32),
    /// Quotient or remainder of integers.
    Div(u32),
    /// Count of set bits, of leading or of trailing zeros.
    CountBits(u32),
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        })
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FloatAdd(format) => write!(f, "{format} add"),
            Self::FloatAddFlushed(format) => write!(f, "{format} add, denormals flushed"),
            Self::FloatMulFlushed(format) => write!(f, "{format} multiply, denormals flushed"),
            Self::FloatDivFlushed(format) => write!(f, "{format} divide, denormals flushed"),
            Self::FloatFmaFlushed(format) => write!(f, "{format} multiply-add, denormals flushed"),
            Self::FloatAddDsp => f.write_str("f32 add in DSPs"),
            Self::FloatMul(format) => write!(f, "{format} multiply"),
            Self::FloatDiv(format) => write!(f, "{format} divide"),
            Self::FloatSqrt(format) => write!(f, "{format} square root"),
            Self::FloatFma(format) => write!(f, "{format} multiply-add"),
            Self::FloatCompare(format) => write!(f, "{format} compare"),
            Self::FloatCompareFlushed(format) => write!(f, "{format} compare, denormals flushed"),
            Self::FloatMinMax(format) => write!(f, "{format} min, max"),
            Self::FloatRound(format) => write!(f, "{format} round"),
            Self::IntToFloat(format) => write!(f, "integer to {format}"),
            Self::FloatToInt(format) => write!(f, "{format} to integer"),
            Self::FloatToFloat(Format::F32) => f.write_str("f32 to f64"),
            Self::FloatToFloat(Format::F64) => f.write_str("f64 to f32"),
            Self::Add(bits) => write!(f, "{bits}-bit add"),
            Self::Logic(bits) => write!(f, "{bits}-bit logic"),
            Self::Shift(bits) => write!(f, "{bits}-bit shift"),
            Self::Select(bits) => write!(f, "{bits}-bit select"),
            Self::Compare(bits) => write!(f, "{bits}-bit compare"),
            Self::Mul(bits) => write!(f, "{bits}-bit multiply"),
            Self::MulFabric(bits) => write!(f, "{bits}-bit multiply in look-up tables"),
            Self::Div(bits) => write!(f, "{bits}-bit divide"),
            Self::CountBits(bits) => write!(f, "{bits}-bit count"),
        }
    }
}

/// What an operator costs. All of them take new operands in every cycle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Characteristics {
    /// Cycles from operands to result; 0 if it is combinational.
    pub latency: u32,
    /// Nanoseconds of a combinational operator, for chaining, or of the first and last stage.
    pub delay_ns: f64,
    /// DSP slices of our Verilog, as yosys infers them. Vitis' operators are built in another way: its `fadd` has 2.
    pub dsp: u32,
}

impl Operator {
    /// What the operator costs at a clock in MHz.
    #[must_use]
    pub fn characteristics(self, mhz: f64) -> Characteristics {
        let (latency, delay_ns) = match self {
            Self::Mul(width) if width <= listed::MUL_COMBINATIONAL => mul(width, mhz),
            Self::MulFabric(width) => mul_fabric(width, mhz),
            Self::Div(width) => div(width, mhz),
            _ => match stages::table(self) {
                Some(table) => (stages::cycles(table, mhz), stage_ns(self.listed_ns(), mhz)),
                None => (0, self.listed_ns()),
            },
        };
        Characteristics { latency, delay_ns, dsp: self.dsp() }
    }

    /// The delay, or of what has registers that of a stage, as Vitis lists it, in ns.
    fn listed_ns(self) -> f64 {
        use Format::{F32, F64};
        match self {
            // A multiply-add is not listed: a product and a sum, one after the other.
            Self::FloatAdd(F32) | Self::FloatAddDsp | Self::FloatFma(F32) => 2.97,
            // Ours take longer at 200 MHz than the listed 2.89 ns.
            Self::FloatAdd(F64) => 3.15,
            Self::FloatMul(F32) => 2.32,
            Self::FloatMul(F64) | Self::FloatFma(F64) => 3.33,
            // In fewer cycles than what is listed: what `make timing` finds at 200 MHz.
            Self::FloatAddFlushed(_)
            | Self::FloatMulFlushed(_)
            | Self::FloatDivFlushed(_)
            | Self::FloatFmaFlushed(_) => budget_ns(CLOCKS[0]),
            // Those of doubles.
            Self::FloatDiv(_) => 3.31,
            Self::FloatSqrt(_) => 3.62,
            // `fcmp`; minima and maxima are a comparison with a choice behind it.
            Self::FloatCompare(_) => 2.01,
            // As measured: two exponents that are 0 are one thing more to look at.
            Self::FloatCompareFlushed(_) => 2.2,
            Self::FloatMinMax(_) => 2.01 + 0.41,
            // `sitodp`; the other conversions are not listed, and no longer than it.
            Self::IntToFloat(_) | Self::FloatToInt(_) | Self::FloatToFloat(_) | Self::FloatRound(_) => 2.61,
            Self::Add(width) => by_width(listed::ADD, width),
            Self::Logic(width) => by_width(listed::LOGIC, width),
            Self::Shift(width) => by_width(listed::SHIFT, width),
            Self::Select(width) => by_width(listed::SELECT, width),
            Self::Compare(width) => by_width(listed::COMPARE, width),
            // A tree, as deep as a shift's rows: `cttz` is listed with 0, which cannot be.
            Self::CountBits(width) => by_width(listed::SHIFT, width),
            Self::Mul(_) => listed::MUL_64_NS,
            Self::MulFabric(_) | Self::Div(_) => 0.0,
        }
    }

    const fn dsp(self) -> u32 {
        match self {
            Self::FloatAddDsp => 2,
            Self::FloatMul(format)
            | Self::FloatMulFlushed(format)
            | Self::FloatFma(format)
            | Self::FloatFmaFlushed(format) => match format {
                Format::F32 => 2,
                Format::F64 => 8,
            },
            Self::Mul(width) => mul_dsp(width),
            _ => 0,
        }
    }
}

/// The delay of a stage, which is listed at the slowest of the [`CLOCKS`]. What a faster clock has more stages for is
/// that each fits its period.
fn stage_ns(listed: f64, mhz: f64) -> f64 {
    if mhz > CLOCKS[0] { listed.min(budget_ns(mhz)) } else { listed }
}

/// Cycles and delay of a product of integers of at most 60 bits: as listed while that fits the clock, else in as many
/// cycles as it needs.
fn mul(width: u32, mhz: f64) -> (u32, f64) {
    let delay = by_width(listed::MUL, width);
    let budget = budget_ns(mhz);
    if delay <= budget { (0, delay) } else { (ceil(delay / budget), budget) }
}

/// Cycles and delay of a product of integers in look-up tables: a tree of additions, of which a cycle has as many as fit the clock.
fn mul_fabric(width: u32, mhz: f64) -> (u32, f64) {
    let level = by_width(listed::ADD, width);
    let levels = width.next_power_of_two().trailing_zeros();
    let most = ((budget_ns(mhz) / level) as u32).max(1);
    let cycles = if levels <= most { 0 } else { levels.div_ceil(most) };
    (cycles, level * f64::from(levels.min(most)))
}

/// Cycles and delay of a division of integers. Each bit of the quotient takes a subtraction and a choice: as many of them as
/// fit the clock are a stage, at least one. The signs take three steps more.
fn div(width: u32, mhz: f64) -> (u32, f64) {
    let row = by_width(listed::ADD, width) + by_width(listed::SELECT, width);
    let rows = ((budget_ns(mhz) / row) as u32).clamp(1, width);
    ((width + 3).div_ceil(rows), row * f64::from(rows))
}

/// Tiles of 26 x 17 bits of which nine or more bits are below the width: what is smaller is not worth a DSP.
const fn mul_dsp(width: u32) -> u32 {
    let mut tiles = 0;
    let mut row = 0;
    while row + 9 <= width {
        tiles += (width - row - 9) / 26 + 1;
        row += 17;
    }
    tiles
}
