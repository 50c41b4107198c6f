//! Methods of `Option` and `Result` that take closures, and `?`: resolved to the equivalent `match`.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;
use syn::{Expr, ExprMethodCall};

use super::Resolver;
use super::control::Enclosed;
use super::syntax::{ident_span, unparenthesized};
use crate::codes;
use crate::hir::{
    Arm, Arms, Block, Closure, ExprId, ExprKind, LetStmt, Local, LocalDirectives, LocalId, MethodArms, PatId,
    PatKind, Stmt,
};
use crate::lacking::never;
use crate::names::plain_name;
use crate::span::span_of;
use crate::ty::{AdtRef, Prim, Ty};

/// What a method, or `?`, gives for a value, or for what is there without one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// What it was called of: `Some(value)`, `Err(error)`.
    Kept,
    /// The same with what the closure gives inside.
    Mapped,
    /// What is inside.
    Inner,
    /// What the closure gives.
    Closure,
    /// The first argument.
    Default,
    Flag(bool),
    /// `Some(value)` if the closure holds.
    Filtered,
    /// `Ok(value)`
    Ok,
    /// `Err` of what the closure gives.
    ErrOfClosure,
    /// `Err` of the first argument.
    ErrOfDefault,
    /// What it was called of, from the function.
    Returned,
    /// The run stops with the text that is the argument.
    Stop,
}

use Outcome as O;

/// A method: its name, whether `Option` and `Result` have it, and what it gives for a value and without one. Its arguments are what the
/// second outcome needs, and then what the first one needs.
struct Method {
    name: &'static str,
    of_option: bool,
    of_result: bool,
    found: Outcome,
    missing: Outcome,
}

/// The methods that take closures, and two others.
const METHODS: [Method; 15] = [
    both("map", O::Mapped, O::Kept),
    both("and_then", O::Closure, O::Kept),
    both("map_or", O::Closure, O::Default),
    both("map_or_else", O::Closure, O::Closure),
    both("unwrap_or_else", O::Inner, O::Closure),
    both("or_else", O::Kept, O::Closure),
    of_option("is_some_and", O::Closure, O::Flag(false)),
    of_option("is_none_or", O::Closure, O::Flag(true)),
    of_option("filter", O::Filtered, O::Kept),
    of_option(OK_OR, O::Ok, O::ErrOfDefault),
    of_option("ok_or_else", O::Ok, O::ErrOfClosure),
    both(EXPECT, O::Inner, O::Stop),
    of_result("is_ok_and", O::Closure, O::Flag(false)),
    of_result("is_err_and", O::Flag(false), O::Closure),
    of_result("map_err", O::Kept, O::Mapped),
];

/// Those that take no closure.
const OK_OR: &str = "ok_or";
const EXPECT: &str = "expect";

/// `?`
const QUESTION_MARK: Method = both("?", O::Inner, O::Returned);

const fn both(name: &'static str, found: Outcome, missing: Outcome) -> Method {
    Method { name, of_option: true, of_result: true, found, missing }
}

const fn of_option(name: &'static str, found: Outcome, missing: Outcome) -> Method {
    Method { of_result: false, ..both(name, found, missing) }
}

const fn of_result(name: &'static str, found: Outcome, missing: Outcome) -> Method {
    Method { of_option: false, ..both(name, found, missing) }
}

/// The names of the methods of `Option` that are resolved here, or of those of `Result`.
pub(crate) fn names_of_methods(of_result: bool) -> impl Iterator<Item = String> {
    let has = move |method: &&Method| if of_result { method.of_result } else { method.of_option };
    METHODS.iter().filter(has).map(|method| method.name.to_owned())
}

impl Outcome {
    /// True if an argument is a closure for it.
    const fn takes_closure(self) -> bool {
        matches!(self, Self::Mapped | Self::Closure | Self::Filtered | Self::ErrOfClosure)
    }

    /// True if the first argument is a value for it.
    const fn takes_default(self) -> bool {
        matches!(self, Self::Default | Self::ErrOfDefault)
    }

    const fn takes_argument(self) -> bool {
        self.takes_closure() || self.takes_default() || matches!(self, Self::Stop)
    }
}

/// A variant of `Option` or `Result`.
enum Variant {
    Some,
    None,
    Of(AdtRef, usize),
}

/// What a method was given.
#[derive(Default)]
struct Given {
    default: Option<LocalId>,
    found: Option<Closure>,
    missing: Option<Closure>,
    /// The text of a stop, and its place.
    stop: Option<(String, Span)>,
}

