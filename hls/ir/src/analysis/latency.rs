//! What operators and memories take, by the clock.
//!
//! Sources: Vitis' operator library as it was measured for the U280 at 300 MHz and for the U55C at 200 MHz; where one of
//! the two has no figure, the other one's stands in, which is the smaller one. Combinational delays are those of the
//! U55C. Vitis keeps 27 % of a cycle in reserve (UG1399, "clock uncertainty"), and its kernel flow reckons with 64
//! cycles until an AXI master port answers. An operator with registers inside takes a cycle more than its latency, as the
//! library's states do: its result is there in the cycle after the last of its registers, and no other operator has time left
//! in that cycle.

use sycl_hls_types::Scalar;

use crate::{BinaryOp, OpKind, UnaryOp};

use super::Cost;

/// Cycles until an AXI master port answers (the kernel flow's default of `m_axi_latency`).
pub const PORT_LATENCY: u32 = 64;

/// Picoseconds of a choice between two values.
const SELECT: u32 = 300;

/// The clock that operators are chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockSpeed {
    /// Up to 200 MHz.
    Mhz200,
    /// Faster; 300 MHz is what platforms of Alveo cards start at.
    Mhz300,
}

/// What an operation is, for a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// What it takes.
    pub cost: Cost,
    /// Its name, for what has registers inside.
    pub name: &'static str,
    /// What its operands could be grouped in another way with, but for rounding.
    pub family: Option<Family>,
}

/// Operations on floats whose order only matters for rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Sums and differences.
    Sum,
    /// Products.
    Product,
    /// The smallest or the largest one.
    Extreme,
}

impl ClockSpeed {
    /// The class of a frequency.
    #[must_use]
    pub const fn of_mhz(mhz: u32) -> Self {
        if mhz <= 200 { Self::Mhz200 } else { Self::Mhz300 }
    }

    /// The frequency.
    #[must_use]
    pub const fn mhz(self) -> u32 {
        match self {
            Self::Mhz200 => 200,
            Self::Mhz300 => 300,
        }
    }

    /// The part of a cycle that logic may fill.
    #[must_use]
    pub const fn usable_picoseconds(self) -> u32 {
        match self {
            Self::Mhz200 => 3650,
            Self::Mhz300 => 2430,
        }
    }

    const fn pick(self, mhz300: u32, mhz200: u32) -> u32 {
        match self {
            Self::Mhz200 => mhz200,
            Self::Mhz300 => mhz300,
        }
    }
}

impl Work {
    const fn logic(picoseconds: u32) -> Self {
        Self { cost: Cost { cycles: 0, picoseconds }, name: "", family: None }
    }

    const fn access(name: &'static str, cycles: u32) -> Self {
        Self { cost: Cost { cycles, picoseconds: 0 }, name, family: None }
    }

    const fn operator(name: &'static str, latency: u32) -> Self {
        Self::access(name, states(latency))
    }

    const fn of(family: Family, name: &'static str, latency: u32) -> Self {
        Self { family: Some(family), ..Self::operator(name, latency) }
    }

    /// A choice between two values.
    pub(super) const fn select() -> Self {
        Self::logic(SELECT)
    }

    /// A read of a local memory.
    pub(super) const fn memory() -> Self {
        Self::access("read of the memory", 1)
    }

    /// The next iteration's read through an AXI master port.
    pub(super) const fn port() -> Self {
        Self::access("read through the AXI port", PORT_LATENCY)
    }
}

/// The cycles of an operator with this latency, from the one in which it takes its operands to the one in which its result is
/// stored.
pub(super) const fn states(latency: u32) -> u32 {
    latency.saturating_add(1)
}

/// What an operation takes whose operands have the type `ty`.
#[must_use]
pub fn cost_of(kind: &OpKind, ty: Scalar, clock: ClockSpeed) -> Work {
    match (kind, ty) {
        (OpKind::Binary { op, .. }, Scalar::F32 | Scalar::F64) => float_binary(*op, ty == Scalar::F64, clock),
        (OpKind::Binary { op, .. }, ty) => integer_binary(*op, ty.bits(), clock),
        (OpKind::Unary { op: UnaryOp::Sqrt, .. }, Scalar::F32) => Work::operator("`f32` square root", 8),
        (OpKind::Unary { op: UnaryOp::Sqrt, .. }, Scalar::F64) => Work::operator("`f64` square root", 16),
        (OpKind::Fma { .. }, Scalar::F64) => Work::operator("`f64` multiply-add", clock.pick(11, 8)),
        (OpKind::Fma { .. }, _) => Work::operator("`f32` multiply-add", clock.pick(9, 7)),
        (OpKind::Compare { .. }, ty) if ty.is_float() => Work::operator("comparison of floats", 1),
        (OpKind::Compare { .. }, _) => Work::logic(600),
        _ => Work::logic(0),
    }
}

fn float_binary(op: BinaryOp, double: bool, clock: ClockSpeed) -> Work {
    match (op, double) {
        (BinaryOp::Add, false) => Work::of(Family::Sum, "`f32` addition", clock.pick(6, 4)),
        (BinaryOp::Sub, false) => Work::of(Family::Sum, "`f32` subtraction", clock.pick(6, 4)),
        (BinaryOp::Mul, false) => Work::of(Family::Product, "`f32` multiplication", 3),
        (BinaryOp::Div | BinaryOp::Rem, false) => Work::operator("`f32` division", clock.pick(11, 9)),
        (BinaryOp::Add, true) => Work::of(Family::Sum, "`f64` addition", 4),
        (BinaryOp::Sub, true) => Work::of(Family::Sum, "`f64` subtraction", 4),
        (BinaryOp::Mul, true) => Work::of(Family::Product, "`f64` multiplication", clock.pick(7, 4)),
        (BinaryOp::Div | BinaryOp::Rem, true) => Work::operator("`f64` division", 21),
        (BinaryOp::Min | BinaryOp::Max, _) => Work::of(Family::Extreme, "comparison of floats", 1),
        _ => Work::logic(0),
    }
}

fn integer_binary(op: BinaryOp, bits: u32, clock: ClockSpeed) -> Work {
    match op {
        BinaryOp::Add | BinaryOp::Sub => Work::logic(match bits {
            ..=8 => 700,
            9..=16 => 780,
            17..=32 => 880,
            _ => 1140,
        }),
        BinaryOp::Mul if bits > 32 => Work::operator("64-bit multiplication", clock.pick(4, 2)),
        BinaryOp::Mul if bits > 16 => Work::logic(3170),
        BinaryOp::Mul => Work::logic(2000),
        // A bit of the quotient for each cycle is what Vitis' divider makes.
        BinaryOp::Div | BinaryOp::Rem => Work::operator("integer division", bits),
        BinaryOp::Min | BinaryOp::Max => Work::logic(600 + SELECT),
        BinaryOp::Shl | BinaryOp::Shr => Work::logic(1050),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Work::logic(120),
    }
}
