//! Closures and functions that variables and parameters stand for: each call is a copy of them.

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::{Expr, Pat};

use super::Resolver;
use super::path::of_option;
use super::syntax::{unparenthesized, wrong_count};
use crate::attribute::Site;
use crate::builtin::{Builtin, COPY_WITHIN};
use crate::codes;
use crate::front::Style;
use crate::hir::{
    Closure, ExprId, ExprKind, LetStmt, Local, LocalDirectives, LocalId, MethodCall, OfType, PatKind, Stmt,
};
use crate::ids::FnId;
use crate::lacking::never;
use crate::names::{counted, plain_name};
use crate::span::{span, span_of};
use crate::ty::{AdtRef, Prim, Ty};
use crate::typings::NodeKey;

/// What a path names that can be called.
enum Named {
    /// A variable that stands for a closure or a function.
    Variable(LocalId),
    Function(FnId),
    /// What is no function of the module.
    Maker(Maker),
}

/// What makes a value of its arguments, and has a name.
enum Maker {
    /// A struct or a variant with fields without names.
    Constructor(AdtRef, Option<usize>),
    Some,
    /// `u64::from`
    From(Prim),
    /// A method of integers by its path, as `u32::wrapping_add`.
    OfInteger(Prim, String),
}

/// A function of a number's type, and the number of its arguments. Those of floats the host code must see where they are called.
fn of_number(path: &syn::Path) -> Option<(Maker, usize)> {
    let names: Vec<String> = path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
    let [ty, name] = names.as_slice() else { return None };
    let prim = Prim::from_name(ty)?;
    if name == "from" {
        return Some((Maker::From(prim), 1));
    }
    let (builtin, of) = (Builtin::find(&Ty::Prim(prim), name)?, Ty::Prim(prim));
    prim.is_integer().then(|| (Maker::OfInteger(prim, name.clone()), 1 + builtin.signature(&of).0.len()))
}

/// The error about a closure that takes another number of arguments than it gets.
pub(crate) fn wrong_arity(gets: usize, takes: usize, at: Span) -> Diagnostic {
    let message = format!("the closure gets {}, and takes {takes}", counted(gets, "argument"));
    Diagnostic::error(codes::ARGUMENT_COUNT, at, message).help("write one name between the bars for each")
}

impl Resolver<'_, '_> {
    /// An argument of a function of the module: a value, a closure, or a function by its name.
    pub(super) fn argument(&mut self, arg: &Expr) -> ExprId {
        match self.callable(arg) {
            Some((kind, _)) => self.body.expr(kind, span_of(arg)),
            None => self.expr(arg),
        }
    }

    /// The number of arguments of a closure, a function or a variable that stands for one of these; `None` of other values.
    pub(super) fn arity(&mut self, expr: &Expr) -> Option<usize> {
        match unparenthesized(expr) {
            Expr::Closure(closure) => Some(closure.inputs.len()),
            Expr::Path(path) => self.named(path).map(|(_, arity)| arity),
            _ => None,
        }
    }

    /// A closure, a function, or a variable that stands for one of these, and the number of its arguments.
    fn callable(&mut self, expr: &Expr) -> Option<(ExprKind, usize)> {
        match unparenthesized(expr) {
            _ if self.constant => None,
            Expr::Closure(closure) => {
                let closure = self.closure_body(closure);
                let arity = closure.params.len();
                Some((ExprKind::Closure(Box::new(closure)), arity))
            }
            // To what a closure is lent, it is the same one.
            Expr::Reference(reference) => self.callable(&reference.expr),
            Expr::Path(path) => {
                let (named, arity) = self.named(path)?;
                let kind = match named {
                    Named::Variable(local) => ExprKind::Local(local),
                    Named::Function(func) => ExprKind::Function(func, self.written_generics(func, path)),
                    Named::Maker(maker) => {
                        let (at, node) = (span_of(expr), NodeKey::of(expr));
                        let made = |resolver: &mut Self, args| resolver.made(maker, args, at, node);
                        ExprKind::Closure(Box::new(self.closure_of(arity, at, made)))
                    }
                };
                Some((kind, arity))
            }
            _ => None,
        }
    }

    /// What a path names that can be called, and the number of its arguments.
    fn named(&mut self, path: &syn::ExprPath) -> Option<(Named, usize)> {
        if let Some(local) = path.path.get_ident().and_then(|ident| self.lookup(&plain_name(ident))) {
            return self.callables.get(&local).map(|arity| (Named::Variable(local), *arity));
        }
        if of_option(&path.path, "Some") {
            return Some((Named::Maker(Maker::Some), 1));
        }
        if let Some(func) = self.function(path) {
            let item = &self.front.funcs[func.0];
            return (item.kind != FuncKind::Kernel).then(|| (Named::Function(func), item.sig.inputs.len()));
        }
        if let Some((maker, arity)) = of_number(&path.path) {
            return Some((Named::Maker(maker), arity));
        }
        let (adt, variant) = self.variant_path(&path.path)?;
        let (arity, is_tuple) =
            (self.field_count(adt.id, variant), self.style(adt.id, variant) == Style::Tuple);
        let maker = Named::Maker(Maker::Constructor(adt, variant));
        is_tuple.then_some((maker, arity))
    }