impl Resolver<'_, '_> {
    /// A method of `Option` or `Result` that is resolved here, if the call is one.
    pub(super) fn option_method(&mut self, call: &ExprMethodCall, at: Span) -> Option<ExprKind> {
        let name = plain_name(&call.method);
        let method = METHODS.iter().find(|method| method.name == name)?;
        let takes_closure = call.args.last().is_some_and(is_closure);
        let own = || self.front.funcs.iter().any(|func| func.sig.ident == call.method);
        if !takes_closure && (![OK_OR, EXPECT].contains(&method.name) || own()) {
            return None;
        }
        let arguments = [method.missing, method.found].into_iter().filter(|outcome| outcome.takes_argument());
        let expected = arguments.count();
        let method_at = ident_span(&call.method);
        if call.args.len() != expected {
            let message = super::wrong_count(&name, expected, call.args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, method_at, message);
            return Some(self.error(error.help(match name.as_str() {
                "map_or" => "write `map_or(default, |value| ..)`".to_owned(),
                "map_or_else" => "write `map_or_else(|| default, |value| ..)`".to_owned(),
                OK_OR => "write `ok_or(error)`".to_owned(),
                EXPECT => "write `expect(\"text\")`".to_owned(),
                _ => format!("write `{name}(|value| ..)`"),
            })));
        }
        let receiver = self.expr(&call.receiver);
        Some(self.by_match(receiver, method, call, at).unwrap_or(ExprKind::Error))
    }

    /// `condition.then(|| value)` and `condition.then_some(value)` as the `if` that they are.
    pub(super) fn then(&mut self, call: &ExprMethodCall, at: Span) -> Option<ExprKind> {
        let [value] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
        let (mut stmts, mut cond) = (Vec::new(), self.then_condition(call, value)?);
        let value = if is_closure(value) {
            let Some(Closure { body, .. }) = self.closure(value, 0) else { return Some(ExprKind::Error) };
            body
        } else {
            // Both are evaluated, in this order.
            let value = self.expr(value);
            let hidden = [cond, value].map(|init| (self.hidden(at), init));
            stmts.extend(hidden.map(|(local, init)| self.let_hidden(local, init)));
            let [cond_again, value] = hidden.map(|(local, _)| self.body.expr(ExprKind::Local(local), at));
            cond = cond_again;
            value
        };
        let some = self.body.expr(ExprKind::Some(value), at);
        let then = Block { tail: Some(some), span: at, ..Block::default() };
        let otherwise = Some(self.body.expr(ExprKind::None(None), at));
        let chosen = ExprKind::If { cond, then, otherwise };
        if stmts.is_empty() {
            return Some(chosen);
        }
        let tail = Some(self.body.expr(chosen, at));
        Some(ExprKind::Block(Block { stmts, tail, span: at, ..Block::default() }, None))
    }

    /// The condition of such a call; `None` of other methods.
    fn then_condition(&mut self, call: &ExprMethodCall, value: &Expr) -> Option<ExprId> {
        let is_it = call.method == if is_closure(value) { "then" } else { "then_some" };
        let own = self.front.funcs.iter().any(|func| func.sig.ident == call.method);
        (is_it && !own).then(|| self.expr(&call.receiver))
    }

    /// A method as the `match` that it is. A default is evaluated in any case, behind what the method is called of.
    fn by_match(
        &mut self,
        receiver: ExprId,
        method: &Method,
        call: &ExprMethodCall,
        at: Span,
    ) -> Option<ExprKind> {
        let mut args = call.args.iter();
        let (mut given, mut stmts, mut scrutinee) = (Given::default(), Vec::new(), receiver);
        if method.missing.takes_default() {
            let default = self.expr(args.next()?);
            let (kept, default_kept) = (self.hidden(at), self.hidden(at));
            stmts.extend(
                [(kept, receiver), (default_kept, default)].map(|(local, init)| self.let_hidden(local, init)),
            );
            scrutinee = self.body.expr(ExprKind::Local(kept), at);
            given.default = Some(default_kept);
        } else if method.missing == O::Stop {
            given.stop = Some((self.text_of_stop(args.next()?)?, ident_span(&call.method)));
        } else if method.missing.takes_closure() {
            given.missing = Some(self.closure_for_missing(args.next()?, method)?);
        }
        if method.found.takes_closure() {
            given.found = Some(self.closure(args.next()?, 1)?);
        }
        let arms = self.method_arms(method, &given, ident_span(&call.method), at);
        let chosen = ExprKind::Match { scrutinee, arms };
        if stmts.is_empty() {
            return Some(chosen);
        }
        let tail = Some(self.body.expr(chosen, at));
        Some(ExprKind::Block(Block { stmts, tail, span: at, ..Block::default() }, None))
    }

