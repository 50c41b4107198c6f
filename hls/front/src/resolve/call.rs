//! Calls of helper functions and methods.

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::Expr;

use super::Resolver;
use super::expr::{ident_span, nearest, quoted};
use crate::codes;
use crate::front::plain_name;
use crate::hir::{ExprId, ExprKind, Method};
use crate::items::Item;
use crate::span::span_of;

/// Float methods whose bits depend on the host's mathematical library.
const LIBM: [&str; 26] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "log", "log2", "log10", "ln_1p", "powf", "powi", "cbrt",
    "hypot",
];

impl Resolver<'_, '_> {
    pub(super) fn call(&mut self, call: &syn::ExprCall, at: Span) -> ExprKind {
        let Expr::Path(path) = &*call.func else {
            return self.unsupported(at, "a call of a computed function", "call the function by its name");
        };
        let name = path.path.get_ident().map(plain_name);
        let item = name.as_ref().and_then(|name| self.front.names.get(name)).copied();
        let Some(Item::Fn(id)) = item else {
            return self.unknown_function(path, name.as_deref());
        };
        if self.front.funcs[id.0].kind == FuncKind::Kernel {
            let name = &self.front.funcs[id.0].name;
            let message = format!("the kernel `{name}` cannot be called");
            let error = Diagnostic::error(codes::KERNEL_CALL, at, message)
                .note("a kernel is an entry point with ports of its own, and Vitis allows no INTERFACE on an inner function")
                .help("move the shared code into a helper function");
            return self.error(error);
        }
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let expected = self.front.funcs[id.0].params.len();
        if args.len() != expected {
            let func = &self.front.funcs[id.0];
            let message = format!("`{}` takes {expected} argument(s), not {}", func.name, args.len());
            let error =
                Diagnostic::error(codes::ARGUMENT_COUNT, at, message).related(func.span, "defined here");
            return self.error(error);
        }
        ExprKind::Call(id, args)
    }

    fn unknown_function(&mut self, path: &syn::ExprPath, name: Option<&str>) -> ExprKind {
        let helpers =
            self.front.funcs.iter().filter(|func| func.kind == FuncKind::Helper).map(|func| &func.name);
        let nearest = name.and_then(|name| nearest(name, helpers));
        let message = format!("there is no function {} in the kernels module", quoted(&path.path));
        let error = Diagnostic::error(codes::FUNCTION, span_of(path), message);
        let error = error.help(match nearest {
            Some(other) => format!("there is `{other}`"),
            None => "define it in the module: functions from outside cannot become hardware".to_owned(),
        });
        self.error(error)
    }

    /// An argument: only here references are made.
    fn argument(&mut self, arg: &Expr) -> ExprId {
        match arg {
            Expr::Reference(reference) => {
                let place = self.expr(&reference.expr);
                let kind = ExprKind::Ref { mutable: reference.mutability.is_some(), place };
                self.body.expr(kind, span_of(arg))
            }
            Expr::Paren(paren) => self.argument(&paren.expr),
            Expr::Group(group) => self.argument(&group.expr),
            _ => self.expr(arg),
        }
    }

    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> ExprKind {
        let name = plain_name(&call.method);
        let at = ident_span(&call.method);
        let receiver = self.expr(&call.receiver);
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let Some(method) = Method::from_name(&name) else { return self.unknown_method(&name, at) };
        if args.len() != method.arity() {
            let message = format!("`{name}` takes {} argument(s), not {}", method.arity(), args.len());
            return self.error(Diagnostic::error(codes::ARGUMENT_COUNT, at, message));
        }
        ExprKind::Method { receiver, method, args, at }
    }

    fn unknown_method(&mut self, name: &str, at: Span) -> ExprKind {
        let error = Diagnostic::error(
            codes::METHOD,
            at,
            format!("the method `{name}` is not in the kernel language"),
        );
        let error = if LIBM.contains(&name) {
            error
                .note("its bits depend on the host's mathematical library, so no two targets would agree")
                .help("functions with the same bits on every target are not in the subset yet: write the series yourself")
        } else {
            let known: Vec<String> = Method::ALL.iter().map(|(name, _)| format!("`{name}`")).collect();
            error.help(format!("the methods are {}", known.join(", ")))
        };
        self.error(error)
    }
}
