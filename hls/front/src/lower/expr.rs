//! Expressions whose value is a scalar.

use sycl_hls_ir::{BinaryOp, CallArg, OpKind, Overflow, Span, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{Binding, Lowerer};
use crate::hir::{ExprId, ExprKind, FnId, Logic, Method};
use crate::ty::{Prim, Ty};

impl Lowerer<'_> {
    /// Lowers an expression with a scalar value.
    ///
    /// Inference has made sure of every type: `None` comes only from code that was reported.
    pub(super) fn value(&mut self, id: ExprId) -> Option<ValueId> {
        let span = self.span(id);
        let body = self.body;
        if let Some(literal) = self.types.literal(body, id) {
            return Some(self.builder.constant(literal, span));
        }
        match &body.exprs[id].kind {
            ExprKind::Value(_, value) => Some(self.builder.constant(*value, span)),
            ExprKind::Local(local) => match *self.bindings.get(*local)? {
                Binding::Value(value) => Some(value),
                Binding::Slot(_) | Binding::Param(_) => self.read(id, span),
            },
            ExprKind::Const(constant) => {
                let global = *self.ids.globals.get(constant)?;
                Some(self.builder.compute(OpKind::Global(global), self.scalar(id)?, span))
            }
            ExprKind::Index(..) => self.read(id, span),
            ExprKind::Unary(op, arg) => {
                let arg = self.value(*arg)?;
                Some(self.builder.unary(*op, Overflow::Checked, arg, span))
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let (lhs, rhs) = (self.value(*lhs)?, self.value(*rhs)?);
                Some(self.builder.binary(*op, Overflow::Checked, lhs, rhs, span))
            }
            ExprKind::Compare(op, lhs, rhs) => {
                let (lhs, rhs) = (self.value(*lhs)?, self.value(*rhs)?);
                Some(self.builder.compare(*op, lhs, rhs, span))
            }
            ExprKind::Logic(logic, lhs, rhs) => self.logic(*logic, *lhs, *rhs, span),
            ExprKind::Cast(value, ty) => self.cast(*value, ty, span),
            ExprKind::Method { receiver, method, args, at } => self.method(*receiver, *method, args, *at),
            ExprKind::Call(func, args) => {
                let kind = self.call(*func, args)?;
                Some(self.builder.compute(kind, self.scalar(id)?, span))
            }
            ExprKind::If { cond, then, otherwise: Some(otherwise) } => {
                let cond = self.value(*cond)?;
                let ty = self.scalar(id)?;
                self.choose(
                    cond,
                    ty,
                    span,
                    |lowerer| lowerer.block(then),
                    |lowerer| lowerer.value(*otherwise),
                )
            }
            ExprKind::Block(block) => self.block(block),
            _ => None,
        }
    }

    fn scalar(&self, id: ExprId) -> Option<Scalar> {
        self.types.expr(id).as_prim().map(Prim::scalar)
    }

    fn read(&mut self, id: ExprId, span: Span) -> Option<ValueId> {
        let ty = self.scalar(id)?;
        let place = self.place(id)?;
        Some(self.builder.read(place, ty, span))
    }

    fn cast(&mut self, value: ExprId, ty: &Ty, span: Span) -> Option<ValueId> {
        let ty = ty.as_prim()?.scalar();
        let value = self.value(value)?;
        // `usize` and `u64` are one type in KIR.
        if self.builder.func().ty(value) == ty {
            return Some(value);
        }
        Some(self.builder.compute(OpKind::Cast(value), ty, span))
    }

    /// An `if` with a value.
    fn choose(
        &mut self,
        cond: ValueId,
        ty: Scalar,
        span: Span,
        then: impl FnOnce(&mut Self) -> Option<ValueId>,
        otherwise: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let then = self.with_region(|lowerer| {
            let value = then(lowerer);
            lowerer.yields(value, span);
        });
        let otherwise = self.with_region(|lowerer| {
            let value = otherwise(lowerer);
            lowerer.yields(value, span);
        });
        Some(self.builder.compute(OpKind::If { cond, then, otherwise }, ty, span))
    }

    fn yields(&mut self, value: Option<ValueId>, span: Span) {
        if let Some(value) = value {
            self.builder.push(OpKind::Yield(value), span);
        }
    }

    /// The lazy operators: the right-hand side is evaluated only where it decides.
    fn logic(&mut self, logic: Logic, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ValueId> {
        let cond = self.value(lhs)?;
        let decided =
            move |lowerer: &mut Self| Some(lowerer.builder.constant((logic == Logic::Or).into(), span));
        let undecided = move |lowerer: &mut Self| lowerer.value(rhs);
        match logic {
            Logic::And => self.choose(cond, Scalar::Bool, span, undecided, decided),
            Logic::Or => self.choose(cond, Scalar::Bool, span, decided, undecided),
        }
    }

    fn method(&mut self, receiver: ExprId, method: Method, args: &[ExprId], span: Span) -> Option<ValueId> {
        if method == Method::Len {
            return self.len(receiver, span);
        }
        let receiver = self.value(receiver)?;
        let arg = match args.first() {
            Some(arg) => Some(self.value(*arg)?),
            None => None,
        };
        match (method, arg) {
            (Method::Wrapping(op) | Method::WrappingShift(op), Some(arg)) => {
                Some(self.builder.binary(op, Overflow::Wrapping, receiver, arg, span))
            }
            (Method::WrappingNeg, None) => {
                let zero = ScalarValue::from_bits(self.builder.func().ty(receiver), 0);
                let zero = self.builder.constant(zero, span);
                Some(self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, zero, receiver, span))
            }
            _ => None,
        }
    }

    fn len(&mut self, receiver: ExprId, span: Span) -> Option<ValueId> {
        match self.types.expr(receiver).deref() {
            Ty::Array(_, len) => {
                if let ExprKind::Index(..) = self.kind(receiver) {
                    let place = self.place(receiver)?;
                    self.probe(&place, receiver);
                }
                Some(self.builder.constant((*len).into(), span))
            }
            _ => match *self.kind(receiver) {
                ExprKind::Local(local) => match *self.bindings.get(local)? {
                    Binding::Param(index) => {
                        Some(self.builder.compute(OpKind::Len(index), Scalar::U64, span))
                    }
                    _ => None,
                },
                _ => None,
            },
        }
    }

    pub(super) fn call(&mut self, func: FnId, args: &[ExprId]) -> Option<OpKind> {
        let mut actuals = Vec::with_capacity(args.len());
        for &arg in args {
            let actual = match self.types.expr(arg) {
                Ty::Prim(_) => CallArg::Value(self.value(arg)?),
                _ => match *self.kind(arg) {
                    ExprKind::Ref { place: id, .. } => {
                        let place = self.place(id)?;
                        self.probe(&place, id);
                        CallArg::Place(place)
                    }
                    _ => CallArg::Place(self.place(arg)?),
                },
            };
            actuals.push(actual);
        }
        Some(OpKind::Call { func: *self.ids.funcs.get(&func)?, args: actuals })
    }
}
