//! Conversions: `Type::from(value)` and `value.into()`.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::builtin::Builtin;
use crate::codes;
use crate::hir::{ExprId, MethodCall};
use crate::ids::FnId;
use crate::ty::{GenericArg, Ty};
use crate::typed::{Callee, Instance};

/// An `into` whose function the types decide, when they are known.
pub(super) struct Into {
    id: ExprId,
    from: Ty,
    to: Ty,
    at: Span,
}

impl Infer<'_, '_> {
    /// Of the `From`s of one type, that of the argument's type.
    pub(super) fn conversion(&mut self, func: FnId, args: &[(Ty, Span)]) -> FnId {
        let Some((made, _)) = self.front.conversions.iter().find(|(_, id)| *id == func) else { return func };
        let of_type = self.front.conversions.iter().filter(|(other, _)| other == made).map(|(_, id)| *id);
        let all: Vec<FnId> = of_type.filter(|id| self.front.funcs[id.0].generics.is_empty()).collect();
        if all.len() < 2 {
            return func;
        }
        let fits = all.into_iter().find(|id| {
            let (params, _) = self.types_of(&Instance { func: *id, generics: Vec::new() });
            params.first().zip(args.first()).is_some_and(|(param, (arg, _))| self.table.may_be(arg, param))
        });
        fits.unwrap_or(func)
    }

    /// `value.into()`, whose type is not known yet, or `u32::from(value)` in its form.
    pub(super) fn into(&mut self, id: ExprId, from: &Ty, call: &MethodCall) -> Ty {
        let to = match call.generics.as_slice() {
            [Some(GenericArg::Ty(to))] => to.clone(),
            _ => self.table.new_any(),
        };
        let at = call.at;
        self.conversions.push(Into { id, from: from.clone(), to: to.clone(), at });
        to
    }

    /// All types are known that will be: what each `into` calls. `complete`: nothing was complained about that could leave one
    /// open.
    pub(super) fn decide_conversions(&mut self, complete: bool) {
        for Into { id, from, to, at } in std::mem::take(&mut self.conversions) {
            let (from, to) = (self.table.resolve(&from), self.table.resolve(&to));
            match &to {
                Ty::Error | Ty::Never => {}
                Ty::Var(_) if !complete => {}
                Ty::Var(_) => {
                    let message = "what `into` makes of the value is not decided";
                    let error = Diagnostic::error(codes::ANNOTATE, at, message);
                    self.front.report(error.help("annotate the variable: `let x: u64 = ..`"));
                }
                _ if from.is_wrong() => {}
                _ => self.decide_conversion(id, &from, &to, at),
            }
        }
    }

    fn decide_conversion(&mut self, id: ExprId, from: &Ty, to: &Ty, at: Span) {
        let by_default = self.table.resolve_or_default(from);
        let builtin = match (&by_default, to) {
            (from, to) if from == to => Some(Builtin::Clone),
            (Ty::Prim(from), Ty::Prim(to)) if from.fits_into(*to) => Some(Builtin::Into(*to)),
            _ => None,
        };
        if let Some(builtin) = builtin {
            self.callees.insert(id, Callee::Builtin(builtin));
            return;
        }
        let arg = [(from.clone(), at)];
        let own = self.front.conversions.iter().find(|(made, _)| made.covers(to)).map(|(_, func)| *func);
        if let Some(func) = own {
            let func = self.conversion(func, &arg);
            let found = self.call_with(id, func, &[], &arg, Some(to));
            self.table.unify(&found, to);
            return;
        }
        let message = format!("there is no `From<{by_default}>` for `{to}`");
        let error = Diagnostic::error(codes::CAST, at, message);
        self.front.report(error.help(match (&by_default, to) {
            (Ty::Prim(_), Ty::Prim(to)) => format!("convert it with `.. as {}`", to.name()),
            (from, Ty::Option(value)) if *from == **value => "write `Some(..)`".to_owned(),
            (from, Ty::Prim(_) | Ty::Adt(_)) => format!("write an `impl From<{from}> for {to}`"),
            _ => "write a function that takes the one and returns the other".to_owned(),
        }));
    }
}
