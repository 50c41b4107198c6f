//! Integer division: what it gives where C++ leaves it undefined, `MIN / -1` and a divisor of 0; and constants as divisors.

mod reciprocal;

use sycl_hls_ir::{
    BinaryOp, CompareOp, Constants, Func, Module, OpId, OpKind, Overflow, RegionId, UnaryOp, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::rewrite::{Emit, each_func, each_func_with_ranges, expand};

/// `wrapping_div` and `wrapping_rem` by -1 become what they mean. A divisor of 0 is an error in Rust.
pub(super) fn wrapping(module: &mut Module) {
    each_func(module, |module, func| {
        each_division(module, func, |division, divisor, emit| {
            let wants = division.overflow == Overflow::Wrapping
                && division.ty.is_signed()
                && divisor.is_none_or(is_minus_one);
            wants.then(|| guarded_by_minus_one(division, emit))
        });
    });
}

/// Every division becomes total, as on release hardware: a divisor of 0 does not stop the emulating process.
pub(super) fn total(module: &mut Module) {
    each_func(module, |module, func| {
        each_division(module, func, |division, divisor, emit| {
            let wants = divisor.is_none_or(|divisor| !divisor.is_true() || is_minus_one(divisor));
            wants.then(|| guarded(division, emit))
        });
    });
}

/// Divisions by constants become products and shifts: see [`reciprocal`].
pub(super) fn by_constants(module: &mut Module) {
    each_func_with_ranges(module, |module, func, ranges| {
        each_division(module, func, |division, divisor, emit| {
            let dividend = ranges.value(emit.func, division.lhs)?;
            reciprocal::by_constant(division, dividend, divisor?.to_integer()?, emit)
        });
    });
}

fn is_minus_one(value: &ScalarValue) -> bool {
    value.to_integer() == Some(-1)
}

/// A division or remainder of integers.
#[derive(Clone, Copy)]
struct Division {
    op: BinaryOp,
    overflow: Overflow,
    lhs: ValueId,
    rhs: ValueId,
    ty: Scalar,
}

impl Division {
    fn of(func: &Func, op: OpId) -> Option<Self> {
        match func.ops[op].kind {
            OpKind::Binary { op: op @ (BinaryOp::Div | BinaryOp::Rem), overflow, lhs, rhs } => {
                let ty = func.ty(lhs);
                ty.is_integer().then_some(Self { op, overflow, lhs, rhs, ty })
            }
            _ => None,
        }
    }

    /// The operation itself.
    const fn plain(self) -> OpKind {
        OpKind::Binary { op: self.op, overflow: self.overflow, lhs: self.lhs, rhs: self.rhs }
    }
}

/// Puts what `rewrite` gives in the place of a function's divisions, given their divisors where those are known.
fn each_division(
    module: &Module,
    func: &mut Func,
    rewrite: impl Fn(Division, Option<&ScalarValue>, &mut Emit<'_>) -> Option<OpKind>,
) {
    let mut constants = Constants::default();
    for op in func.ops_in_order() {
        constants.learn(module, func, &func.ops[op]);
    }
    expand(func, &mut |func, op, into| {
        if let Some(division) = Division::of(func, op) {
            let span = func.ops[op].span;
            let divisor = constants.get(division.rhs);
            if let Some(kind) = rewrite(division, divisor, &mut Emit { func, into, span }) {
                func.ops[op].kind = kind;
            }
        }
        into.push(op);
    });
}

/// The division, with what it gives for a divisor of 0 and of -1.
fn guarded(division: Division, emit: &mut Emit<'_>) -> OpKind {
    let Division { op, lhs, rhs, ty, .. } = division;
    let by_zero = |emit: &mut Emit<'_>| match op {
        BinaryOp::Div => emit.constant(ScalarValue::from_bits(ty, ty.mask())),
        _ => lhs,
    };
    choose(emit, rhs, ScalarValue::from_bits(ty, 0), by_zero, |emit| {
        let kind = if ty.is_signed() { guarded_by_minus_one(division, emit) } else { division.plain() };
        emit.compute(kind, ty)
    })
}

/// The division, with what it gives for a divisor of -1.
fn guarded_by_minus_one(division: Division, emit: &mut Emit<'_>) -> OpKind {
    let Division { rhs, ty, .. } = division;
    let minus_one = ScalarValue::wrapping(ty, -1);
    choose(emit, rhs, minus_one, |emit| negated(division, emit), |emit| emit.compute(division.plain(), ty))
}

/// Quotient or remainder of a division by -1.
fn negated(Division { op, lhs, ty, .. }: Division, emit: &mut Emit<'_>) -> ValueId {
    match op {
        BinaryOp::Div => {
            emit.compute(OpKind::Unary { op: UnaryOp::Neg, overflow: Overflow::Wrapping, arg: lhs }, ty)
        }
        _ => emit.constant(ScalarValue::from_bits(ty, 0)),
    }
}

/// `if value == special { then } else { otherwise }`
fn choose(
    emit: &mut Emit<'_>,
    value: ValueId,
    special: ScalarValue,
    then: impl FnOnce(&mut Emit<'_>) -> ValueId,
    otherwise: impl FnOnce(&mut Emit<'_>) -> ValueId,
) -> OpKind {
    let special = emit.constant(special);
    let cond = emit.compute(OpKind::Compare { op: CompareOp::Eq, lhs: value, rhs: special }, Scalar::Bool);
    let (then, otherwise) = (region(emit, then), region(emit, otherwise));
    OpKind::If { cond, then, otherwise }
}

fn region(emit: &mut Emit<'_>, fill: impl FnOnce(&mut Emit<'_>) -> ValueId) -> RegionId {
    emit.region(|emit| {
        let value = fill(emit);
        emit.effect(OpKind::Yield(value));
    })
}
