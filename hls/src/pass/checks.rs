//! Inserts `trap_if` before every operation that Rust would panic at: overflow, index, division, shift too far. Turns
//! every `panic_if` into one.

use sycl_hls_ir::{
    BinaryOp, CallArg, ChannelAccess, CompareOp, Constants, Func, Init, Module, Object, OpId, OpKind,
    Overflow, Place, Root, Step, Trap, Type, UnaryOp, ValueId,
};
use sycl_hls_types::{Operation, Scalar, ScalarValue, TrapKind};

use super::rewrite::{Emit, each_func, expand};

pub(super) fn run(module: &mut Module) {
    each_func(module, |module, func| {
        let mut constants = Constants::default();
        for op in func.ops_in_order() {
            constants.learn(module, func, &func.ops[op]);
        }
        expand(func, &mut |func, op, into| {
            let checker = Checker { module, constants: &constants };
            checker.check(func, op, into);
            if let OpKind::PanicIf { cond, trap } = func.ops[op].kind.clone() {
                func.ops[op].kind = OpKind::TrapIf { cond, trap };
            }
            into.push(op);
        });
    });
}

struct Checker<'c> {
    module: &'c Module,
    constants: &'c Constants,
}

impl Checker<'_> {
    fn check(&self, func: &mut Func, op: OpId, into: &mut Vec<OpId>) {
        let kind = func.ops[op].kind.clone();
        let span = func.ops[op].span;
        let mut emit = Emit { func, into, span };
        match &kind {
            OpKind::Unary { op: UnaryOp::Neg, overflow: Overflow::Checked, arg } => negation(&mut emit, *arg),
            OpKind::Binary { op, overflow, lhs, rhs } => self.binary(&mut emit, *op, *overflow, *lhs, *rhs),
            OpKind::Read(place)
            | OpKind::Write(place, _)
            | OpKind::Fill(place, _)
            | OpKind::Declare { init: Init::Copy(place), .. }
            | OpKind::Channel { access: ChannelAccess::TryRead(place), .. } => self.place(&mut emit, place),
            OpKind::Copy { to, from } => {
                self.place(&mut emit, from);
                self.place(&mut emit, to);
            }
            OpKind::Call { args, .. } => {
                for arg in args {
                    // The front end says itself when Rust panics at the range of a slice.
                    if let CallArg::Place(place) | CallArg::Slice { place, .. } = arg {
                        self.place(&mut emit, place);
                    }
                }
            }
            _ => {}
        }
    }

    fn binary(&self, emit: &mut Emit<'_>, op: BinaryOp, overflow: Overflow, lhs: ValueId, rhs: ValueId) {
        let (Some(operation), true) = (op.operation(), emit.func.ty(lhs).is_integer()) else { return };
        let checked = overflow == Overflow::Checked;
        match op {
            BinaryOp::Div | BinaryOp::Rem => self.division(emit, op, operation, checked, lhs, rhs),
            BinaryOp::Shl | BinaryOp::Shr if checked => self.shift(emit, operation, lhs, rhs),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if checked => {
                overflow_trap(emit, op, operation, lhs, rhs);
            }
            _ => {}
        }
    }

    /// `wrapping_div` wraps for `MIN / -1` and yet panics for a divisor of 0.
    fn division(
        &self,
        emit: &mut Emit<'_>,
        op: BinaryOp,
        operation: Operation,
        checked: bool,
        lhs: ValueId,
        rhs: ValueId,
    ) {
        let ty = emit.func.ty(rhs);
        let divisor = self.constants.get(rhs);
        if divisor.is_none_or(|divisor| !divisor.is_true()) {
            let zero = emit.constant(ScalarValue::from_bits(ty, 0));
            let cond = emit.compute(OpKind::Compare { op: CompareOp::Eq, lhs: rhs, rhs: zero }, Scalar::Bool);
            trap(emit, cond, TrapKind::DivideByZero(operation), vec![lhs, rhs], None);
        }
        let may_overflow = ty.is_signed() && divisor.is_none_or(|divisor| divisor.to_integer() == Some(-1));
        if checked && may_overflow {
            overflow_trap(emit, op, operation, lhs, rhs);
        }
    }

    fn shift(&self, emit: &mut Emit<'_>, operation: Operation, lhs: ValueId, rhs: ValueId) {
        let width = i128::from(emit.func.ty(lhs).bits());
        let known = self.constants.get(rhs).and_then(ScalarValue::to_integer);
        if known.is_some_and(|distance| (0..width).contains(&distance)) {
            return;
        }
        // As an unsigned number, which must have room for the width, a negative distance is too far, too.
        let ty = emit.func.ty(rhs);
        let room = ScalarValue::from_integer(ty, width).is_some();
        let unsigned = if room { ty.unsigned() } else { Scalar::U16 };
        let distance = if ty == unsigned { rhs } else { emit.compute(OpKind::Cast(rhs), unsigned) };
        let width = emit.constant(ScalarValue::wrapping(unsigned, width));
        let compare = OpKind::Compare { op: CompareOp::Ge, lhs: distance, rhs: width };
        let cond = emit.compute(compare, Scalar::Bool);
        trap(emit, cond, TrapKind::Shift(operation), vec![lhs, rhs], None);
    }

    /// Checks the indices of a place, outermost first.
    fn place(&self, emit: &mut Emit<'_>, place: &Place) {
        let Some(object) = self.module.object(emit.func, place.root) else { return };
        let (slice, mut ty) = match object {
            Object::Slice(element) => (true, element.clone()),
            Object::Whole(ty) => (false, ty.clone()),
        };
        for (position, step) in place.path.iter().enumerate() {
            let in_slice = slice && position == 0;
            if let Step::Index(index) = step
                && let Some(len) = self.len(emit, (place.root, in_slice), &ty, *index)
            {
                let path = place.path[..position].to_vec();
                let object = self.module.place_name(emit.func, &Place { root: place.root, path });
                let compare = OpKind::Compare { op: CompareOp::Ge, lhs: *index, rhs: len };
                let cond = emit.compute(compare, Scalar::Bool);
                trap(emit, cond, TrapKind::Index, vec![*index, len], Some(object));
            }
            if !in_slice {
                let Some(part) = ty.step(step).cloned() else { return };
                ty = part;
            }
        }
    }

    /// The length that an index must be below; `None` if it surely is.
    fn len(&self, emit: &mut Emit<'_>, slice: (Root, bool), ty: &Type, index: ValueId) -> Option<ValueId> {
        match (slice, ty) {
            ((Root::Param(param), true), _) => Some(emit.compute(OpKind::Len(param), Scalar::U64)),
            (_, Type::Array(_, len)) => {
                let inside = self
                    .constants
                    .get(index)
                    .is_some_and(|index| index.bits().is_some_and(|index| index < *len));
                (!inside).then(|| emit.constant((*len).into()))
            }
            _ => None,
        }
    }
}

fn negation(emit: &mut Emit<'_>, arg: ValueId) {
    let ty = emit.func.ty(arg);
    if !ty.is_integer() {
        return;
    }
    let min = emit.constant(ScalarValue::least(ty));
    let cond = emit.compute(OpKind::Compare { op: CompareOp::Eq, lhs: arg, rhs: min }, Scalar::Bool);
    trap(emit, cond, TrapKind::Overflow(Operation::Neg), vec![arg], None);
}

fn overflow_trap(emit: &mut Emit<'_>, op: BinaryOp, operation: Operation, lhs: ValueId, rhs: ValueId) {
    let cond = emit.compute(OpKind::Overflows { op, lhs, rhs }, Scalar::Bool);
    trap(emit, cond, TrapKind::Overflow(operation), vec![lhs, rhs], None);
}

fn trap(emit: &mut Emit<'_>, cond: ValueId, kind: TrapKind, operands: Vec<ValueId>, object: Option<String>) {
    emit.effect(OpKind::TrapIf { cond, trap: Trap { kind, operands, object } });
}
