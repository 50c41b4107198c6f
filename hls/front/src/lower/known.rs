//! Numbers of items that are known when the code is translated: literals, constants, and what is computed of them.

use sycl_hls_ir::{BinaryOp, binary, cast, overflows};
use sycl_hls_types::ScalarValue;

use super::Lowerer;
use crate::hir::{ExprId, ExprKind};

impl Lowerer<'_, '_, '_> {
    /// The value of an expression of constants whose evaluation cannot fail.
    pub(super) fn known(&mut self, id: ExprId) -> Option<ScalarValue> {
        if let Some(literal) = self.types.literal(self.body, id) {
            return Some(literal);
        }
        match self.kind(id) {
            ExprKind::Value(_, value) | ExprKind::Number(_, value) => Some(value.clone()),
            ExprKind::Const(constant) if self.types.expr(id).as_prim().is_some() => {
                self.program.front.constant(*constant)?.leaves.first().cloned()
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let (lhs, rhs) = (self.known(*lhs)?, self.known(*rhs)?);
                let fails = match op {
                    BinaryOp::Div | BinaryOp::Rem => !rhs.is_true(),
                    op => op.is_shift(),
                };
                if fails || overflows(*op, &lhs, &rhs) { None } else { binary(*op, &lhs, &rhs) }
            }
            ExprKind::Cast(value, ty) => cast(&self.known(*value)?, ty.as_prim()?.scalar()),
            _ => None,
        }
    }
}
