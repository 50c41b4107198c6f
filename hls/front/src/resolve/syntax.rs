//! Expressions, paths and identifiers of syntax, as the rest of this folder looks at them.

use sycl_hls_ir::Span;
use syn::Expr;

use crate::names::path_text;
use crate::span::span;

/// A path in backquotes.
pub(super) fn quoted(path: &syn::Path) -> String {
    format!("`{}`", path_text(path))
}

/// The place of an identifier.
pub(super) fn ident_span(ident: &proc_macro2::Ident) -> Span {
    span(ident.span())
}

/// What stands in parentheses, however many: they do not nest anything.
pub(super) fn unparenthesized(mut expr: &Expr) -> &Expr {
    while let Expr::Paren(syn::ExprParen { expr: inner, .. })
    | Expr::Group(syn::ExprGroup { expr: inner, .. }) = expr
    {
        expr = inner;
    }
    expr
}

/// The number of arguments differs.
pub(crate) fn wrong_count(name: &str, expected: usize, found: usize) -> String {
    let plural = if expected == 1 { "" } else { "s" };
    format!("`{name}` takes {expected} argument{plural}, not {found}")
}
