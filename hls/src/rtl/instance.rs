//! Which module of the operators' library computes a node, and how.

use sycl_hls_ir::{BinaryOp, UnaryOp};
use sycl_hls_types::Scalar;

use super::constant_multiplication::needs_multiplier;
use super::design::{Block, Node, NodeKind};
use super::timing::constant;

/// A module with its parameters but for `LATENCY`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Module {
    /// Its name.
    pub name: &'static str,
    /// As they stand in an instance: `.WIDTH(32)`.
    pub parameters: String,
}

impl Module {
    /// True if its parts can have enables of their own: `ce` has `ENABLES` bits.
    #[must_use]
    pub fn has_enables(&self) -> bool {
        ["sh_fdiv", "sh_fsqrt", "sh_ffma", "sh_div"].contains(&self.name)
    }

    /// The names of its outputs.
    #[must_use]
    pub fn outputs(&self) -> &'static [&'static str] {
        if self.name == "sh_div" { &["quotient", "remainder"] } else { &["q"] }
    }
}

/// The names of a module's operands, in their order.
pub const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// The module that computes a node, and the output that is the node's result; `None` for what is gates or wires, and for
/// comparisons, whose result is made of several outputs.
#[must_use]
pub fn module(block: &Block, node: &Node) -> Option<(Module, &'static str)> {
    let of = operand(block, node)?;
    let width = format!(".WIDTH({})", of.bits());
    let dsp = node.bound.and_then(|bound| bound.dsp);
    let (name, parameters) = match &node.kind {
        NodeKind::Unary(op) => match op {
            UnaryOp::Sqrt => ("sh_fsqrt", float(of, node)),
            UnaryOp::CountOnes => ("sh_popcount", width),
            UnaryOp::LeadingZeros => ("sh_clz", width),
            UnaryOp::TrailingZeros => ("sh_ctz", width),
            _ => ("sh_fround", format!("{}, .MODE({})", float(of, node), rounding(*op)?)),
        },
        NodeKind::Binary(op) if of.is_float() => match op {
            BinaryOp::Mul => ("sh_fmul", float(of, node)),
            BinaryOp::Div => ("sh_fdiv", float(of, node)),
            BinaryOp::Min => ("sh_fminmax", format!("{}, .MAX(0)", float(of, node))),
            BinaryOp::Max => ("sh_fminmax", format!("{}, .MAX(1)", float(of, node))),
            _ if dsp == Some(true) => ("sh_fadd_dsp", float(of, node)),
            _ => ("sh_fadd", float(of, node)),
        },
        NodeKind::Binary(BinaryOp::Mul) => match constant(block, node) {
            None if dsp == Some(false) => ("sh_mul_fabric", width),
            Some(constant) if !needs_multiplier(node.bits(), constant) => return None,
            _ => match [0, 1].map(|position| factor_bits(block, node, position)) {
                [a, b] if a == of.bits() && b == a => ("sh_mul", width),
                [a, b] => ("sh_mul", format!("{width}, .A_WIDTH({a}), .B_WIDTH({b})")),
            },
        },
        NodeKind::Binary(BinaryOp::Div | BinaryOp::Rem) => {
            ("sh_div", format!("{width}, .SIGNED({})", u32::from(of.is_signed())))
        }
        NodeKind::Fma => ("sh_ffma", float(of, node)),
        NodeKind::Cast => conversion(of, node)?,
        _ => return None,
    };
    let output = match &node.kind {
        NodeKind::Binary(BinaryOp::Div) if of.is_integer() => "quotient",
        NodeKind::Binary(BinaryOp::Rem) => "remainder",
        _ => "q",
    };
    Some((Module { name, parameters }, output))
}

fn conversion(from: Scalar, node: &Node) -> Option<(&'static str, String)> {
    let to = node.ty;
    let integer = |ty: Scalar| format!(".WIDTH({}), .SIGNED({})", ty.bits(), u32::from(ty.is_signed()));
    match (from.is_float(), to.is_float()) {
        (true, true) => {
            let to = if to == Scalar::F64 { ".TO_EXP(11), .TO_MAN(52)" } else { ".TO_EXP(8), .TO_MAN(23)" };
            Some(("sh_f2f", format!("{}, {to}", float(from, node))))
        }
        (true, false) => Some(("sh_f2i", format!("{}, {}", float(from, node), integer(to)))),
        (false, true) => Some(("sh_i2f", format!("{}, {}", float(to, node), integer(from)))),
        (false, false) => None,
    }
}

/// True if the sign of a node's second operand is inverted: a difference of floats is a sum with the inverted operand.
#[must_use]
pub fn is_negated(block: &Block, node: &Node, position: usize) -> bool {
    let is_float = operand(block, node).is_some_and(Scalar::is_float);
    is_float && position == 1 && node.kind == NodeKind::Binary(BinaryOp::Sub)
}

/// The type of the first operand.
fn operand(block: &Block, node: &Node) -> Option<Scalar> {
    node.args.first().map(|arg| block.nodes[*arg].ty)
}

/// The lowest bits of a factor that can be set: the others of a constant, and of what was narrower, are 0.
#[must_use]
pub fn factor_bits(block: &Block, node: &Node, position: usize) -> u32 {
    let factor = &block.nodes[node.args[position]];
    match &factor.kind {
        NodeKind::Const(value) => value.bit_length().max(1),
        NodeKind::Cast => operand(block, factor)
            .filter(|inner| inner.is_integer() && !inner.is_signed())
            .map_or(factor.bits(), |inner| inner.bits().min(factor.bits())),
        _ => factor.bits(),
    }
}

/// The parameters of a format, and of what becomes of denormals.
pub fn float(ty: Scalar, node: &Node) -> String {
    let format = if ty == Scalar::F64 { ".EXP(11), .MAN(52)" } else { ".EXP(8), .MAN(23)" };
    if node.flushes { format!("{format}, .FLUSH(1)") } else { format.to_owned() }
}

const fn rounding(op: UnaryOp) -> Option<u32> {
    match op {
        UnaryOp::Floor => Some(0),
        UnaryOp::Ceil => Some(1),
        UnaryOp::Trunc => Some(2),
        UnaryOp::Round => Some(3),
        UnaryOp::RoundEven => Some(4),
        _ => None,
    }
}
