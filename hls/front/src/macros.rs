//! Macros of the standard library, written out before anything else sees them: assertions and `matches!`.
//!
//! The host code is what they were written out to, so that every target stops with the same text. `panic!` and its like stay.

use proc_macro2::Span;
use quote::quote_spanned;
use syn::parse::{Parse, ParseStream};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprIf, ExprMatch, ItemMod, LitStr, Macro, Pat, Stmt, Token, parse_quote_spanned};

use crate::local_types::is_local_type;
use crate::names::plain_name;

/// Writes out the macros of a module. What they cannot be written out to stays, and is reported where it stands. True if functions hold
/// types: all statements are looked at here.
pub(crate) fn write_out(module: &mut ItemMod) -> bool {
    let mut writer = WriteOut { has_local_types: false };
    writer.visit_item_mod_mut(module);
    writer.has_local_types
}

/// The text with which a run stops at `panic!` and its like, if it is no text with values in it.
pub(crate) fn panic_text(item: &Macro) -> Option<String> {
    let (text, own) = match name(item)?.as_str() {
        "panic" => ("explicit panic", false),
        "unreachable" => ("internal error: entered unreachable code", true),
        "todo" => ("not yet implemented", true),
        "unimplemented" => ("not implemented", true),
        _ => return None,
    };
    if item.tokens.is_empty() {
        return Some(text.to_owned());
    }
    let written = plain_text(&item.parse_body_with(literal).ok()?)?;
    Some(if own { format!("{text}: {written}") } else { written })
}

#[derive(Clone, Copy)]
struct WriteOut {
    has_local_types: bool,
}

impl VisitMut for WriteOut {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(item) = expr
            && let Some(written) = written_out(&item.mac)
        {
            *expr = written;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        self.has_local_types |= is_local_type(stmt);
        if let Stmt::Macro(item) = stmt
            && let Some(written) = written_out(&item.mac)
        {
            *stmt = Stmt::Expr(written, item.semi_token);
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }
}

/// The name of a macro that is called by it alone.
fn name(item: &Macro) -> Option<String> {
    item.path.get_ident().map(plain_name)
}

/// What stands for a macro.
fn written_out(item: &Macro) -> Option<Expr> {
    let at = item.path.get_ident()?.span();
    match name(item)?.as_str() {
        "assert" | "debug_assert" => {
            let Assertion { condition, text } = item.parse_body().ok()?;
            Some(assertion(condition, text, "assertion failed", at))
        }
        "assert_eq" | "debug_assert_eq" => {
            let Comparison { left, right, text } = item.parse_body().ok()?;
            let condition = parse_quote_spanned!(at=> (#left) == (#right));
            Some(assertion(condition, text, "assertion failed: left == right", at))
        }
        "assert_ne" | "debug_assert_ne" => {
            let Comparison { left, right, text } = item.parse_body().ok()?;
            let condition = parse_quote_spanned!(at=> (#left) != (#right));
            Some(assertion(condition, text, "assertion failed: left != right", at))
        }
        "matches" => {
            let Match { value, pattern, guard } = item.parse_body().ok()?;
            let at = generated(at);
            let guard = guard.map(|guard| quote_spanned!(at=> if #guard));
            let written: ExprMatch =
                parse_quote_spanned!(at=> match () { #pattern #guard => true, _ => false });
            Some(Expr::Match(ExprMatch { expr: Box::new(value), ..written }))
        }
        _ => None,
    }
}

fn assertion(condition: Expr, text: Option<LitStr>, otherwise: &str, at: Span) -> Expr {
    let text = text.unwrap_or_else(|| LitStr::new(otherwise, at));
    // It stops where the assertion stands.
    let panic: Expr = parse_quote_spanned!(at=> panic!(#text));
    let written: ExprIf = parse_quote_spanned!(generated(at)=> if true {} else { #panic });
    Expr::If(ExprIf { cond: Box::new(condition), ..written })
}

/// A place for what nobody has written: lints do not look at it.
fn generated(at: Span) -> Span {
    Span::mixed_site().located_at(at)
}

/// `assert!(condition, "text")`
struct Assertion {
    condition: Expr,
    text: Option<LitStr>,
}

impl Parse for Assertion {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self { condition: input.parse()?, text: text(input)? })
    }
}

/// `assert_eq!(left, right, "text")`
struct Comparison {
    left: Expr,
    right: Expr,
    text: Option<LitStr>,
}

impl Parse for Comparison {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let left = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(Self { left, right: input.parse()?, text: text(input)? })
    }
}

/// `matches!(value, pattern if guard)`
struct Match {
    value: Expr,
    pattern: Pat,
    guard: Option<Expr>,
}

impl Parse for Match {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let has_guard = input.parse::<Option<Token![if]>>()?.is_some();
        let guard = if has_guard { Some(input.parse()?) } else { None };
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { value, pattern, guard })
    }
}

/// The text behind the operands of an assertion, if there is one.
fn text(input: ParseStream<'_>) -> syn::Result<Option<LitStr>> {
    let comma: Option<Token![,]> = input.parse()?;
    if comma.is_none() || input.is_empty() {
        return Ok(None);
    }
    let text = literal(input)?;
    plain_text(&text).map(|_| Some(text.clone())).ok_or_else(|| syn::Error::new(text.span(), "values"))
}

/// A text, and a comma that may be behind it.
fn literal(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let text = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    Ok(text)
}

/// What a format string prints that has no values.
fn plain_text(text: &LitStr) -> Option<String> {
    let text = text.value();
    let (open, close) = ("\u{0}", "\u{1}");
    let text = text.replace("{{", open).replace("}}", close);
    (!text.contains(['{', '}'])).then(|| text.replace(open, "{").replace(close, "}"))
}
