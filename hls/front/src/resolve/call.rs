//! Calls of helper functions and methods.

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::Expr;

use super::Resolver;
use super::expr::{ident_span, quoted, unparenthesized};
use crate::codes;
use crate::front::Item;
use crate::hir::{ExprId, ExprKind, LocalId, Method};
use crate::lacking::{library_function, nearest, never, not_yet};
use crate::names::{path_text, plain_name};
use crate::span::span_of;
use crate::ty::{Prim, Ty};

/// Float methods whose bits depend on the host's mathematical library.
const LIBM: [&str; 26] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "log", "log2", "log10", "ln_1p", "powf", "powi", "cbrt",
    "hypot",
];

/// Methods of numbers and arrays that hardware can have.
const LATER: [&str; 32] = [
    "abs",
    "abs_diff",
    "ceil",
    "checked_add",
    "checked_sub",
    "clamp",
    "copy_from_slice",
    "copysign",
    "count_ones",
    "count_zeros",
    "div_euclid",
    "fill",
    "floor",
    "from_bits",
    "is_finite",
    "is_infinite",
    "is_nan",
    "leading_zeros",
    "max",
    "min",
    "mul_add",
    "pow",
    "rem_euclid",
    "rotate_left",
    "rotate_right",
    "round",
    "saturating_add",
    "saturating_sub",
    "sqrt",
    "to_bits",
    "trailing_zeros",
    "trunc",
];

const ITERATORS: [&str; 12] = [
    "chunks",
    "enumerate",
    "filter",
    "fold",
    "into_iter",
    "iter",
    "iter_mut",
    "map",
    "step_by",
    "sum",
    "windows",
    "zip",
];

impl Resolver<'_, '_> {
    pub(super) fn call(&mut self, call: &syn::ExprCall, at: Span) -> ExprKind {
        let Expr::Path(path) = &*call.func else {
            let what = "a call of a computed function";
            return self.never(span_of(&call.func), what, "call the function by its name");
        };
        let name = path.path.get_ident().map(plain_name);
        if let Some(local) = name.as_ref().and_then(|name| self.lookup(name)) {
            return self.call_of_variable(local, span_of(path));
        }
        let item = name.as_ref().and_then(|name| self.front.names.get(name)).copied();
        let Some(Item::Fn(id)) = item else {
            return self.unknown_function(path, name.as_deref());
        };
        if self.constant {
            let what = "a call in a constant";
            let error = not_yet(codes::CONSTANT, at, what)
                .help("write the value itself, or an expression of constants");
            return self.error(error);
        }
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
            let message = wrong_count(&func.name, expected, args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
            return self.error(error.related(func.span, "defined here"));
        }
        ExprKind::Call(id, args)
    }

    fn call_of_variable(&mut self, local: LocalId, at: Span) -> ExprKind {
        let variable = &self.body.locals[local];
        if variable.ty == Some(Ty::Error) {
            return ExprKind::Error;
        }
        let error = Diagnostic::error(
            codes::FUNCTION,
            at,
            format!("the variable `{}` is no function", variable.name),
        );
        let error = error.related(variable.span, "declared here");
        self.error(error.help("call a helper function by its name; a variable of the same name hides it"))
    }

    fn unknown_function(&mut self, path: &syn::ExprPath, name: Option<&str>) -> ExprKind {
        if self.front.is_rejected(&path.path) {
            return ExprKind::Error;
        }
        let at = span_of(path);
        let text = path_text(&path.path);
        if let Some(error) = library_function(at, &text) {
            return self.error(error);
        }
        if let Some((ty, method)) = text.split_once("::")
            && let Some(prim) = Prim::from_name(ty)
        {
            let method_at = path.path.segments.last().map_or(at, |segment| ident_span(&segment.ident));
            return self.error(unknown_method(method, Some(prim), method_at));
        }
        let helpers =
            self.front.funcs.iter().filter(|func| func.kind == FuncKind::Helper).map(|func| &func.name);
        let nearest = name.and_then(|name| nearest(name, helpers));
        let message = format!("there is no function {} in the kernels module", quoted(&path.path));
        let error = Diagnostic::error(codes::FUNCTION, at, message);
        let error = error.help(match nearest {
            Some(other) => format!("there is `{other}`"),
            None => "define it in the module: functions from outside cannot become hardware".to_owned(),
        });
        self.error(error)
    }

    /// An argument: only here references are made.
    fn argument(&mut self, arg: &Expr) -> ExprId {
        let inner = unparenthesized(arg);
        let Expr::Reference(reference) = inner else { return self.expr(arg) };
        self.attributes(arg);
        let place = self.expr(&reference.expr);
        let kind = ExprKind::Ref { mutable: reference.mutability.is_some(), place };
        self.body.expr(kind, span_of(inner))
    }

    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> ExprKind {
        let name = plain_name(&call.method);
        let at = ident_span(&call.method);
        let receiver = self.expr(&call.receiver);
        let Some(method) = Method::from_name(&name) else {
            return match self.is_wrong(receiver) {
                true => ExprKind::Error,
                false => self.error(unknown_method(&name, None, at)),
            };
        };
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        if args.len() != method.arity() {
            let message = wrong_count(&name, method.arity(), args.len());
            let what = if method.arity() == 0 { "nothing" } else { "the other operand" };
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
            return self.error(error.help(format!("pass {what} in the parentheses")));
        }
        ExprKind::Method { receiver, method, args, at }
    }
}

fn wrong_count(name: &str, expected: usize, found: usize) -> String {
    let plural = if expected == 1 { "" } else { "s" };
    format!("`{name}` takes {expected} argument{plural}, not {found}")
}

/// A method that the kernel language does not have. `called_by` is the type in a path such as `f32::sqrt`.
fn unknown_method(name: &str, called_by: Option<Prim>, at: Span) -> Diagnostic {
    let what = format!("the method `{name}`");
    if LIBM.contains(&name) {
        return never(codes::METHOD, at, &what)
            .note("its bits depend on the host's mathematical library, so no two targets would agree")
            .help(
                "functions with the same bits on every target are not supported yet: compute it with + - * /",
            );
    }
    if LATER.contains(&name) {
        return not_yet(codes::METHOD, at, &what).help("write a helper function");
    }
    if ITERATORS.contains(&name) {
        return never(codes::METHOD, at, &what)
            .note("hardware needs a counter, and has no iterators")
            .help("write `for i in 0..x.len()` and index with `i`");
    }
    if called_by.is_some() && Method::from_name(name).is_some() {
        return never(codes::METHOD, at, &format!("the path of {what}"))
            .help(format!("write `x.{name}(..)`"));
    }
    let message = format!("there is no method `{name}` in the kernel language");
    let error = Diagnostic::error(codes::METHOD, at, message);
    let known: Vec<String> = Method::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    error.help(match nearest(name, known.iter()) {
        Some(other) => format!("there is `{other}`"),
        None => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("the methods are {}", known.join(", "))
        }
    })
}
