//! Iterators: forms with a fixed meaning on hardware, a counter and items computed from it.

use sycl_hls_ir::{BinaryOp, Diagnostic, Span};
use syn::{Expr, ExprMethodCall};

use super::Resolver;
use super::control::Enclosed;
use super::syntax::{ident_span, unparenthesized};
use crate::codes;
use crate::hir::{Access, Choice, Closure, ExprKind, Iter, Reduce, ReduceKind};
use crate::lacking::never;
use crate::names::plain_name;
use crate::span::span_of;
use crate::ty::Ty;

/// Methods that make an iterator of an array, a slice, or another iterator.
const ADAPTERS: [&str; 19] = [
    "iter",
    "iter_mut",
    "into_iter",
    "chunks_exact",
    "chunks_exact_mut",
    "windows",
    "zip",
    "enumerate",
    "rev",
    "step_by",
    "take",
    "skip",
    "copied",
    "cloned",
    "map",
    "scan",
    "filter",
    "filter_map",
    "take_while",
];

/// Methods that make iterators in Rust, and have no fixed number of items.
const OTHERS: [&str; 8] =
    ["flat_map", "flatten", "chain", "cycle", "peekable", "skip_while", "map_while", "chunks"];

/// Methods that run over all items.
const REDUCERS: [&str; 16] = [
    "sum",
    "product",
    "fold",
    "min",
    "max",
    "min_by_key",
    "max_by_key",
    "min_by",
    "max_by",
    "any",
    "all",
    "find",
    "position",
    "last",
    "count",
    "for_each",
];

impl Resolver<'_, '_> {
    /// What a loop runs over.
    pub(super) fn iter(&mut self, expr: &Expr) -> Iter {
        match unparenthesized(expr) {
            Expr::Range(range) => self.range_iter(range),
            Expr::MethodCall(call) if is_iterator(expr) => self.adapter(call),
            Expr::Reference(reference) if !matches!(*reference.expr, Expr::Range(_)) => {
                let access = if reference.mutability.is_some() { Access::Mutable } else { Access::Shared };
                Iter::Items { base: self.expr(&reference.expr), access }
            }
            _ => {
                let base = self.expr(expr);
                Iter::Items { base, access: Access::Value }
            }
        }
    }

    /// `lo..hi`, `lo..=hi` and `lo..`
    fn range_iter(&mut self, range: &syn::ExprRange) -> Iter {
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        match (&range.start, &range.end) {
            (Some(start), Some(end)) => {
                let (lo, hi) = (self.expr(start), self.expr(end));
                Iter::Range { lo, hi, inclusive }
            }
            (Some(start), None) => Iter::From(self.expr(start)),
            (None, _) => self.without_end(span_of(range)),
        }
    }

    /// What runs over all items of an iterator needs one that ends.
    pub(super) fn ending(&mut self, expr: &Expr) -> Iter {
        let iter = self.iter(expr);
        if iter.is_endless() { self.without_end(span_of(expr)) } else { iter }
    }

    fn without_end(&mut self, at: Span) -> Iter {
        let message = "a loop over a range without an end has no end";
        let error = Diagnostic::error(codes::RANGE, at, message);
        self.front.report(error.help("write both ends: `for i in lo..hi`, or use `loop`"));
        Iter::Error
    }

