//! `#[flush_denormals]` in the host code: zeros in place of denormal operands and results.

use proc_macro2::Span;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Ident, PathArguments, parse_quote_spanned};

use crate::typings::Flushing;

/// Makes an operation, whose parts are host code already, one that flushes. `min_max`: it is a `min` or a `max`.
pub(super) fn rewrite(expr: &mut Expr, flushing: &Flushing, min_max: bool) {
    if flushing.operands.is_empty() {
        return reduced(expr);
    }
    if let Expr::Binary(binary) = &*expr
        && let Some(op) = without_assignment(&binary.op)
    {
        return assigned(expr, op, flushing);
    }
    let operands: Vec<&mut Expr> = match expr {
        Expr::Binary(binary) => vec![&mut binary.left, &mut binary.right],
        Expr::Cast(cast) => vec![&mut cast.expr],
        Expr::MethodCall(call) => std::iter::once(&mut *call.receiver).chain(&mut call.args).collect(),
        Expr::Call(call) => call.args.iter_mut().collect(),
        _ => return,
    };
    for (operand, references) in operands.into_iter().zip(&flushing.operands) {
        flush(operand, *references);
    }
    if min_max {
        super::ordered(expr, false);
    }
    if flushing.result {
        flush(expr, 0);
    }
}

/// What stands between parentheses.
pub(super) fn inside(mut expr: &mut Expr) -> &mut Expr {
    while let Expr::Paren(paren) = expr {
        expr = &mut paren.expr;
    }
    expr
}

/// An operation between parentheses, whose parts are host code already. They stay around the operation alone: rustc counts them as part of
/// its place, which a panic tells.
pub(super) fn rewrite_in_parentheses(whole: &mut Expr, flushing: &Flushing) {
    rewrite(inside(whole), &Flushing { operands: flushing.operands.clone(), result: false }, false);
    flush(whole, 0);
}

/// Puts a zero of its sign in place of a denormal.
fn flush(expr: &mut Expr, references: usize) {
    let at = expr.span();
    for _ in 0..references {
        *expr = parse_quote_spanned!(at=> *#expr);
    }
    *expr = parse_quote_spanned!(at=> ::sycl_hls::device::flush::flushed(#expr));
}

/// `place op= value`: the value first, then the place.
fn assigned(expr: &mut Expr, op: BinOp, flushing: &Flushing) {
    let at = expr.span();
    let Expr::Binary(binary) = expr else { return };
    let [place, value] =
        ["place", "value"].map(|name| Ident::new(&format!("__sycl_hls_{name}"), Span::mixed_site()));
    let [_, references] = flushing.operands[..] else { return };
    flush(&mut binary.right, references);
    let (to, from) = (&binary.left, &binary.right);
    *expr = parse_quote_spanned!(at=> {
        let #value = #from;
        let #place = &mut #to;
        *#place = ::sycl_hls::device::flush::flushed(::sycl_hls::device::flush::flushed(*#place) #op #value);
    });
}

/// `sum()` and `product()` of an iterator.
fn reduced(expr: &mut Expr) {
    let at = expr.span();
    let Expr::MethodCall(call) = &*expr else { return };
    let (items, method) = (&call.receiver, &call.method);
    let arguments = call.turbofish.as_ref().map_or(PathArguments::None, |it| {
        let ty = &it.args;
        PathArguments::AngleBracketed(syn::parse_quote!(::<#ty, _, _>))
    });
    let path = quote_spanned!(at=> ::sycl_hls::device::flush::#method #arguments);
    *expr = parse_quote_spanned!(at=> #path(#items));
}

/// The operator that an assignment has.
fn without_assignment(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::AddAssign(op) => BinOp::Add(syn::Token![+](op.spans[0])),
        BinOp::SubAssign(op) => BinOp::Sub(syn::Token![-](op.spans[0])),
        BinOp::MulAssign(op) => BinOp::Mul(syn::Token![*](op.spans[0])),
        BinOp::DivAssign(op) => BinOp::Div(syn::Token![/](op.spans[0])),
        _ => return None,
    })
}
