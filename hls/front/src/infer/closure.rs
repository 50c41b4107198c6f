//! What variables and parameters stand for that can be called: closures, whose types are the same at each call, and functions.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::hir::{Closure, ExprId, ExprKind, LocalId};
use crate::ids::FnId;
use crate::lacking::never;
use crate::resolve::wrong_arity;
use crate::ty::{GenericArg, Ty};
use crate::typed::{Callee, Instance};

impl Infer<'_, '_> {
    /// The types of the arguments of a call. Those of closures come later: what else the function takes says what they get.
    pub(super) fn arguments(&mut self, args: &[ExprId]) -> Vec<(Ty, Span)> {
        let body = self.body;
        let types = args.iter().map(|arg| match &body.exprs[*arg].kind {
            ExprKind::Closure(_) => (self.table.new_any(), body.exprs[*arg].span),
            _ => (self.expr(*arg), self.value_span(*arg)),
        });
        types.collect()
    }

    /// Infers the closures among the arguments of a call, when it is known what the function calls them with.
    pub(super) fn closures_among(&mut self, args: &[ExprId], types: &[(Ty, Span)]) {
        let body = self.body;
        for (arg, (expected, at)) in args.iter().zip(types) {
            let ExprKind::Closure(closure) = &body.exprs[*arg].kind else { continue };
            let ty = match self.table.resolve(expected) {
                Ty::Fn(params, ret) => self.closure_for(closure, params, &ret, *at),
                // The call was complained about.
                Ty::Var(_) if !self.front.diagnostics.is_empty() => Ty::Error,
                other => self.no_closure_here(&other, *at),
            };
            self.exprs.insert(*arg, ty);
        }
    }

    /// A closure where the function calls it with arguments of these types, and needs this result.
    fn closure_for(&mut self, closure: &Closure, params: Vec<Ty>, ret: &Ty, at: Span) -> Ty {
        if closure.params.len() != params.len() {
            self.front.report(wrong_arity(params.len(), closure.params.len(), at));
            return Ty::Error;
        }
        let errors = self.front.diagnostics.len();
        let found = self.closure_result(closure, &params);
        if self.front.diagnostics.len() == errors {
            let at = self.value_span(closure.body);
            self.coerce(&found, ret, at);
        }
        Ty::Fn(params, Box::new(found))
    }

    /// A closure that is no argument of a function which calls it.
    fn no_closure_here(&mut self, expected: &Ty, at: Span) -> Ty {
        let error = match expected {
            Ty::Error => return Ty::Error,
            Ty::Var(_) => never(codes::EXPRESSION, at, "a closure as a value of any type"),
            other => {
                let message = format!("a closure is no `{}`", self.table.show(other));
                Diagnostic::error(codes::MISMATCH, at, message)
            }
        };
        self.front.report(error.help("a parameter for closures has a type like `impl Fn(u32) -> u32`"));
        Ty::Error
    }

    /// `let f = |x| ..;`: what it is called with decides the types of its parameters.
    pub(super) fn closure_variable(&mut self, closure: &Closure) -> Ty {
        let params: Vec<Ty> = closure.params.iter().map(|_| self.table.new_any()).collect();
        let ret = self.closure_result(closure, &params);
        Ty::Fn(params, Box::new(ret))
    }

    /// The type of what a closure gives for arguments of these types.
    fn closure_result(&mut self, closure: &Closure, params: &[Ty]) -> Ty {
        let found = self.closure(closure, params);
        let found = self.table.resolve(&found);
        if found.holds_ref() && !found.is_given() {
            let at = self.value_span(closure.body);
            let message =
                format!("a closure in a variable or an argument gives no `{}`", self.table.show(&found));
            let error = Diagnostic::error(codes::EXPRESSION, at, message);
            self.front.report(
                error
                    .note("on hardware, memories are wired to what reaches them")
                    .help("give one reference, or the values"),
            );
            return Ty::Error;
        }
        found
    }

    /// A function where a closure may stand.
    pub(super) fn function_value(&mut self, id: ExprId, func: FnId, written: &[Option<GenericArg>]) -> Ty {
        let at = self.body.exprs[id].span;
        let count = self.front.funcs[func.0].sig.inputs.len();
        let open: Vec<Ty> = (0..count).map(|_| self.table.new_any()).collect();
        let Some(generics) = self.generic_arguments(func, written, &open, None, at) else { return Ty::Error };
        let instance = Instance { func, generics };
        let (params, ret) = self.types_of(&instance);
        self.callees.insert(id, Callee::Fn(instance));
        Ty::Fn(params, Box::new(ret))
    }

    /// `f(x)` of a variable.
    pub(super) fn call_variable(&mut self, local: LocalId, args: &[ExprId]) -> Ty {
        let found = self.arguments(args);
        // It is not known where its `let` was not reached by the walk, in code that was complained about.
        let ty = self.locals.get(local).map_or(Ty::Error, |ty| self.table.resolve(ty));
        let Ty::Fn(params, ret) = ty else { return Ty::Error };
        for ((found, at), expected) in found.iter().zip(&params) {
            self.coerce(found, expected, *at);
        }
        self.closures_among(args, &found);
        *ret
    }
}
