//! What is known of a value before the kernel runs.

use sycl_hls_ir::{BinaryOp, binary, bits, cast, compare, fma, overflows, unary};
use sycl_hls_types::{Scalar, ScalarValue};

use super::known::Known;
use crate::rtl::design::{Block, Machine, Node, NodeKind, VarId};

/// A value in a walk through the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// This value.
    Known(ScalarValue),
    /// An integer of at most 64 bits: what the symbol stands for, and this much more, modulo its width.
    Moved {
        /// A number of the walk's symbols.
        symbol: usize,
        /// What is added: bits.
        by: u64,
    },
    /// An integer of which only the lowest bit is known: whether an element was received that is not known.
    LowestBit(bool),
    /// Any value.
    Unknown,
}

impl Value {
    /// The condition, if it is known.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Self::Known(value) => Some(value.is_true()),
            _ => None,
        }
    }

    /// One of the two.
    pub fn meet(&mut self, other: &Self) {
        if self != other {
            *self = Self::Unknown;
        }
    }

    /// This much more: bits, modulo the width of `ty`. Of more than 64 bits, sums are not followed.
    pub fn plus(&self, ty: Scalar, by: u64) -> Self {
        match self {
            _ if ty.is_wide() => Self::Unknown,
            Self::Known(value) => Self::Known(ScalarValue::from_bits(ty, value.low_bits().wrapping_add(by))),
            Self::Moved { symbol, by: before } => {
                Self::Moved { symbol: *symbol, by: before.wrapping_add(by) & ty.mask() }
            }
            Self::LowestBit(_) | Self::Unknown => Self::Unknown,
        }
    }

    /// The value, if it is known.
    pub const fn known(&self) -> Option<&ScalarValue> {
        match self {
            Self::Known(value) => Some(value),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Known(value.into())
    }
}

/// What a node of a block computes of its operands, and of what variables hold.
pub fn of(
    (machine, block): (Machine<'_>, &Block),
    known: &Known<'_>,
    node: &Node,
    args: &[&Value],
    vars: &[Value],
) -> Value {
    match &node.kind {
        NodeKind::Const(value) => return Value::Known(value.clone()),
        NodeKind::Arg(position, low) => {
            return known.part(*position, *low, node.ty).map_or(Value::Unknown, Value::Known);
        }
        NodeKind::Var(var) => return vars[index(*var)].clone(),
        _ => {}
    }
    if let Some(address) = args.first().and_then(|first| first.known()?.bits())
        && let Some(read) = memory(machine, block, known, node, address)
    {
        return Value::Known(read);
    }
    let operands: Option<Vec<&ScalarValue>> = args.iter().map(|arg| arg.known()).collect();
    let computed = match operands {
        Some(operands) => computed(node, &operands).map(Value::Known),
        None => partly(node, args),
    };
    computed.unwrap_or(Value::Unknown)
}

/// What is read at an index, or an address, of memory that is known. A wide read has the address itself as its value, by which its
/// elements are read.
fn memory(
    machine: Machine<'_>,
    block: &Block,
    known: &Known<'_>,
    node: &Node,
    address: u64,
) -> Option<ScalarValue> {
    match node.kind {
        NodeKind::Load(memory) => known.load(machine, memory, address),
        NodeKind::AxiRead(access) if access.elements > 1 => Some(address.into()),
        NodeKind::AxiRead(access) => known.read(access, address, 0, node.ty),
        NodeKind::Element(number) => match block.nodes[*node.args.first()?].kind {
            NodeKind::AxiRead(access) => known.read(access, address, number, node.ty),
            _ => None,
        },
        _ => None,
    }
}

/// True for the types whose sums are followed: integers of at most 64 bits.
pub const fn is_followed(ty: Scalar) -> bool {
    ty.is_integer() && !ty.is_wide()
}

/// A variable's place among all of them.
pub fn index(var: VarId) -> usize {
    var.into_raw().into_u32() as usize
}

fn computed(node: &Node, args: &[&ScalarValue]) -> Option<ScalarValue> {
    match (&node.kind, args) {
        (NodeKind::Unary(op), [arg]) => unary(*op, arg),
        (NodeKind::Binary(op), [lhs, rhs]) => binary(*op, lhs, rhs),
        (NodeKind::Compare(op), [lhs, rhs]) => Some(compare(*op, lhs, rhs).into()),
        (NodeKind::Overflows(op), [lhs, rhs]) => Some(overflows(*op, lhs, rhs).into()),
        (NodeKind::Cast, [arg]) => cast(arg, node.ty),
        (NodeKind::Bits, [arg]) => bits(arg, node.ty),
        (NodeKind::Fma, [a, b, c]) => fma(a, b, c),
        (NodeKind::Select, [cond, then, otherwise]) => {
            Some(if cond.is_true() { (*then).clone() } else { (*otherwise).clone() })
        }
        _ => None,
    }
}

/// What some operands say alone.
fn partly(node: &Node, args: &[&Value]) -> Option<Value> {
    match (&node.kind, args) {
        (NodeKind::Binary(op @ (BinaryOp::And | BinaryOp::Or)), [a, b]) if node.ty == Scalar::Bool => {
            let decides = *op == BinaryOp::Or;
            let decided = [a, b].into_iter().any(|arg| arg.truth() == Some(decides));
            decided.then_some(decides.into())
        }
        (NodeKind::Binary(BinaryOp::And), [Value::LowestBit(bit), Value::Known(one)])
            if one.bits() == Some(1) =>
        {
            Some(Value::Known(ScalarValue::from_bits(node.ty, u64::from(*bit))))
        }
        (NodeKind::Select, [cond, then, otherwise]) => match cond.truth() {
            Some(true) => Some((*then).clone()),
            Some(false) => Some((*otherwise).clone()),
            None => (then == otherwise).then(|| (*then).clone()),
        },
        (NodeKind::Bits, [moved @ Value::Moved { .. }]) if node.ty.is_integer() => Some((*moved).clone()),
        (NodeKind::Binary(op), [a, b]) if node.ty.is_integer() => match (op, a, b) {
            (BinaryOp::Add, moved @ Value::Moved { .. }, Value::Known(by))
            | (BinaryOp::Add, Value::Known(by), moved @ Value::Moved { .. }) => {
                Some(moved.plus(node.ty, by.low_bits()))
            }
            (BinaryOp::Sub, moved @ Value::Moved { .. }, Value::Known(by)) => {
                Some(moved.plus(node.ty, by.low_bits().wrapping_neg()))
            }
            _ => None,
        },
        _ => None,
    }
}
