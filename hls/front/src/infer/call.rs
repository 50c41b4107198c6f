//! Calls of functions.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::hir::ExprId;
use crate::ids::FnId;
use crate::ty::{GenericArg, Ty};
use crate::typed::{Callee, Instance};

impl Infer<'_, '_> {
    /// The result type of a call, whose parameters unify with its arguments.
    pub(super) fn call(
        &mut self,
        id: ExprId,
        func: FnId,
        generics: &[Option<GenericArg>],
        args: &[ExprId],
        wanted: Option<&Ty>,
    ) -> Ty {
        let found = self.arguments(args);
        let func = self.conversion(func, &found);
        let ret = self.call_with(id, func, generics, &found, wanted);
        self.closures_among(args, &found);
        ret
    }

    /// A call with arguments of these types.
    pub(super) fn call_with(
        &mut self,
        id: ExprId,
        func: FnId,
        generics: &[Option<GenericArg>],
        args: &[(Ty, Span)],
        wanted: Option<&Ty>,
    ) -> Ty {
        let types: Vec<Ty> = args.iter().map(|(ty, _)| ty.clone()).collect();
        let at = self.body.exprs[id].span;
        let Some(generics) = self.generic_arguments(func, generics, &types, wanted, at) else {
            return Ty::Error;
        };
        let instance = Instance { func, generics };
        let (params, ret) = self.types_of(&instance);
        for ((found, at), expected) in args.iter().zip(&params) {
            self.coerce(found, expected, *at);
        }
        self.callees.insert(id, Callee::Fn(instance));
        ret
    }

    /// The types of the parameters and of the result, with what is open in the arguments left open.
    pub(super) fn types_of(&mut self, instance: &Instance) -> (Vec<Ty>, Ty) {
        if !instance.generics.is_empty() {
            return self.generic_signature(instance);
        }
        let signature = self.front.signature(instance);
        let params = signature.params.iter().map(|param| param.ty.clone()).collect();
        (params, signature.ret.clone())
    }

    /// A function of the library for the type of its first argument.
    pub(super) fn library_call(&mut self, id: ExprId, name: &str, args: &[ExprId], at: Span) -> Ty {
        let found: Vec<(Ty, Span)> =
            args.iter().map(|arg| (self.value_of(*arg, None), self.value_span(*arg))).collect();
        let first = found.first().map_or(Ty::Unit, |(ty, _)| self.table.resolve(ty));
        if first.is_wrong() {
            return Ty::Error;
        }
        // A literal is an `f64` unless something else says otherwise before.
        let by_default = self.table.resolve_or_default(&first);
        let Some(func) = self.front.library_overload(name, &by_default) else {
            let message = format!("`math::{name}` takes `f32` or `f64`, not `{}`", self.table.show(&first));
            self.front
                .report(Diagnostic::error(codes::MISMATCH, at, message).help("convert it: `.. as f32`"));
            return Ty::Error;
        };
        let expected = self.front.funcs[func.0].sig.inputs.len();
        if found.len() != expected {
            let message = crate::resolve::wrong_count(name, expected, found.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
            self.front.report(error.help("give each parameter a value"));
            return Ty::Error;
        }
        self.call_with(id, func, &[], &found, None)
    }

    /// A value fits a place as it is, as a reborrow, or as an array behind a reference to a slice.
    pub(super) fn coerce(&mut self, found: &Ty, expected: &Ty, at: Span) {
        let resolved = (self.table.resolve(found), self.table.resolve(expected));
        let fits = match &resolved {
            (Ty::Ref { mutable: found_mut, inner: found }, Ty::Ref { mutable, inner: expected }) => {
                let inner = match (&**found, &**expected) {
                    (Ty::Array(a, _), Ty::Slice(b)) => self.table.unify(a, b),
                    (a, b) => self.table.unify(a, b),
                };
                inner && (*found_mut || !mutable)
            }
            (found, expected) => self.table.unify(found, expected),
        };
        if !fits {
            let error = self.mismatch(found, expected, at);
            self.front.report(error);
        }
    }
}