    /// The text with which `expect` stops a run.
    fn text_of_stop(&mut self, expr: &Expr) -> Option<String> {
        if let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = unparenthesized(expr) {
            return Some(text.value());
        }
        let error = never(codes::EXPRESSION, span_of(expr), "a text that is no literal");
        self.front.report(error.help("write it here: `expect(\"text\")`"));
        None
    }

    /// A closure for what is there without a value: of `Option` it takes nothing, of `Result` the error.
    fn closure_for_missing(&mut self, expr: &Expr, method: &Method) -> Option<Closure> {
        let takes = match unparenthesized(expr) {
            Expr::Closure(closure) => closure.inputs.len(),
            _ => 0,
        };
        let arity = match (method.of_option, method.of_result) {
            (true, true) if self.front.result().is_some() => takes.min(1),
            (of_option, _) => usize::from(!of_option),
        };
        self.closure(expr, arity)
    }

    /// The arms that a method stands for.
    fn method_arms(&mut self, method: &Method, given: &Given, name_at: Span, at: Span) -> Arms {
        let takes = given.missing.as_ref().map(|closure| closure.params.len());
        let result = self.front.result().filter(|_| method.of_result && takes != Some(0));
        let option = (method.of_option && takes != Some(1))
            .then(|| self.two_arms([Variant::Some, Variant::None], method, given, at));
        let result = result.map(|id| {
            let variants = [0, 1].map(|variant| Variant::Of(self.front.adt_ref(id), variant));
            (id, self.two_arms(variants, method, given, at))
        });
        Arms::Method(Box::new(MethodArms { name: method.name.to_owned(), at: name_at, option, result }))
    }

    /// `match x { Some(value) => found, None => missing }`, or the same of `Result`.
    fn two_arms(
        &mut self,
        [found, missing]: [Variant; 2],
        method: &Method,
        given: &Given,
        at: Span,
    ) -> Vec<Arm> {
        let found = self.arm(&found, method.found, given.found.as_ref(), given, at);
        let missing = self.arm(&missing, method.missing, given.missing.as_ref(), given, at);
        vec![found, missing]
    }

    /// The arm of a variant.
    fn arm(
        &mut self,
        variant: &Variant,
        outcome: Outcome,
        closure: Option<&Closure>,
        given: &Given,
        at: Span,
    ) -> Arm {
        let local = self.hidden(at);
        let param = closure.and_then(|closure| closure.params.first().copied());
        let inner = match param.filter(|_| outcome != O::Filtered) {
            Some(param) => param,
            None => self.body.pat(PatKind::Bind(local, None), at),
        };
        let pat = match variant {
            Variant::Some => PatKind::Some(inner),
            Variant::None => PatKind::None,
            Variant::Of(adt, variant) => {
                PatKind::Fields { adt: adt.clone(), variant: Some(*variant), fields: vec![(0, inner)] }
            }
        };
        let result = closure.map(|closure| closure.body);
        let of_local = |resolver: &mut Self, local| resolver.body.expr(ExprKind::Local(local), at);
        let body = match (outcome, result, given.default) {
            (O::Kept | O::Returned, _, _) => {
                let value = of_local(self, local);
                let kept = self.wrapped(variant, value, at);
                if outcome == O::Kept { kept } else { self.body.expr(ExprKind::Return(Some(kept)), at) }
            }
            (O::Mapped, Some(result), _) => self.wrapped(variant, result, at),
            (O::Closure, Some(result), _) => result,
            (O::Filtered, Some(result), _) => self.filtered(local, param, result, at),
            (O::ErrOfClosure, Some(result), _) => self.variant_of_library(1, result, at),
            (O::Default, _, Some(default)) => of_local(self, default),
            (O::ErrOfDefault, _, Some(default)) => {
                let error = of_local(self, default);
                self.variant_of_library(1, error, at)
            }
            (O::Flag(flag), _, _) => self.body.expr(ExprKind::Value(Prim::Bool, ScalarValue::from(flag)), at),
            (O::Ok, _, _) => {
                let value = of_local(self, local);
                self.variant_of_library(0, value, at)
            }
            (O::Inner, _, _) => of_local(self, local),
            _ => match &given.stop {
                Some((text, at)) => self.body.expr(ExprKind::Panic(text.clone()), *at),
                None => self.body.expr(ExprKind::Error, at),
            },
        };
        Arm { pat: self.body.pat(pat, at), guard: None, body }
    }

