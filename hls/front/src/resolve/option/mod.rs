//! Methods of `Option` and `Result` that take closures, and `?`: resolved to the equivalent `match`.

mod arms;
mod methods;

use sycl_hls_ir::{Diagnostic, Span};
use syn::{Expr, ExprMethodCall};

use super::Resolver;
use super::control::Enclosed;
use super::syntax::{ident_span, unparenthesized};
use crate::codes;
use crate::hir::{
    Arm, Arms, Block, Closure, ExprId, ExprKind, LetStmt, Local, LocalDirectives, LocalId, PatKind, Stmt,
};
use crate::lacking::never;
use crate::names::plain_name;
use crate::span::span_of;
use crate::ty::Ty;
use arms::Given;
pub(crate) use methods::names_of_methods;
use methods::{EXPECT, METHODS, Method, OK_OR, Outcome as O, QUESTION_MARK};

impl Resolver<'_, '_> {
    /// A method of `Option` or `Result` that is resolved here, if the call is one.
    pub(super) fn option_method(&mut self, call: &ExprMethodCall, at: Span) -> Option<ExprKind> {
        let name = plain_name(&call.method);
        let method = METHODS.iter().find(|method| method.name == name)?;
        let takes_closure = call.args.last().is_some_and(|arg| self.arity(arg).is_some());
        if !takes_closure && (![OK_OR, EXPECT].contains(&method.name) || self.defines(&call.method)) {
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
        let value = if self.arity(value).is_some() {
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
        let is_it = match self.arity(value).is_some() {
            true => call.method == "then" && !self.takes_closure("then"),
            false => call.method == "then_some" && !self.defines(&call.method),
        };
        is_it.then(|| self.expr(&call.receiver))
    }

    /// True if there is a function of this name, which may be the method.
    fn defines(&self, name: &syn::Ident) -> bool {
        self.front.funcs.iter().any(|func| func.sig.ident == *name)
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
        let mut arms = self.method_arms(method, &given, ident_span(&call.method), at);
        if stmts.is_empty()
            && (self.takes_closure(method.name) || self.front.of_arrays(method.name).is_some())
        {
            arms.own = Some(self.method_with(receiver, call, ident_span(&call.method)));
        }
        let chosen = ExprKind::Match { scrutinee, arms: Arms::Method(Box::new(arms)) };
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
        let takes = self.arity(expr).unwrap_or(0);
        let arity = match (method.of_option, method.of_result) {
            (true, true) if self.front.result().is_some() => takes.min(1),
            (of_option, _) => usize::from(!of_option),
        };
        self.closure(expr, arity)
    }

    /// `option?`
    pub(super) fn question_mark(&mut self, expr: &syn::ExprTry, at: Span) -> ExprKind {
        let returned = match &self.returns {
            Ty::Option(_) => Some(Method { of_result: false, ..QUESTION_MARK }),
            ty @ Ty::Adt(_) if self.front.is_result(ty) => Some(Method { of_option: false, ..QUESTION_MARK }),
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
        if let (Ty::Adt(_), None, Some((option, error))) = (&self.returns, why, error_of_none(&expr.expr)) {
            return self.or_return(option, error, at);
        }
        let scrutinee = self.expr(&expr.expr);
        match (returned, why) {
            (Some(method), None) => {
                let arms = self.method_arms(&method, &Given::default(), at, at);
                let arms = Arms::Method(Box::new(arms));
                ExprKind::Match { scrutinee, arms }
            }
            (_, what) => {
                self.never(at, what.unwrap_or_default(), "use `match`, or `let Some(x) = .. else { .. }`")
            }
        }
    }

    /// `option.ok_or(error)?`, where the option may hold a reference, which no `Result` can: what it holds, or the function returns.
    fn or_return(&mut self, option: &Expr, error: &Expr, at: Span) -> ExprKind {
        let scrutinee = self.expr(option);
        let value = self.hidden(at);
        let bound = self.body.pat(PatKind::Bind(value, None), at);
        let (some, none) = (self.body.pat(PatKind::Some(bound), at), self.body.pat(PatKind::None, at));
        let found = self.body.expr(ExprKind::Local(value), at);
        let error = self.expr(error);
        let error = self.variant_of_library(1, error, at);
        let returned = self.body.expr(ExprKind::Return(Some(error)), at);
        let arms = [(some, found), (none, returned)];
        let arms = arms.map(|(pat, body)| Arm { pat, guard: None, body });
        ExprKind::Match { scrutinee, arms: Arms::Written(arms.into()) }
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

/// The option and the error of `option.ok_or(error)`, if it makes no difference whether the error is evaluated where there is a value.
fn error_of_none(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::MethodCall(call) = unparenthesized(expr) else { return None };
    let error = match (plain_name(&call.method).as_str(), call.args.first()?) {
        ("ok_or", error) if is_constant(error) => error,
        ("ok_or_else", Expr::Closure(closure)) if closure.inputs.is_empty() => &*closure.body,
        _ => return None,
    };
    Some((&*call.receiver, error))
}

/// True of literals, names, and values that are made of them.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_constant),
        Expr::Field(field) => is_constant(&field.base),
        Expr::Struct(made) => made.rest.is_none() && made.fields.iter().all(|field| is_constant(&field.expr)),
        Expr::Call(call) => {
            let makes = |path: &syn::ExprPath| {
                let name = path.path.segments.last().map(|last| plain_name(&last.ident));
                name.is_some_and(|name| name.starts_with(char::is_uppercase))
            };
            matches!(&*call.func, Expr::Path(path) if makes(path)) && call.args.iter().all(is_constant)
        }
        _ => false,
    }
}
