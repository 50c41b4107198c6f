//! Cheaper operations on integers and bools that give the same bits.

use sycl_hls_ir::{self as ir, BinaryOp, CompareOp, Constants, Func, OpKind, Overflow, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

/// What stands for an operation.
pub(super) enum Simpler {
    /// A value that is there.
    Same(ValueId),
    /// A constant.
    Known(ScalarValue),
    /// An operation on a value and a constant.
    With(BinaryOp, ValueId, ScalarValue),
    /// The negated bits of a value.
    Not(ValueId),
}

pub(super) const fn not(arg: ValueId) -> OpKind {
    OpKind::Unary { op: UnaryOp::Not, overflow: Overflow::Wrapping, arg }
}

/// A cheaper operation whose result, of type `ty`, has the same bits.
pub(super) fn simpler(func: &Func, constants: &Constants, kind: &OpKind, ty: Scalar) -> Option<Simpler> {
    match *kind {
        OpKind::Cast(value) if func.ty(value) == ty => Some(Simpler::Same(value)),
        OpKind::Bits(value) if func.ty(value) == ty => Some(Simpler::Same(value)),
        OpKind::Compare { op, lhs, rhs } if func.ty(lhs) == Scalar::Bool => {
            compared(op, (lhs, constants.get(lhs)), (rhs, constants.get(rhs)))
        }
        OpKind::Overflows { op, lhs, rhs }
            if fits(op, func.ty(lhs), constants.get(lhs), constants.get(rhs)) =>
        {
            Some(Simpler::Known(false.into()))
        }
        OpKind::Binary { op, lhs, rhs, .. } if !ty.is_float() => {
            if lhs == rhs {
                return of_itself(op, lhs, ty);
            }
            let by_right = constants.get(rhs).and_then(|right| with_right(op, lhs, right, ty));
            by_right.or_else(|| with_left(op, constants.get(lhs)?, rhs, ty))
        }
        _ => None,
    }
}

fn zero(ty: Scalar) -> Simpler {
    Simpler::Known(ScalarValue::from_bits(ty, 0))
}

/// `x op x`
fn of_itself(op: BinaryOp, value: ValueId, ty: Scalar) -> Option<Simpler> {
    match op {
        BinaryOp::Sub | BinaryOp::Xor => Some(zero(ty)),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Min | BinaryOp::Max => Some(Simpler::Same(value)),
        _ => None,
    }
}

/// `x op constant`
fn with_right(op: BinaryOp, lhs: ValueId, right: &ScalarValue, ty: Scalar) -> Option<Simpler> {
    let is = |bits: u64| right.bits() == Some(bits);
    let one = ScalarValue::from_bits(ty, 1);
    let log = || Some(ScalarValue::from_bits(ty, right.log2()?.into()));
    Some(match op {
        BinaryOp::Shl | BinaryOp::Shr if right.low_bits() & ty.distance_mask() == 0 => Simpler::Same(lhs),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor if is(0) => Simpler::Same(lhs),
        BinaryOp::Mul | BinaryOp::Div if is(1) => Simpler::Same(lhs),
        BinaryOp::And if right.is_all_ones() => Simpler::Same(lhs),
        BinaryOp::Mul | BinaryOp::And if is(0) => zero(ty),
        BinaryOp::Rem if is(1) => zero(ty),
        BinaryOp::Or if right.is_all_ones() => Simpler::Known(right.clone()),
        BinaryOp::Xor if right.is_all_ones() => Simpler::Not(lhs),
        BinaryOp::Mul => Simpler::With(BinaryOp::Shl, lhs, log()?),
        BinaryOp::Div if !ty.is_signed() => Simpler::With(BinaryOp::Shr, lhs, log()?),
        BinaryOp::Rem if !ty.is_signed() => {
            log()?;
            Simpler::With(BinaryOp::And, lhs, ir::binary(BinaryOp::Sub, right, &one)?)
        }
        _ => return None,
    })
}

/// `constant op x`
fn with_left(op: BinaryOp, left: &ScalarValue, rhs: ValueId, ty: Scalar) -> Option<Simpler> {
    match op {
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            with_right(op, rhs, left, ty)
        }
        BinaryOp::Shl | BinaryOp::Shr if !left.is_true() => Some(zero(ty)),
        BinaryOp::Shr if ty.is_signed() && left.is_all_ones() => Some(Simpler::Known(left.clone())),
        _ => None,
    }
}

/// Bools that are compared with a constant.
fn compared(
    op: CompareOp,
    (lhs, left): (ValueId, Option<&ScalarValue>),
    (rhs, right): (ValueId, Option<&ScalarValue>),
) -> Option<Simpler> {
    let (value, constant) = match (left, right) {
        (None, Some(right)) => (lhs, right),
        (Some(left), None) => (rhs, left),
        _ => return None,
    };
    match op {
        CompareOp::Eq if constant.is_true() => Some(Simpler::Same(value)),
        CompareOp::Ne if !constant.is_true() => Some(Simpler::Same(value)),
        CompareOp::Eq | CompareOp::Ne => Some(Simpler::Not(value)),
        _ => None,
    }
}

/// True if an operation with these operands never overflows.
fn fits(op: BinaryOp, ty: Scalar, left: Option<&ScalarValue>, right: Option<&ScalarValue>) -> bool {
    let is = |value: Option<&ScalarValue>, numbers: &[i128]| {
        value.and_then(ScalarValue::to_integer).is_some_and(|value| numbers.contains(&value))
    };
    match op {
        BinaryOp::Add => is(left, &[0]) || is(right, &[0]),
        BinaryOp::Sub => is(right, &[0]),
        BinaryOp::Mul => is(left, &[0, 1]) || is(right, &[0, 1]),
        BinaryOp::Div | BinaryOp::Rem => {
            !ty.is_signed() || right.is_some_and(|right| right.to_integer() != Some(-1))
        }
        _ => false,
    }
}
