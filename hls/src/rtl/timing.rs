//! How long computations take.

use sycl_hls_ir::{BinaryOp, UnaryOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::constant_multiplication::{needs_multiplier, signed_digits};
use super::design::{Block, Bundle, Machine, Node, NodeId, NodeKind};
use super::operators::{Format, Operator};

/// Cycles from a read's request to its element where memory answers 64 cycles after the request: the bridge adds one
/// before and one after.
pub const AXI_READ: u32 = 66;

/// Cycles from a write to the first cycle in which a fence need not wait for it any more, where memory responds 8 cycles
/// after the data: the bridge adds one before and one after.
pub const AXI_WRITE: u32 = 10;

/// Cycles that a read through a widened port takes more, because a wide access may lie in two beats: a register for the first
/// beat, and one for the elements.
const WIDE_READ: u32 = 2;

/// Cycles that a write through a widened port takes more: what lies in another beat follows a cycle later, and so does the
/// response.
const WIDE_WRITE: u32 = 1;

/// From a register to the address of a memory, in ns.
const LOAD_ADDRESS_NS: f64 = 0.5;
/// From a memory's clock edge to its data, in ns: the longer of the times that are listed for loads (1.20 and 1.64).
const LOAD_NS: f64 = 1.64;
/// Through the choice of one access of a port, in ns.
const PORT_NS: f64 = 0.5;
/// Through the shift of a wide access to its place in beats, in ns.
const SHIFT_NS: f64 = 1.5;
/// From the last register of an operator to its result, in ns: what is left is rounding.
const OUTPUT_NS: f64 = 1.2;

/// The clock that is scheduled for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    /// Its frequency in MHz.
    pub mhz: f64,
    /// The part of the period that is left for what is not known before placement.
    pub uncertainty: f64,
}

/// What a computation takes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Timing {
    /// Cycles.
    pub latency: u32,
    /// To the result, or to the first register, in ns.
    pub delay_ns: f64,
    /// From the last register to the result, in ns.
    pub output_ns: f64,
}

/// The part of a period that Vitis leaves for what is not known before placement (UG1399, `create_clock`).
const UNCERTAINTY: f64 = 0.27;

impl Clock {
    /// A clock in MHz, with the margin that Vitis leaves.
    #[must_use]
    pub const fn of_vitis(mhz: f64) -> Self {
        Self { mhz, uncertainty: UNCERTAINTY }
    }

    /// What a signal may take from one register to the next, in ns.
    #[must_use]
    pub fn budget_ns(self) -> f64 {
        1000.0 / self.mhz * (1.0 - self.uncertainty)
    }
}

/// What a node takes.
#[must_use]
pub fn of(machine: Machine<'_>, block: &Block, node: &Node, clock: Clock) -> Timing {
    match &node.kind {
        NodeKind::Load(memory) => {
            let latency = machine.memories[*memory].latency;
            // What comes later comes from a register.
            let output_ns = if latency > 1 { PORT_NS } else { LOAD_NS };
            Timing { latency, delay_ns: LOAD_ADDRESS_NS, output_ns }
        }
        NodeKind::AxiRead(access) => {
            let latency = read_latency(&machine.bundles[access.bundle]);
            Timing { latency, delay_ns: PORT_NS, output_ns: PORT_NS }
        }
        NodeKind::AxiWrite(access) if machine.bundles[access.bundle].widened => {
            Timing { latency: WIDE_WRITE, delay_ns: PORT_NS + SHIFT_NS, output_ns: 0.0 }
        }
        NodeKind::Store(_) | NodeKind::AxiWrite(_) | NodeKind::Fence(_) => wires(PORT_NS),
        _ if node.is_synchronizing() => wires(PORT_NS),
        // The product is not pipelined: it stands alone in its cycle.
        NodeKind::Overflows(BinaryOp::Mul) => wires(clock.budget_ns()),
        // Sums of the operand, shifted: two one after the other.
        NodeKind::Binary(BinaryOp::Mul)
            if node.ty.is_integer()
                && constant(block, node).is_some_and(|it| !needs_multiplier(node.bits(), it)) =>
        {
            wires(2.0 * Operator::Add(width(block, node)).characteristics(clock.mhz).delay_ns)
        }
        _ => operator(block, node).map_or_else(Timing::default, |operator| {
            let cost = operator.characteristics(clock.mhz);
            let asked = node.bound.filter(|_| is_unit(block, node)).map_or(0, |bound| bound.latency);
            let latency = cost.latency.max(asked);
            let output_ns = if latency == 0 { 0.0 } else { cost.delay_ns.min(OUTPUT_NS) };
            Timing { latency, delay_ns: cost.delay_ns, output_ns }
        }),
    }
}

/// Cycles from a read's request to its element.
const fn read_latency(bundle: &Bundle) -> u32 {
    if bundle.widened { AXI_READ + WIDE_READ } else { AXI_READ }
}

const fn wires(delay_ns: f64) -> Timing {
    Timing { latency: 0, delay_ns, output_ns: 0.0 }
}

/// The width of what a node computes with.
fn width(block: &Block, node: &Node) -> u32 {
    operand(block, node).bits()
}

/// The type of a node's first operand; of what has none, its own.
fn operand(block: &Block, node: &Node) -> Scalar {
    node.args.first().map_or(node.ty, |arg| block.nodes[*arg].ty)
}

