//! Operators of the module's types.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::hir::{ExprId, ExprKind};
use crate::ids::FnId;
use crate::overload::{Overload, method_of, trait_of_method};
use crate::ty::Ty;

impl Infer<'_, '_> {
    /// The result of an operator that an `impl` block has for its operands, whose types were inferred; `None` if it has none.
    pub(super) fn overloaded(&mut self, id: ExprId) -> Option<Ty> {
        let kind = &self.body.exprs[id].kind;
        let method = method_of(kind)?;
        if self.front.overloads.is_empty() {
            return None;
        }
        let mut operands = Vec::new();
        for operand in kind.arguments() {
            let ty = self.exprs.get(operand).map_or(Ty::Error, |ty| self.table.resolve(ty));
            operands.push((ty, self.value_span(operand)));
        }
        if !operands.iter().any(|(ty, _)| matches!(ty.deref(), Ty::Adt(_))) {
            return None;
        }
        let known = self.front.overloads.iter().filter(|known| known.method == method);
        let known: Vec<FnId> =
            known.filter(|known| self.fits_operands(known, &operands)).map(|known| known.func).collect();
        let func = *known.first()?;
        if known.len() > 1 {
            let message = format!("several `impl`s of `{}` fit these operands", trait_of_method(method));
            let error = Diagnostic::error(codes::ANNOTATE, self.body.exprs[id].span, message);
            let error = error.related(self.front.funcs[func.0].span, "one of them");
            self.front.report(error.help("write the type of the literal: `2.0_f32`"));
        }
        Some(self.call_with(id, func, &[], &borrowed(kind, operands), None))
    }

    /// True if operands can have the types that an operator takes.
    fn fits_operands(&self, known: &Overload, operands: &[(Ty, Span)]) -> bool {
        let mut operands = operands.iter().map(|(ty, _)| ty.deref());
        let Some(left) = operands.next().filter(|left| self.table.may_be(left, &known.left)) else {
            return false;
        };
        if !self.front.has_operator(left, known.method) {
            return false;
        }
        let (right, wanted) = (operands.next(), known.right_of(left));
        right.zip(wanted).is_none_or(|(right, wanted)| self.table.may_be(right, &wanted))
    }
}

/// The operands as the trait's function takes them: those of a comparison by references, the target of an assignment by a
/// mutable one.
fn borrowed(kind: &ExprKind, operands: Vec<(Ty, Span)>) -> Vec<(Ty, Span)> {
    let operands = operands.into_iter().enumerate();
    let borrowed = operands.map(|(index, (ty, at))| match kind {
        ExprKind::Compare(..) => (Ty::reference(false, ty.deref().clone()), at),
        ExprKind::Index(..) if index == 0 => (Ty::reference(false, ty.deref().clone()), at),
        ExprKind::AssignOp(..) if index == 0 => (Ty::reference(true, ty), at),
        _ => (ty, at),
    });
    borrowed.collect()
}
