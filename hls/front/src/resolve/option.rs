//! Methods of `Option` that take closures, and `?`: resolved to the equivalent `match`.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;
use syn::{Expr, ExprMethodCall};

use super::Resolver;
use super::control::Enclosed;
use super::syntax::{ident_span, unparenthesized};
use crate::codes;
use crate::hir::LocalDirectives;
use crate::hir::{Arm, Block, Closure, ExprId, ExprKind, LetStmt, Local, LocalId, PatId, PatKind, Stmt};
use crate::lacking::never;
use crate::names::plain_name;
use crate::ty::Prim;

/// The methods of `Option` that take closures.
pub(crate) const OPTION_METHODS: [&str; 9] = [
    "map",
    "and_then",
    "map_or",
    "map_or_else",
    "unwrap_or_else",
    "or_else",
    "is_some_and",
    "is_none_or",
    "filter",
];

impl Resolver<'_, '_> {
    /// A method of `Option` that takes a closure, if the call is one.
    pub(super) fn option_method(&mut self, call: &ExprMethodCall, at: Span) -> Option<ExprKind> {
        let name = plain_name(&call.method);
        let takes_closure = call.args.last().is_some_and(is_closure);
        if !takes_closure || !OPTION_METHODS.contains(&name.as_str()) {
            return None;
        }
        let expected = if name.starts_with("map_or") { 2 } else { 1 };
        let method_at = ident_span(&call.method);
        if call.args.len() != expected {
            let message = super::wrong_count(&name, expected, call.args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, method_at, message);
            return Some(self.error(error.help(match name.as_str() {
                "map_or" => "write `map_or(default, |value| ..)`".to_owned(),
                "map_or_else" => "write `map_or_else(|| default, |value| ..)`".to_owned(),
                _ => format!("write `{name}(|value| ..)`"),
            })));
        }
        let option = self.expr(&call.receiver);
        self.body.options.insert(option, (name.clone(), method_at));
        Some(self.by_match(option, &name, call, at).unwrap_or(ExprKind::Error))
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

    /// A method with a closure as the `match` that it is.
    fn by_match(&mut self, option: ExprId, name: &str, call: &ExprMethodCall, at: Span) -> Option<ExprKind> {
        let closure = call.args.last()?;
        if name == "map_or" {
            return self.map_or(option, call.args.first()?, closure, at);
        }
        if let "unwrap_or_else" | "or_else" = name {
            let otherwise = self.closure(closure, 0)?.body;
            let value = self.hidden(at);
            let found = self.body.expr(ExprKind::Local(value), at);
            let found = match name {
                "or_else" => self.body.expr(ExprKind::Some(found), at),
                _ => found,
            };
            let value = self.body.pat(PatKind::Bind(value, None), at);
            return Some(self.some_or_none(option, (value, found), otherwise, at));
        }
        let default = match name {
            "map_or_else" => Some(self.closure(call.args.first()?, 0)?.body),
            _ => None,
        };
        let Closure { params, body, .. } = self.closure(closure, 1)?;
        let mut value = *params.first()?;
        let flag = |resolver: &mut Self, flag: bool| {
            resolver.body.expr(ExprKind::Value(Prim::Bool, ScalarValue::from(flag)), at)
        };
        let (found, otherwise) = match name {
            "map" => (self.body.expr(ExprKind::Some(body), at), self.body.expr(ExprKind::None(None), at)),
            "is_some_and" => (body, flag(self, false)),
            "is_none_or" => (body, flag(self, true)),
            "filter" => {
                let local = self.hidden(at);
                let found = self.filtered(local, value, body, at);
                value = self.body.pat(PatKind::Bind(local, None), at);
                (found, self.body.expr(ExprKind::None(None), at))
            }
            _ => (body, default.unwrap_or_else(|| self.body.expr(ExprKind::None(None), at))),
        };
        Some(self.some_or_none(option, (value, found), otherwise, at))
    }

    /// `o.map_or(default, f)`: the default is evaluated in any case, behind the option.
    fn map_or(&mut self, option: ExprId, default: &Expr, closure: &Expr, at: Span) -> Option<ExprKind> {
        let default = self.expr(default);
        let (kept, default_kept) = (self.hidden(at), self.hidden(at));
        let stmts =
            [(kept, option), (default_kept, default)].map(|(local, init)| self.let_hidden(local, init));
        let Closure { params, body, .. } = self.closure(closure, 1)?;
        let scrutinee = self.body.expr(ExprKind::Local(kept), at);
        let what = self.body.options.remove(&option)?;
        self.body.options.insert(scrutinee, what);
        let otherwise = self.body.expr(ExprKind::Local(default_kept), at);
        let chosen = self.some_or_none(scrutinee, (*params.first()?, body), otherwise, at);
        let tail = Some(self.body.expr(chosen, at));
        Some(ExprKind::Block(Block { stmts: stmts.into(), tail, span: at, ..Block::default() }, None))
    }

    /// `if { let param = &value; body } { Some(value) } else { None }`
    fn filtered(&mut self, value: LocalId, param: PatId, body: ExprId, at: Span) -> ExprId {
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
        let why = if let Some(enclosed) = self.enclosed {
            Some(match enclosed {
                Enclosed::Closure => "`?` in a closure",
                Enclosed::Process => "`?` in a process of a dataflow region",
            })
        } else if !self.returns_option {
            Some("`?` in a function that does not return an `Option`")
        } else if self.in_const_fn {
            Some("`?` in a `const fn`")
        } else {
            None
        };
        let option = self.expr(&expr.expr);
        if let Some(what) = why {
            return self.never(at, what, "use `match`, or `let Some(x) = .. else { .. }`");
        }
        self.body.options.insert(option, ("?".to_owned(), at));
        let local = self.hidden(at);
        let value = self.body.pat(PatKind::Bind(local, None), at);
        let found = self.body.expr(ExprKind::Local(local), at);
        let none = self.body.expr(ExprKind::None(None), at);
        let otherwise = self.body.expr(ExprKind::Return(Some(none)), at);
        self.some_or_none(option, (value, found), otherwise, at)
    }

    /// `match option { Some(value) => found, None => otherwise }`
    fn some_or_none(
        &mut self,
        option: ExprId,
        (value, found): (PatId, ExprId),
        otherwise: ExprId,
        at: Span,
    ) -> ExprKind {
        let some = self.body.pat(PatKind::Some(value), at);
        let none = self.body.pat(PatKind::None, at);
        let arm = |pat, body| Arm { pat, guard: None, body };
        ExprKind::Match { scrutinee: option, arms: vec![arm(some, found), arm(none, otherwise)] }
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
                "write `match`, `if let` or a loop; methods of iterators and of `Option` take closures",
            ),
        )
    }
}

pub(super) fn is_closure(expr: &Expr) -> bool {
    matches!(unparenthesized(expr), Expr::Closure(_))
}