/// The constant by which a node computes: a distance, or either of two factors.
pub(super) fn constant<'b>(block: &'b Block, node: &Node) -> Option<&'b ScalarValue> {
    let known = |arg: &NodeId| match &block.nodes[*arg].kind {
        NodeKind::Const(value) => Some(value),
        _ => None,
    };
    let commutes = matches!(node.kind, NodeKind::Binary(BinaryOp::Mul));
    let first = node.args.first().filter(|_| commutes);
    node.args.get(1).and_then(known).or_else(|| first.and_then(known))
}

const fn format(ty: Scalar) -> Option<Format> {
    match ty {
        Scalar::F32 => Some(Format::F32),
        Scalar::F64 => Some(Format::F64),
        _ => None,
    }
}

/// What computes a node; `None` where it is only wires.
#[must_use]
pub fn operator(block: &Block, node: &Node) -> Option<Operator> {
    let of = operand(block, node);
    let bits = of.bits();
    match &node.kind {
        NodeKind::Unary(op) => match (op, format(of)) {
            (UnaryOp::Neg, None) => Some(Operator::Add(bits)),
            (UnaryOp::Not, _) => Some(Operator::Logic(bits)),
            (UnaryOp::CountOnes | UnaryOp::LeadingZeros | UnaryOp::TrailingZeros, _) => {
                Some(Operator::CountBits(bits))
            }
            (UnaryOp::Sqrt, Some(format)) => Some(Operator::FloatSqrt(format)),
            // A comparison of the exponent.
            (UnaryOp::Flush, Some(format)) => Some(Operator::Compare(format.exponent_bits())),
            (
                UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Trunc | UnaryOp::Round | UnaryOp::RoundEven,
                Some(format),
            ) => Some(Operator::FloatRound(format)),
            _ => None,
        },
        NodeKind::Binary(op) => match format(of) {
            Some(format) => float(*op, format).map(|operator| chosen(operator, node)),
            None => {
                let factor = constant(block, node);
                integer(*op, bits, factor).map(|it| if factor.is_none() { chosen(it, node) } else { it })
            }
        },
        NodeKind::Compare(_) => Some(match format(of) {
            Some(format) if node.flushes => Operator::FloatCompareFlushed(format),
            Some(format) => Operator::FloatCompare(format),
            None => Operator::Compare(bits),
        }),
        NodeKind::Overflows(_) => Some(Operator::Add(bits)),
        NodeKind::Cast => match (format(of), format(node.ty)) {
            (Some(from), Some(to)) => (from != to).then_some(Operator::FloatToFloat(from)),
            (Some(from), None) => Some(Operator::FloatToInt(from)),
            (None, Some(to)) => Some(Operator::IntToFloat(to)),
            (None, None) => None,
        },
        NodeKind::Fma => {
            let fma = if node.flushes { Operator::FloatFmaFlushed } else { Operator::FloatFma };
            format(of).map(fma)
        }
        NodeKind::Select => Some(Operator::Select(node.ty.bits())),
        _ => None,
    }
}

/// True for a node with an operator that is asked for, if it is more than gates, which have no registers.
fn is_unit(block: &Block, node: &Node) -> bool {
    !node.ty.is_integer() || constant(block, node).is_none_or(|it| needs_multiplier(node.bits(), it))
}

/// The form of an operator that a node needs, or that is asked for.
fn chosen(operator: Operator, node: &Node) -> Operator {
    match (operator, node.bound.and_then(|bound| bound.dsp)) {
        (Operator::FloatAdd(Format::F32), Some(true)) => Operator::FloatAddDsp,
        (Operator::FloatAdd(format), _) if node.flushes => Operator::FloatAddFlushed(format),
        (Operator::FloatMul(format), _) if node.flushes => Operator::FloatMulFlushed(format),
        (Operator::FloatDiv(format), _) if node.flushes => Operator::FloatDivFlushed(format),
        (Operator::Mul(bits), Some(false)) => Operator::MulFabric(bits),
        _ => operator,
    }
}

const fn float(op: BinaryOp, format: Format) -> Option<Operator> {
    match op {
        BinaryOp::Add | BinaryOp::Sub => Some(Operator::FloatAdd(format)),
        BinaryOp::Mul => Some(Operator::FloatMul(format)),
        BinaryOp::Div => Some(Operator::FloatDiv(format)),
        BinaryOp::Min | BinaryOp::Max => Some(Operator::FloatMinMax(format)),
        _ => None,
    }
}

fn integer(op: BinaryOp, bits: u32, constant: Option<&ScalarValue>) -> Option<Operator> {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Min | BinaryOp::Max => Some(Operator::Add(bits)),
        BinaryOp::Mul => match constant.and_then(signed_digits).map(|digits| digits.len()) {
            None => Some(Operator::Mul(bits)),
            Some(0 | 1) => None,
            Some(_) => Some(Operator::Add(bits)),
        },
        BinaryOp::Div | BinaryOp::Rem => Some(Operator::Div(bits)),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Some(Operator::Logic(bits)),
        BinaryOp::Shl | BinaryOp::Shr => {
            if constant.is_some() {
                None
            } else {
                Some(Operator::Shift(bits))
            }
        }
    }
}
