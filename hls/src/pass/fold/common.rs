//! What was computed before.

use rustc_hash::FxHashMap;
use sycl_hls_ir::{BinaryOp, CompareOp, Constants, Func, Op, OpKind, Place, Root, Step, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

/// A computation: two with the same key give the same.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    what: What,
    operands: Vec<Operand>,
    ty: Scalar,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum What {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare(CompareOp),
    Cast,
    Bits,
    Fma,
    Overflows(BinaryOp),
    Len(usize),
    /// An element of an object in a state: the steps to it, of which indices are operands.
    Read(Root, Vec<Option<usize>>, u32),
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Operand {
    Known(ScalarValue),
    Value(ValueId),
}

/// The computations of a region and those around it.
#[derive(Default)]
pub(super) struct Common {
    results: FxHashMap<Key, ValueId>,
    /// The keys that came in each region, outermost first.
    regions: Vec<Vec<Key>>,
}

impl Common {
    pub fn enter(&mut self) {
        self.regions.push(Vec::new());
    }

    pub fn leave(&mut self) {
        for key in self.regions.pop().into_iter().flatten() {
            self.results.remove(&key);
        }
    }

    /// The earlier result; if there is none, this one is for those to come.
    pub fn find_or_add(&mut self, key: Key, result: ValueId) -> Option<ValueId> {
        if let Some(earlier) = self.results.get(&key) {
            return Some(*earlier);
        }
        if let Some(region) = self.regions.last_mut() {
            region.push(key.clone());
        }
        self.results.insert(key, result);
        None
    }
}

/// What an operation computes. A constant costs nothing, and may have to stand where it does: it has no key.
pub(super) fn key(func: &Func, constants: &Constants, op: &Op) -> Option<Key> {
    let (what, operands) = match &op.kind {
        OpKind::Unary { op, arg, .. } => (What::Unary(*op), vec![*arg]),
        OpKind::Binary { op, lhs, rhs, .. } => (What::Binary(*op), ordered(func, *op, *lhs, *rhs)),
        OpKind::Compare { op, lhs, rhs } => (What::Compare(*op), vec![*lhs, *rhs]),
        OpKind::Cast(value) => (What::Cast, vec![*value]),
        OpKind::Bits(value) => (What::Bits, vec![*value]),
        OpKind::Fma { a, b, c } => (What::Fma, vec![*a, *b, *c]),
        OpKind::Overflows { op, lhs, rhs } => (What::Overflows(*op), vec![*lhs, *rhs]),
        OpKind::Len(index) => (What::Len(*index), Vec::new()),
        _ => return None,
    };
    let operands = operands.into_iter().map(|value| operand(constants, value)).collect();
    Some(Key { what, operands, ty: func.ty(op.result?) })
}

/// What a read of an element gives while its object is in this state. A scalar local is there at no cost: it has no key.
pub(super) fn read(constants: &Constants, place: &Place, state: u32, ty: Scalar) -> Option<Key> {
    let fields = place.path.iter().map(|step| match step {
        Step::Field(field) => Some(*field),
        Step::Index(_) => None,
    });
    let what = What::Read(place.root, fields.collect(), state);
    let operands = place.indices().map(|value| operand(constants, value)).collect();
    place.indices().next().map(|_| Key { what, operands, ty })
}

fn operand(constants: &Constants, value: ValueId) -> Operand {
    constants.get(value).cloned().map_or(Operand::Value(value), Operand::Known)
}

/// The operands in an order that is the same for both orders, where that gives the same bits.
fn ordered(func: &Func, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Vec<ValueId> {
    let commutes = matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Mul
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Min
            | BinaryOp::Max
    );
    let is_later = lhs.into_raw().into_u32() > rhs.into_raw().into_u32();
    if commutes && is_later && !func.ty(lhs).is_float() { vec![rhs, lhs] } else { vec![lhs, rhs] }
}