    /// `zip`, `rev`, `map` and other methods that give an iterator.
    fn adapter(&mut self, call: &ExprMethodCall) -> Iter {
        let name = plain_name(&call.method);
        if OTHERS.contains(&name.as_str()) {
            self.no_adapter(&name, ident_span(&call.method));
            return Iter::Error;
        }
        let expected = match name.as_str() {
            "iter" | "iter_mut" | "into_iter" | "enumerate" | "rev" | "copied" | "cloned" => 0,
            "scan" => 2,
            _ => 1,
        };
        if call.args.len() != expected {
            let message = super::wrong_count(&name, expected, call.args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, ident_span(&call.method), message);
            self.front.report(error.help(match expected {
                0 => format!("write `.{name}()`"),
                2 => "write `scan(first, |state, item| { ..; Some(..) })`".to_owned(),
                _ => "give it a number, or, as `zip` and `map` need it, an iterator or a closure".to_owned(),
            }));
            return Iter::Error;
        }
        if matches!(name.as_str(), "iter" | "iter_mut" | "chunks_exact" | "chunks_exact_mut" | "windows") {
            return self.items(call, &name);
        }
        let inner = Box::new(self.iter(&call.receiver));
        let at = ident_span(&call.method);
        if leaves_out(&name, &inner) {
            return self.left_out(&name, at);
        }
        let goes_on = ["into_iter", "copied", "cloned", "map", "scan", "filter", "filter_map", "take_while"];
        if !goes_on.contains(&name.as_str()) && any(&inner, &Iter::leaves_out) {
            return self.not_counted(&name, at);
        }
        let mut args = call.args.iter();
        match (name.as_str(), args.next()) {
            ("into_iter", None) => *inner,
            ("enumerate", None) => Iter::Enumerate(inner),
            ("rev", None) => Iter::Rev(inner),
            ("copied" | "cloned", None) => Iter::Copied(inner),
            ("zip", Some(other)) => {
                let other = Box::new(self.iter(other));
                if any(&other, &Iter::leaves_out) {
                    return self.not_counted("zip", at);
                }
                Iter::Zip(inner, other)
            }
            ("scan", Some(first)) => self.scan(inner, first, args.next(), at),
            ("step_by", Some(step)) => Iter::StepBy(inner, self.expr(step), at),
            ("take", Some(count)) => Iter::Take(inner, self.expr(count)),
            ("skip", Some(count)) => Iter::Skip(inner, self.expr(count)),
            ("map" | "filter" | "filter_map" | "take_while", Some(closure)) => match self.closure(closure, 1)
            {
                Some(closure) if name == "map" => Iter::Map(inner, closure),
                Some(closure) if name == "filter" => Iter::Filter(inner, closure),
                Some(closure) if name == "filter_map" => Iter::FilterMap(inner, closure),
                Some(closure) => Iter::TakeWhile(inner, closure),
                None => Iter::Error,
            },
            _ => Iter::Error,
        }
    }

    /// `scan`, whose closure gives something of each item: how many items there are is known before it runs.
    fn scan(&mut self, inner: Box<Iter>, first: &Expr, closure: Option<&Expr>, at: Span) -> Iter {
        let first = self.expr(first);
        let Some(closure) = closure.and_then(|closure| self.closure(closure, 2)) else { return Iter::Error };
        let mut last = closure.body;
        while let ExprKind::Block(block, None) = &self.body.exprs[last].kind
            && let Some(tail) = block.tail
        {
            last = tail;
        }
        if !matches!(self.body.exprs[last].kind, ExprKind::Some(_)) {
            let error = never(codes::RANGE, at, "a `scan` that may end before its items do")
                .note("on hardware an iterator is a counter: how many items it has is known before it runs");
            self.front.report(
                error.help("let the closure end with `Some(..)`, or write a `for` loop with `break`"),
            );
            return Iter::Error;
        }
        Iter::Scan(inner, first, closure)
    }

    /// An adapter that would leave out items which Rust computes.
    fn left_out(&mut self, name: &str, at: Span) -> Iter {
        let error = never(codes::RANGE, at, &format!("`{name}` behind `map` or `scan`"))
            .note("Rust computes the items that it leaves out, too, and may stop there");
        self.front.report(error.help(match name {
            "zip" => "put it second, where Rust computes no more items than there are pairs",
            _ => "let them be the last ones",
        }));
        Iter::Error
    }

    /// An adapter that needs to know how many items there are.
    fn not_counted(&mut self, name: &str, at: Span) -> Iter {
        let error = never(codes::RANGE, at, &format!("`{name}` behind `filter` or `take_while`")).note(
            "on hardware an iterator is a counter: how many items these leave is not known before it runs",
        );
        self.front.report(error.help("let them be the last ones, or count in a `for` loop"));
        Iter::Error
    }

    /// `iter`, `chunks_exact` and other methods of slices that give an iterator.
    fn items(&mut self, call: &ExprMethodCall, name: &str) -> Iter {
        let base = self.expr(&call.receiver);
        let at = ident_span(&call.method);
        let size = call.args.first().map(|size| self.expr(size));
        match (name, size) {
            ("iter", _) => Iter::Items { base, access: Access::Shared },
            ("iter_mut", _) => Iter::Items { base, access: Access::Mutable },
            ("windows", Some(size)) => Iter::Windows { base, size, at },
            (_, Some(size)) => Iter::Chunks { base, size, mutable: name == "chunks_exact_mut", at },
            _ => Iter::Error,
        }
    }

