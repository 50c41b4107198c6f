//! Expressions: what they denote, and scalars among them.

use sycl_hls_ir::{BinaryOp, OpKind, Overflow, Span, UnaryOp, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::operand::Operand;
use crate::codes;
use crate::hir::{ExprId, ExprKind, Logic};
use crate::lacking::not_yet;
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// What an expression denotes.
    ///
    /// Inference has made sure of every type: `None` comes only from code that was reported or is out of reach.
    pub(super) fn operand(&mut self, id: ExprId) -> Option<Operand> {
        let types = self.types;
        let ty = types.expr(id);
        if self.scalar_type(ty).is_some() {
            return self.value(id).map(Operand::Value);
        }
        match ty {
            Ty::Unit => {
                self.effect(id);
                Some(Operand::Unit)
            }
            Ty::Never => {
                self.effect(id);
                None
            }
            Ty::Ref { .. } => self.reference(id),
            Ty::Slice(_) => self.view(id).map(Operand::Slice),
            _ => self.aggregate(id),
        }
    }

    /// The value of an operand: behind a reference, what that refers to.
    pub(super) fn value(&mut self, id: ExprId) -> Option<ValueId> {
        let value = self.value_of(id);
        // Nothing is left out in silence.
        let is_reached = self.reachable && *self.types.expr(id) != Ty::Never;
        if value.is_none() && is_reached && self.program.front.diagnostics.is_empty() {
            let error =
                not_yet(codes::EXPRESSION, self.span(id), "the value of this expression in this place");
            self.program.front.report(error.help("give it a name before: `let x = ..;`"));
        }
        value
    }

    /// The value, or `None` of code that was reported or is out of reach.
    fn value_of(&mut self, id: ExprId) -> Option<ValueId> {
        let span = self.span(id);
        let body = self.body;
        if let Some(literal) = self.types.literal(body, id) {
            return Some(self.constant(literal, span));
        }
        if self.gives_reference(id) {
            let operand = self.called_reference(id)?;
            return self.scalar(&operand, span);
        }
        if self.calls_function(id) {
            return self.called_value(id);
        }
        match &body.exprs[id].kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) if self.types.expr(id).as_number().is_some() => {
                self.all_bits(id)
            }
            ExprKind::Make(making, value, number) => self.made_number(*making, *value, *number, span),
            ExprKind::Value(_, value) | ExprKind::Number(_, value) => {
                Some(self.constant(value.clone(), span))
            }
            ExprKind::Local(_) | ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Deref(_) => {
                let operand = self.lvalue(id)?;
                self.scalar(&operand, span)
            }
            ExprKind::Match { .. } | ExprKind::CallVariable(..) if self.types.expr(id).is_ref() => {
                let operand = self.reference(id)?;
                self.scalar(&operand, span)
            }
            ExprKind::Ref { place, .. } => self.value(*place),
            ExprKind::Const(constant) => self.constant_value(*constant, id, span),
            ExprKind::Unary(op, arg) => {
                let arg = self.value(*arg)?;
                Some(self.builder.unary(*op, Overflow::Checked, arg, span))
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let (lhs, rhs) = (self.value(*lhs)?, self.value(*rhs)?);
                Some(self.arithmetic(*op, Overflow::Checked, [lhs, rhs], span))
            }
            ExprKind::Compare(op, lhs, rhs) => self.comparison(*op, *lhs, *rhs, span),
            ExprKind::Logic(logic, lhs, rhs) => self.logic(*logic, *lhs, *rhs, span),
            ExprKind::Cast(value, ty) => self.cast(*value, ty, span),
            ExprKind::Construct { variant: Some(variant), .. } => {
                let def = self.program.front.def_of(self.types.expr(id))?;
                let crate::front::AdtDef::Enum(def) = &*def else { return None };
                Some(self.builder.constant(def.tag_value(*variant), span))
            }
            ExprKind::Method(call) => self.method_value(id, call),
            _ => self.chosen_value(id),
        }
    }

    fn constant_value(&mut self, constant: crate::ids::ConstId, id: ExprId, span: Span) -> Option<ValueId> {
        let ty = self.types.expr(id).clone();
        let scalar = self.scalar_type(&ty)?;
        let global = self.program.global(constant)?;
        Some(self.builder.compute(OpKind::Global(global), scalar, span))
    }

    /// `as`: saturating from floats, truncating between integers.
    fn cast(&mut self, value: ExprId, ty: &Ty, span: Span) -> Option<ValueId> {
        let ty = self.scalar_type(ty)?;
        let value = self.value(value)?;
        let from = self.builder.func().ty(value);
        match (from, ty) {
            // `usize` and `u64` are one type in KIR.
            _ if from == ty => Some(value),
            (Scalar::Float(_), _) if ty.is_wide() => self.cast_wide(value, ty, span),
            (_, Scalar::Float(_)) if from.is_wide() => self.cast_wide(value, ty, span),
            _ => Some(self.cast_number(value, ty, span)),
        }
    }

    /// The lazy operators: the right-hand side is evaluated only where it decides.
    fn logic(&mut self, logic: Logic, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ValueId> {
        let cond = self.value(lhs)?;
        let undecided = move |lowerer: &mut Self| lowerer.value(rhs);
        match logic {
            Logic::And => self.and(cond, span, undecided),
            Logic::Or => self.or(cond, span, undecided),
        }
    }

    /// `!value`
    pub(super) fn not(&mut self, value: ValueId, span: Span) -> ValueId {
        if let Some(opposite) = self.opposites.get(value) {
            return *opposite;
        }
        let opposite = self.builder.unary(UnaryOp::Not, Overflow::Wrapping, value, span);
        self.opposites.insert(opposite, value);
        opposite
    }

    /// True if both conditions hold, of which neither has effects.
    pub(super) fn both(&mut self, a: Option<ValueId>, b: Option<ValueId>, span: Span) -> Option<ValueId> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.builder.binary(BinaryOp::And, Overflow::Wrapping, a, b, span)),
            (a, b) => a.or(b),
        }
    }
}