    /// A value in a variant, which may have no place for it.
    fn wrapped(&mut self, variant: &Variant, value: ExprId, at: Span) -> ExprId {
        let kind = match variant {
            Variant::Some => ExprKind::Some(value),
            Variant::None => ExprKind::None(None),
            Variant::Of(adt, variant) => ExprKind::Construct {
                adt: adt.clone(),
                variant: Some(*variant),
                fields: vec![(0, value)],
                base: None,
            },
        };
        self.body.expr(kind, at)
    }

    /// `Ok(value)` or `Err(value)`.
    fn variant_of_library(&mut self, variant: usize, value: ExprId, at: Span) -> ExprId {
        match self.front.result() {
            Some(id) => {
                let variant = Variant::Of(self.front.adt_ref(id), variant);
                self.wrapped(&variant, value, at)
            }
            None => self.body.expr(ExprKind::Error, at),
        }
    }

    /// `if { let param = &value; body } { Some(value) } else { None }`
    fn filtered(&mut self, value: LocalId, param: Option<PatId>, body: ExprId, at: Span) -> ExprId {
        let Some(param) = param else { return body };
        let place = self.body.expr(ExprKind::Local(value), at);
        let reference = self.body.expr(ExprKind::Ref { mutable: false, place }, at);
        let bound =
            LetStmt { pat: param, ty: None, init: Some(reference), otherwise: None, span: at, node: None };
        let cond = Block { stmts: vec![Stmt::Let(bound)], tail: Some(body), span: at, ..Block::default() };
        let cond = self.body.expr(ExprKind::Block(cond, None), at);
        let found = self.body.expr(ExprKind::Local(value), at);
        let found = self.body.expr(ExprKind::Some(found), at);
        let then = Block { tail: Some(found), span: at, ..Block::default() };
        let otherwise = Some(self.body.expr(ExprKind::None(None), at));
        self.body.expr(ExprKind::If { cond, then, otherwise }, at)
    }

    /// `option?`
    pub(super) fn question_mark(&mut self, expr: &syn::ExprTry, at: Span) -> ExprKind {
        let returned = match &self.returns {
            Ty::Option(_) => Some(Method { of_result: false, ..QUESTION_MARK }),
            Ty::Adt(adt) if self.front.result() == Some(adt.id) => {
                Some(Method { of_option: false, ..QUESTION_MARK })
            }
            _ => None,
        };
        let why = if let Some(enclosed) = self.enclosed {
            Some(match enclosed {
                Enclosed::Closure => "`?` in a closure",
                Enclosed::Process => "`?` in a process of a dataflow region",
            })
        } else if returned.is_none() {
            Some("`?` in a function that returns neither an `Option` nor a `Result`")
        } else if self.in_const_fn {
            Some("`?` in a `const fn`")
        } else {
            None
        };
        let scrutinee = self.expr(&expr.expr);
        match (returned, why) {
            (Some(method), None) => {
                let arms = self.method_arms(&method, &Given::default(), at, at);
                ExprKind::Match { scrutinee, arms }
            }
            (_, what) => {
                self.never(at, what.unwrap_or_default(), "use `match`, or `let Some(x) = .. else { .. }`")
            }
        }
    }

    /// A variable that the user does not see.
    pub(super) fn hidden(&mut self, at: Span) -> LocalId {
        self.body.locals.alloc(Local {
            name: String::new(),
            mutable: false,
            deferred: false,
            ty: None,
            span: at,
            directives: LocalDirectives::default(),
        })
    }

    /// `let` of a variable that the source does not name.
    fn let_hidden(&mut self, local: LocalId, init: ExprId) -> Stmt {
        let span = self.body.exprs[init].span;
        let pat = self.body.pat(PatKind::Bind(local, None), span);
        Stmt::Let(LetStmt { pat, ty: None, init: Some(init), otherwise: None, span, node: None })
    }

    /// A closure where none is taken.
    pub(super) fn no_closure(&mut self, name: &str, at: Span) -> ExprKind {
        let error = never(codes::METHOD, at, &format!("the method `{name}` with a closure"));
        self.error(
            error.help(
                "write `match`, `if let` or a loop; methods of iterators, of `Option` and of `Result` take closures",
            ),
        )
    }
}

pub(super) fn is_closure(expr: &Expr) -> bool {
    matches!(unparenthesized(expr), Expr::Closure(_))
}