    /// A method that runs over all items, if the call is one.
    pub(super) fn reduce(&mut self, call: &ExprMethodCall) -> Option<ExprKind> {
        let name = plain_name(&call.method);
        let at = ident_span(&call.method);
        if !is_iterator(&call.receiver) || makes_iterator(call) {
            return None;
        }
        if let Some(other) = foreign(&call.receiver) {
            return Some(self.no_adapter(&plain_name(&other.method), ident_span(&other.method)));
        }
        if !REDUCERS.contains(&name.as_str()) {
            return Some(self.no_reducer(&name, at));
        }
        let expected = match name.as_str() {
            "fold" => 2,
            "sum" | "product" | "min" | "max" | "last" | "count" => 0,
            _ => 1,
        };
        if call.args.len() != expected {
            let message = super::wrong_count(&name, expected, call.args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
            return Some(self.error(error.help(match name.as_str() {
                "fold" => "write `fold(first, |result, item| ..)`".to_owned(),
                "min_by" | "max_by" => format!("write `{name}(|a, b| ..)`"),
                _ if expected == 0 => format!("write `.{name}()`"),
                _ => format!("write `{name}(|item| ..)`"),
            })));
        }
        let iter = self.ending(&call.receiver);
        if leaves_out(&name, &iter) {
            self.left_out(&name, at);
            return Some(ExprKind::Error);
        }
        let of = call.turbofish.as_ref().and_then(|turbofish| match turbofish.args.first() {
            Some(syn::GenericArgument::Type(ty)) if !matches!(ty, syn::Type::Infer(_)) => {
                Some(self.front.ty(ty))
            }
            _ => None,
        });
        let closure = |resolver: &mut Self, arity| resolver.closure(call.args.last()?, arity);
        let kind = match name.as_str() {
            "sum" => ReduceKind::Sum(of),
            "product" => ReduceKind::Product(of),
            "count" => ReduceKind::Count,
            "last" => ReduceKind::Item(Choice::Last),
            "min" => ReduceKind::Extreme(BinaryOp::Min),
            "max" => ReduceKind::Extreme(BinaryOp::Max),
            "fold" => {
                let init = self.expr(call.args.first()?);
                let Some(closure) = closure(self, 2) else { return Some(ExprKind::Error) };
                ReduceKind::Fold { init, closure }
            }
            other => {
                let op = if other.starts_with("min") { BinaryOp::Min } else { BinaryOp::Max };
                let arity = if ["min_by", "max_by"].contains(&other) { 2 } else { 1 };
                let Some(closure) = closure(self, arity) else { return Some(ExprKind::Error) };
                match other {
                    "find" => ReduceKind::Item(Choice::First(closure)),
                    "min_by_key" | "max_by_key" => ReduceKind::Item(Choice::ByKey(op, closure)),
                    "min_by" | "max_by" => ReduceKind::Item(Choice::By(op, closure)),
                    "any" => ReduceKind::Any(closure),
                    "all" => ReduceKind::All(closure),
                    "position" => ReduceKind::Position(closure),
                    _ => ReduceKind::ForEach(closure),
                }
            }
        };
        Some(ExprKind::Reduce(Box::new(Reduce { iter, kind, at })))
    }

    /// Reports a method that gives no iterator here, with what to write instead.
    fn no_adapter(&mut self, name: &str, at: Span) -> ExprKind {
        let error = no_method(name, at)
            .note("on hardware an iterator is a counter: how many items it has is known before it runs");
        self.error(error.help(match name {
            "chunks" => "use `chunks_exact`: on hardware all parts have one length",
            "chain" => "run over one after the other",
            _ => "write a `for` loop, with `if` and `break` in it",
        }))
    }

    /// Reports a method that consumes no iterator here.
    fn no_reducer(&mut self, name: &str, at: Span) -> ExprKind {
        let names: Vec<String> = REDUCERS.iter().map(|name| format!("`{name}`")).collect();
        let error = no_method(name, at);
        self.error(error.help(format!("write a `for` loop, or use {}", names.join(", "))))
    }

    /// The parameters of a closure, and what it computes.
    pub(super) fn closure_body(&mut self, closure: &syn::ExprClosure) -> Closure {
        let start = self.body.exprs.len();
        let closure = self.enclosed(Enclosed::Closure, |resolver| {
            let params = closure.inputs.iter().map(|pat| match pat {
                syn::Pat::Type(typed) => resolver.pattern(&typed.pat),
                pat => resolver.pattern(pat),
            });
            let params = params.collect();
            let types = closure.inputs.iter().map(|pat| resolver.declared_type(pat)).collect();
            let ret = match &closure.output {
                syn::ReturnType::Default => None,
                syn::ReturnType::Type(_, ty) => Some(resolver.front.ty(ty)),
            };
            Closure { params, types, ret, body: resolver.expr(&closure.body) }
        });
        self.body.closures.push(start..self.body.exprs.len());
        closure
    }

    /// The type of a closure's parameter, if it is written. Only what `filter` gives may be a reference to a reference.
    fn declared_type(&mut self, pat: &syn::Pat) -> Option<Ty> {
        let syn::Pat::Type(typed) = pat else { return None };
        match &*typed.ty {
            syn::Type::Infer(_) => None,
            syn::Type::Reference(outer) if matches!(*outer.elem, syn::Type::Reference(_)) => {
                let inner = self.front.ty(&outer.elem);
                Some(if inner.is_wrong() { Ty::Error } else { Ty::reference(false, inner) })
            }
            ty => Some(self.front.ty(ty)),
        }
    }

    /// An iterator where a value is needed.
    pub(super) fn iterator_value(&mut self, name: &str, at: Span) -> ExprKind {
        if OTHERS.contains(&name) {
            return self.no_reducer(name, at);
        }
        let message = format!("the iterator `.{name}()` is no value");
        let error = Diagnostic::error(codes::RANGE, at, message)
            .note("on hardware an iterator is a counter: it exists only while something runs over it");
        self.error(error.help("run over it at once, with `for` or with a method such as `sum` or `fold`"))
    }
}

/// True if the method of this iterator leaves out items that a closure computes.
fn leaves_out(method: &str, iter: &Iter) -> bool {
    match method {
        "skip" | "step_by" | "count" => any(iter, &computes),
        // Of the first one an item is computed to find out that the second one has ended.
        "zip" => any(iter, &|part| matches!(part, Iter::Scan(..))),
        // From behind, the longer one's items and those beyond the count come first.
        "rev" => any(iter, &|part| {
            matches!(part, Iter::Scan(..))
                || matches!(part, Iter::Take(..) | Iter::Zip(..)) && any(part, &computes)
        }),
        _ => false,
    }
}

/// True if a closure computes the items.
const fn computes(iter: &Iter) -> bool {
    matches!(iter, Iter::Map(..) | Iter::Scan(..))
}

/// True if this holds for the iterator or one that it is made of.
fn any(iter: &Iter, holds: &dyn Fn(&Iter) -> bool) -> bool {
    holds(iter) || iter.parts().into_iter().any(|part| any(part, holds))
}

fn no_method(name: &str, at: Span) -> Diagnostic {
    never(codes::METHOD, at, &format!("the method `{name}` of an iterator"))
}

/// The first method in a chain that the language does not have.
fn foreign(expr: &Expr) -> Option<&ExprMethodCall> {
    let Expr::MethodCall(call) = unparenthesized(expr) else { return None };
    let own = makes_iterator(call) && OTHERS.contains(&plain_name(&call.method).as_str());
    foreign(&call.receiver).or(own.then_some(call))
}

/// True if the expression makes an iterator, by its form.
pub(super) fn is_iterator(expr: &Expr) -> bool {
    match unparenthesized(expr) {
        Expr::Range(_) => true,
        Expr::MethodCall(call) => makes_iterator(call),
        _ => false,
    }
}

/// True if the method is one of an iterator, or one that makes an iterator.
pub(super) fn makes_iterator(call: &ExprMethodCall) -> bool {
    let name = plain_name(&call.method);
    let adapts = ADAPTERS.contains(&name.as_str()) || OTHERS.contains(&name.as_str());
    let makes = name.starts_with("iter") || name.starts_with("chunks") || name == "windows";
    adapts && (makes || is_iterator(&call.receiver) || name == "into_iter")
}
