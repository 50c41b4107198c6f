//! `#[flush_denormals]`: which operations of a function take denormal operands as zeros, and make zeros of denormal results.

use sycl_hls_ir::{BinaryOp, Diagnostic, UnaryOp};

use crate::builtin::Builtin;
use crate::codes;
use crate::front::Front;
use crate::hir::{Body, ExprId, ExprKind, ReduceKind};
use crate::ty::{Prim, Ty};
use crate::typed::{Callee, Instance, Types};
use crate::typings::{Flushing, Typings};

/// The operators of which AMD has ones that know no denormals (PG060).
pub(crate) const fn flushes(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Min | BinaryOp::Max
    )
}

impl Types {
    /// Records for the host code which operations flush denormals. Those of type parameters do so for all types that are numbers:
    /// integers have no denormals.
    pub fn record_flushing(&self, typings: &mut Typings, body: &Body) {
        for (id, node) in body.flushing.iter().flatten() {
            if let Some(flushing) = self.flushing(body, *id) {
                typings.flushing.insert(*node, flushing);
            }
        }
    }

    fn flushing(&self, body: &Body, id: ExprId) -> Option<Flushing> {
        let kind = &body.exprs[id].kind;
        let (operands, result) = match kind {
            ExprKind::Binary(op, ..) | ExprKind::AssignOp(op, ..) if flushes(*op) => (kind.arguments(), true),
            ExprKind::Compare(..) => (kind.arguments(), false),
            ExprKind::Cast(value, Ty::Prim(to)) if to.is_float() && self.prim(*value) != Some(*to) => {
                (vec![*value], *to == Prim::F32)
            }
            ExprKind::Method(_) => {
                let Some(Callee::Builtin(builtin)) = self.callee(id) else { return None };
                (kind.arguments(), of_method(*builtin)?)
            }
            // The items have no node.
            ExprKind::Reduce(reduce)
                if matches!(reduce.kind, ReduceKind::Sum(_) | ReduceKind::Product(_)) =>
            {
                return self.prim(id)?.is_float().then(|| Flushing { operands: Vec::new(), result: false });
            }
            _ => return None,
        };
        let is_float = operands.iter().all(|operand| self.prim(*operand).is_some_and(Prim::is_float));
        let operands = operands.into_iter().map(|operand| references(self.expr(operand))).collect();
        is_float.then_some(Flushing { operands, result })
    }

    fn prim(&self, id: ExprId) -> Option<Prim> {
        self.expr(id).deref().as_prim()
    }
}

/// Of a method that flushes its operands: whether its result may be denormal.
const fn of_method(builtin: Builtin) -> Option<bool> {
    match builtin {
        Builtin::MulAdd | Builtin::Recip => Some(true),
        Builtin::Into(Prim::F64) => Some(false),
        Builtin::MinMax(_) | Builtin::Clamp | Builtin::Fract | Builtin::Float(UnaryOp::Sqrt) => Some(false),
        _ => None,
    }
}

fn references(ty: &Ty) -> usize {
    match ty {
        Ty::Ref { inner, .. } => 1 + references(inner),
        _ => 0,
    }
}

impl Front<'_> {
    /// Reports the directive on a function that has no use of it, or that rustc evaluates.
    pub fn check_flushing(&mut self, instance: &Instance, body: &Body, types: &Types) {
        let Some(nodes) = &body.flushing else { return };
        let Some(directive) = self.signature(instance).directives.flush_denormals.clone() else { return };
        let at = directive.span;
        if self.funcs[instance.func.0].sig.constness.is_some() {
            let message = "`#[flush_denormals]` on a `const fn`";
            let note = "rustc evaluates constants, and knows nothing of the directive";
            let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, at, message).note(note);
            self.report(error.help("remove `const`, or the directive"));
        } else if instance.generics.is_empty()
            && nodes.iter().all(|(id, _)| types.flushing(body, *id).is_none())
        {
            let message = "`#[flush_denormals]` on a function without arithmetic of floats";
            let note = "it is about the operations that stand in the function, not about those of functions that it calls";
            let error = Diagnostic::error(codes::NO_EFFECT, at, message).note(note);
            self.report(error.help("put it on the functions that compute with floats, or leave it away"));
        }
    }
}
