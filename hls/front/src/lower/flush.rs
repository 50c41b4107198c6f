//! The arithmetic of floats, with or without denormals.

use sycl_hls_ir::{BinaryOp, Overflow, Span, UnaryOp, ValueId, unary};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use crate::flush::flushes;

impl Lowerer<'_, '_, '_> {
    /// In a function whose arithmetic flushes denormals, an operand or a result of it without them.
    pub(super) fn flushed(&mut self, value: ValueId, span: Span) -> ValueId {
        let ty = self.builder.func().ty(value);
        let is_normal = |known: &ScalarValue| unary(UnaryOp::Flush, known).as_ref() == Some(known);
        if self.body.flushing.is_none()
            || !ty.is_float()
            || self.flushed.contains(&value)
            || self.known.get(value).is_some_and(is_normal)
        {
            return value;
        }
        let flushed = self.builder.unary(UnaryOp::Flush, Overflow::Wrapping, value, span);
        self.flushed.insert(flushed);
        flushed
    }

    /// An arithmetic operation, without denormals where the function flushes them.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        overflow: Overflow,
        operands: [ValueId; 2],
        span: Span,
    ) -> ValueId {
        if !flushes(op) {
            return self.builder.binary(op, overflow, operands[0], operands[1], span);
        }
        let [lhs, rhs] = operands.map(|operand| self.flushed(operand, span));
        let result = self.builder.binary(op, overflow, lhs, rhs, span);
        // One of two numbers is as they are.
        if matches!(op, BinaryOp::Min | BinaryOp::Max) { result } else { self.flushed(result, span) }
    }

    /// `value as ty`, without denormals where the function flushes them: they matter from float to float.
    pub(super) fn cast_number(&mut self, value: ValueId, ty: Scalar, span: Span) -> ValueId {
        let value = if ty.is_float() { self.flushed(value, span) } else { value };
        let result = self.builder.cast(value, ty, span);
        if ty == Scalar::F32 && self.builder.func().ty(value).is_float() {
            self.flushed(result, span)
        } else {
            result
        }
    }
}