    /// `let f = |x| ..;`, or `let f = function;`.
    pub(super) fn let_callable(&mut self, local: &syn::Local) -> Option<Stmt> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let Pat::Ident(name) = &local.pat else { return None };
        if name.subpat.is_some() {
            return None;
        }
        // A variant without its fields is a mistake rather than a function.
        if let Expr::Path(path) = unparenthesized(&init.expr)
            && !matches!(self.named(path)?.0, Named::Variable(_) | Named::Function(_))
        {
            return None;
        }
        let (kind, arity) = self.callable(&init.expr)?;
        self.front.directives(&local.attrs, Site::Expression);
        let at = span_of(&*init.expr);
        let init = self.body.expr(kind, at);
        let name_at = span(name.ident.span());
        let variable = self.declare(Local {
            name: plain_name(&name.ident),
            mutable: name.mutability.is_some(),
            deferred: false,
            ty: None,
            span: name_at,
            directives: LocalDirectives::default(),
        });
        self.callables.insert(variable, arity);
        let pat = self.body.pat(PatKind::Bind(variable, None), name_at);
        Some(Stmt::Let(LetStmt { pat, ty: None, init: Some(init), otherwise: None, span: at, node: None }))
    }

    /// Notes a parameter that can be called.
    pub(super) fn callable_param(&mut self, local: LocalId) {
        if let Some(Ty::Fn(params, _)) = &self.body.locals[local].ty {
            self.callables.insert(local, params.len());
        }
    }

    /// A call of a variable that stands for a closure or a function.
    pub(super) fn call_variable(
        &mut self,
        local: LocalId,
        call: &syn::ExprCall,
        at: Span,
    ) -> Option<ExprKind> {
        let expected = *self.callables.get(&local)?;
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.argument(arg)).collect();
        if args.len() == expected {
            return Some(ExprKind::CallVariable(local, args));
        }
        let variable = &self.body.locals[local];
        let message = wrong_count(&variable.name, expected, args.len());
        let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
        let error = error.related(variable.span, "the closure");
        Some(self.error(error.help("give each parameter a value")))
    }

    /// A closure that a method of an iterator, an `Option` or a `Result` takes, or a function in its place.
    pub(super) fn closure(&mut self, expr: &Expr, arity: usize) -> Option<Closure> {
        let Some((kind, takes)) = self.callable(expr) else {
            let error = never(codes::EXPRESSION, span_of(expr), "a computed function");
            self.front.report(error.help("write a closure: `|x| f(x)`"));
            return None;
        };
        if takes != arity {
            self.front.report(wrong_arity(arity, takes, span_of(expr)));
            return None;
        }
        Some(match kind {
            ExprKind::Closure(closure) => *closure,
            called => {
                let (at, node) = (span_of(expr), NodeKey::of(expr));
                self.closure_of(arity, at, |_, args| match called {
                    ExprKind::Local(local) => ExprKind::CallVariable(local, args),
                    ExprKind::Function(func, generics) => ExprKind::Call { func, generics, args, node },
                    other => other,
                })
            }
        })
    }

    /// The closure `|x| f(x)` of what has a name, where `call` makes `f(x)` of its arguments.
    fn closure_of(
        &mut self,
        arity: usize,
        at: Span,
        call: impl FnOnce(&mut Self, Vec<ExprId>) -> ExprKind,
    ) -> Closure {
        let start = self.body.exprs.len();
        let locals: Vec<LocalId> = (0..arity).map(|_| self.hidden(at)).collect();
        let args = locals.iter().map(|local| self.body.expr(ExprKind::Local(*local), at)).collect();
        let params = locals.iter().map(|local| self.body.pat(PatKind::Bind(*local, None), at)).collect();
        let call = call(self, args);
        let body = self.body.expr(call, at);
        self.body.closures.push(start..self.body.exprs.len());
        Closure { params, types: vec![None; arity], ret: None, body }
    }

    /// A constructor or a function of a number's type with these arguments.
    fn made(&mut self, of: Maker, mut args: Vec<ExprId>, at: Span, node: NodeKey) -> ExprKind {
        match of {
            Maker::Constructor(adt, variant) => {
                let fields = args.into_iter().enumerate().collect();
                ExprKind::Construct { adt, variant, fields, base: None }
            }
            Maker::Some => ExprKind::Some(args[0]),
            Maker::From(prim) => {
                self.body.lossless.push(args[0]);
                ExprKind::Cast(args[0], Ty::Prim(prim))
            }
            Maker::OfInteger(prim, name) => {
                let of = Some(OfType { first: Ty::Prim(prim), function: None });
                let (receiver, generics) = (args.remove(0), Vec::new());
                ExprKind::Method(Box::new(MethodCall { receiver, of, name, generics, args, at, node }))
            }
        }
    }

    /// Reports a closure that is neither called nor an argument.
    pub(super) fn closure_as_value(&mut self, at: Span) -> ExprKind {
        let error = never(codes::EXPRESSION, at, "a closure as a value");
        self.error(error.help("call it, or write it where it is an argument or the value of a `let`"))
    }

    /// `&base[range]`
    fn borrowed_part(&mut self, base: &Expr, range: &syn::ExprRange) -> ExprId {
        let at = span_of(range);
        let part = self.part(base, range, at);
        let place = self.body.expr(part, at);
        self.body.expr(ExprKind::Ref { mutable: false, place }, at)
    }

    /// A call of a method with its arguments.
    pub(super) fn method_with(
        &mut self,
        receiver: ExprId,
        call: &syn::ExprMethodCall,
        name_at: Span,
    ) -> MethodCall {
        let name = plain_name(&call.method);
        let generics = self.turbofish(call.turbofish.as_ref(), &[]);
        let is_known = self.is_method(&name);
        let args = call.args.iter().map(|arg| match unparenthesized(arg) {
            Expr::Range(range) if name == COPY_WITHIN => self.borrowed_part(&call.receiver, range),
            // That the method is not known is the mistake.
            Expr::Range(_) if !is_known => self.body.expr(ExprKind::Error, span_of(arg)),
            _ => self.argument(arg),
        });
        let args = args.collect();
        MethodCall { receiver, of: None, name, generics, args, at: name_at, node: NodeKey::of(call) }
    }
}
