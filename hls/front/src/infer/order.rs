//! The order of values: operators of types that say it themselves, and the methods of `PartialOrd` and `Ord`.

use sycl_hls_ir::{CompareOp, Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::derive::{ORDER, TOTAL_ORDER};
use crate::hir::{ExprId, MethodCall};
use crate::resolve::wrong_count;
use crate::ty::{Prim, Ty};

/// Methods by their names: the library's function, and the trait that has it.
const METHODS: [(&str, &str, &str); 4] = [
    ("partial_cmp", "partial_cmp", ORDER),
    ("cmp", "cmp", TOTAL_ORDER),
    ("min", "least", TOTAL_ORDER),
    ("max", "greatest", TOTAL_ORDER),
];

impl Infer<'_, '_> {
    /// `<`, `<=`, `>` or `>=` of a type whose `impl` of `PartialOrd` says the order: a call of the library's function, which asks
    /// `partial_cmp`.
    pub(super) fn ordered(&mut self, id: ExprId, op: CompareOp, operands: [ExprId; 2]) -> Option<Ty> {
        let name = match op {
            CompareOp::Lt => "lt",
            CompareOp::Le => "le",
            CompareOp::Gt => "gt",
            CompareOp::Ge => "ge",
            CompareOp::Eq | CompareOp::Ne => return None,
        };
        let args = operands.map(|operand| {
            let ty = self.exprs.get(operand).map_or(Ty::Error, |ty| self.table.resolve(ty));
            (Ty::reference(false, ty.deref().clone()), self.value_span(operand))
        });
        let func = self.front.of_order(name).filter(|_| self.front.says_order(args[0].0.deref()))?;
        Some(self.call_with(id, func, &[], &args, None))
    }

    /// A method of values that have an order; `None` if it is another one.
    pub(super) fn method_of_order(
        &mut self,
        id: ExprId,
        own: &Ty,
        call: &MethodCall,
        args: &[(Ty, Span)],
    ) -> Option<Ty> {
        let (_, function, needs) = *METHODS.iter().find(|(name, ..)| *name == call.name)?;
        let func = self.front.of_order(function)?;
        let is_partial = needs == TOTAL_ORDER && own.as_prim().is_some_and(Prim::is_float);
        if matches!(own, Ty::Var(_) | Ty::Error | Ty::Never) || is_partial || !self.front.has_equality(own) {
            return None;
        }
        if let (Some(adt), false) = (self.front.underived(own, needs), self.front.says_order(own)) {
            let message = format!("`{}` of `{}` needs `{needs}`", call.name, self.table.show(own));
            let error = Diagnostic::error(codes::ARRAY_VALUE, call.at, message);
            let error = self.front.lacks_derive(error, adt, needs);
            self.front.report(error);
            return Some(Ty::Error);
        }
        let [(other, at)] = args else {
            let message = wrong_count(&call.name, 1, args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, call.at, message);
            self.front.report(error.help("give it what the value is compared with"));
            return Some(Ty::Error);
        };
        let takes_values = function != call.name;
        let receiver = if takes_values { own.clone() } else { Ty::reference(false, own.clone()) };
        // References to references are compared as what they refer to in the end.
        let mut other = self.table.resolve(other);
        while let Ty::Ref { inner, .. } = &other
            && inner.is_ref()
        {
            other = (**inner).clone();
        }
        let all = [(receiver, self.body.exprs[call.receiver].span), (other, *at)];
        Some(self.call_with(id, func, &[], &all, None))
    }
}
