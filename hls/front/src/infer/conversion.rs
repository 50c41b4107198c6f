//! Conversions: `Type::from(value)` and `value.into()`, and those that may fail: `try_from` and `try_into`.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::builtin::{Builtin, INTO};
use crate::codes;
use crate::hir::{ExprId, MethodCall};
use crate::ids::FnId;
use crate::library::{TRY_FROM, TRY_INTO};
use crate::names::plain_name;
use crate::ty::{AdtRef, GenericArg, Ty};
use crate::typed::{Callee, Instance};

/// An `into` or a `try_into` whose function the types decide, when they are known.
pub(super) struct Into {
    id: ExprId,
    from: Ty,
    to: Ty,
    at: Span,
    /// What a `try_into` gives.
    result: Option<Ty>,
}

impl Into {
    /// The function of the trait that it calls.
    const fn function(&self) -> &'static str {
        if self.result.is_some() { TRY_FROM } else { "from" }
    }

    /// How it is written.
    const fn method(&self) -> &'static str {
        if self.result.is_some() { TRY_INTO } else { INTO }
    }
}

impl Infer<'_, '_> {
    /// Of the `From`s of one type, that of the argument's type.
    pub(super) fn conversion(&mut self, func: FnId, args: &[(Ty, Span)]) -> FnId {
        let Some((made, _)) = self.front.conversions.iter().find(|(_, id)| *id == func) else { return func };
        let name = plain_name(&self.front.funcs[func.0].sig.ident);
        let of_type =
            self.front.conversions_named(&name).filter(|(other, _)| other == made).map(|(_, id)| *id);
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
        let (at, from) = (call.at, from.clone());
        let Some(result) = self.front.result().filter(|_| call.name == TRY_INTO) else {
            self.conversions.push(Into { id, from, to: to.clone(), at, result: None });
            return to;
        };
        let args = [to.clone(), self.table.new_any()].map(GenericArg::Ty);
        let result = Ty::Adt(AdtRef { args: args.into(), ..self.front.adt_ref(result) });
        self.conversions.push(Into { id, from, to, at, result: Some(result.clone()) });
        result
    }

    /// All types are known that will be: what each `into` calls. `complete`: nothing was complained about that could leave one
    /// open.
    pub(super) fn decide_conversions(&mut self, complete: bool) {
        for into in std::mem::take(&mut self.conversions) {
            let (from, to) = (self.table.resolve(&into.from), self.table.resolve(&into.to));
            match &to {
                Ty::Error | Ty::Never => {}
                Ty::Var(_) if !complete => {}
                Ty::Var(_) => {
                    let message = format!("what `{}` makes of the value is not decided", into.method());
                    let error = Diagnostic::error(codes::ANNOTATE, into.at, message);
                    self.front.report(error.help(match into.result {
                        None => "annotate the variable: `let x: u64 = ..`",
                        Some(_) => "name the type: `u8::try_from(..)`",
                    }));
                }
                _ if from.is_wrong() => {}
                _ => self.decide_conversion(&into, &from, &to),
            }
        }
    }

    fn decide_conversion(&mut self, into: &Into, from: &Ty, to: &Ty) {
        let Into { id, at, ref result, .. } = *into;
        let by_default = self.table.resolve_or_default(from);
        if result.is_some() && self.decide_attempt(into, &by_default, to) {
            return;
        }
        let builtin = match (&by_default, to) {
            _ if result.is_some() => None,
            (from, to) if from == to => Some(Builtin::Clone),
            (Ty::Prim(from), Ty::Prim(to)) if from.fits_into(*to) => Some(Builtin::Into(*to)),
            _ => None,
        };
        if let Some(builtin) = builtin {
            self.callees.insert(id, Callee::Builtin(builtin));
            return;
        }
        let arg = [(from.clone(), at)];
        let makes = |known: &&(Ty, FnId)| known.0.covers(to);
        let own = self.front.conversions_named(into.function()).find(makes).map(|(_, func)| *func);
        if let Some(func) = own {
            let func = self.conversion(func, &arg);
            let wanted = result.as_ref().unwrap_or(to);
            let found = self.call_with(id, func, &[], &arg, Some(wanted));
            self.table.unify(&found, wanted);
            return;
        }
        let name = if result.is_some() { "TryFrom" } else { "From" };
        let message = format!("there is no `{name}<{by_default}>` for `{to}`");
        let error = Diagnostic::error(codes::CAST, at, message);
        self.front.report(error.help(match (&by_default, to) {
            (from, Ty::Adt(_)) if result.is_some() => format!("write an `impl TryFrom<{from}> for {to}`"),
            (Ty::Prim(_), Ty::Prim(to)) => format!("convert it with `.. as {}`", to.name()),
            (from, Ty::Option(value)) if *from == **value => "write `Some(..)`".to_owned(),
            (from, Ty::Prim(_) | Ty::Adt(_)) => format!("write an `impl From<{from}> for {to}`"),
            _ => "write a function that takes the one and returns the other".to_owned(),
        }));
    }

    /// `try_into` of an integer to an integer, and of a slice to an array.
    fn decide_attempt(&mut self, into: &Into, from: &Ty, to: &Ty) -> bool {
        let (arg, generics) = match (from, to) {
            (Ty::Prim(int), Ty::Prim(made)) if int.is_integer() && made.is_integer() => {
                (from.clone(), [from, to].map(|ty| Some(GenericArg::Ty(ty.clone()))))
            }
            (Ty::Slice(element) | Ty::Array(element, _), Ty::Array(made, len)) => {
                if !self.table.unify(element, made) {
                    return false;
                }
                let slice = Ty::reference(false, Ty::Slice(element.clone()));
                (slice, [Some(GenericArg::Ty((**element).clone())), Some(GenericArg::Const((*len).into()))])
            }
            _ => return false,
        };
        let (Some(func), Some(result)) = (self.front.of_attempts(to), &into.result) else { return false };
        let found = self.call_with(into.id, func, &generics, &[(arg, into.at)], Some(result));
        self.table.unify(&found, result);
        true
    }
}
