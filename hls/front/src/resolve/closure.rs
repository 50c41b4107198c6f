//! Closures in variables: each call is a copy of the closure.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{Expr, Pat};

use super::Resolver;
use super::syntax::{unparenthesized, wrong_count};
use crate::attribute::Site;
use crate::codes;
use crate::hir::{ExprId, ExprKind, Local, LocalDirectives, LocalId, NamedClosure, Stmt};
use crate::lacking::never;
use crate::names::plain_name;
use crate::span::{span, span_of};

/// A `let` of a closure: the variable's name, and what it stands for.
pub(super) fn named_closure(local: &syn::Local) -> Option<(&syn::PatIdent, &syn::ExprClosure)> {
    match (&local.pat, unparenthesized(&local.init.as_ref()?.expr)) {
        (Pat::Ident(name), Expr::Closure(closure)) if name.subpat.is_none() => Some((name, closure)),
        _ => None,
    }
}

impl Resolver<'_, '_> {
    /// `let f = |x| ..;`
    pub(super) fn name_closure(
        &mut self,
        local: &syn::Local,
        name: &syn::PatIdent,
        closure: &syn::ExprClosure,
    ) -> Stmt {
        self.front.directives(&local.attrs, Site::Expression);
        let at = span_of(closure);
        let ret = match &closure.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some(self.front.ty(ty)),
        };
        let closure = self.closure_body(closure);
        self.body.named_closures.push(NamedClosure { closure, ret });
        let id = self.body.named_closures.len() - 1;
        let variable = self.declare(Local {
            name: plain_name(&name.ident),
            mutable: name.mutability.is_some(),
            deferred: false,
            ty: None,
            span: span(name.ident.span()),
            directives: LocalDirectives::default(),
        });
        self.closures.insert(variable, id);
        Stmt::Expr(self.body.expr(ExprKind::NameClosure(id), at))
    }

    /// A call of a variable, which must be a closure.
    pub(super) fn call_closure(
        &mut self,
        local: LocalId,
        call: &syn::ExprCall,
        at: Span,
    ) -> Option<ExprKind> {
        let id = *self.closures.get(&local)?;
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let variable = &self.body.locals[local];
        let expected = self.body.named_closures[id].closure.params.len();
        if args.len() == expected {
            return Some(ExprKind::CallClosure(id, args));
        }
        let message = wrong_count(&variable.name, expected, args.len());
        let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
        let error = error.related(variable.span, "the closure");
        Some(self.error(error.help("give each parameter a value")))
    }

    /// Reports a closure that is used otherwise than by a call.
    pub(super) fn closure_as_value(&mut self, at: Span) -> ExprKind {
        let error = never(codes::EXPRESSION, at, "a closure as a value");
        self.error(error.help("call it, or write it where it is an argument: methods of iterators, of `Option` and of `Result` take closures"))
    }
}
