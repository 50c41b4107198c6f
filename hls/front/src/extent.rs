//! Where expressions, patterns, types and blocks begin and end, read off the tree.
//!
//! [`span_of`] would print each expression to tokens for it: inside a macro, where rustc makes every token, that is most
//! of the time of a translation.

use proc_macro2::Span as TokenSpan;
use sycl_hls_ir::Span;
use syn::{Attribute, Expr, Member, Pat, PathArguments, ReturnType, Safety, Signature, Type, UnOp};

use crate::span::{between, span, span_of};

/// The place of an expression; a loop's attributes do not belong to it.
pub(crate) fn expr_span(expr: &Expr) -> Span {
    match (first(expr), last(expr)) {
        (Some(first), Some(last)) => between(first, last),
        _ => span_of(expr),
    }
}

/// The place of a block.
pub(crate) fn block_span(block: &syn::Block) -> Span {
    between(block.brace_token.span.open(), block.brace_token.span.close())
}

/// The place of a pattern.
pub(crate) fn pat_span(pat: &Pat) -> Span {
    match pat {
        Pat::Wild(pat) if pat.attrs.is_empty() => span(pat.underscore_token.span),
        Pat::Ident(pat) if pat.attrs.is_empty() && pat.by_ref.is_none() && pat.subpat.is_none() => {
            let name = pat.ident.span();
            between(pat.mutability.as_ref().map_or(name, |word| word.span), name)
        }
        Pat::Tuple(pat) if pat.attrs.is_empty() => {
            between(pat.paren_token.span.open(), pat.paren_token.span.close())
        }
        _ => span_of(pat),
    }
}

/// The place of an attribute.
pub(crate) fn attribute_span(attr: &Attribute) -> Span {
    between(attr.pound_token.span, attr.bracket_token.span.close())
}

/// The place of a function's signature.
pub(crate) fn signature_span(sig: &Signature) -> Span {
    let last = match &sig.output {
        ReturnType::Default => Some(sig.paren_token.span.close()),
        ReturnType::Type(_, ty) => last_of_type(ty),
    };
    let words = [sig.asyncness.is_none(), sig.abi.is_none(), sig.generics.where_clause.is_none()];
    match last.filter(|_| words == [true; 3] && matches!(sig.safety, Safety::Default)) {
        Some(last) => between(sig.constness.as_ref().map_or(sig.fn_token.span, |word| word.span), last),
        None => span_of(sig),
    }
}

/// The place of a type.
pub(crate) fn type_span(ty: &Type) -> Span {
    match (first_of_type(ty), last_of_type(ty)) {
        (Some(first), Some(last)) => between(first, last),
        _ => span_of(ty),
    }
}

fn first_of_type(ty: &Type) -> Option<TokenSpan> {
    match ty {
        Type::Path(ty) if ty.qself.is_none() => first_of_path(&ty.path),
        Type::Reference(ty) => Some(ty.and_token.span),
        Type::Slice(ty) => Some(ty.bracket_token.span.open()),
        Type::Array(ty) => Some(ty.bracket_token.span.open()),
        _ => None,
    }
}

fn last_of_type(ty: &Type) -> Option<TokenSpan> {
    match ty {
        Type::Path(ty) => last_of_path(&ty.path),
        Type::Reference(ty) => last_of_type(&ty.elem),
        Type::Slice(ty) => Some(ty.bracket_token.span.close()),
        Type::Array(ty) => Some(ty.bracket_token.span.close()),
        _ => None,
    }
}

/// The first token; `None` for what has to be printed.
fn first(expr: &Expr) -> Option<TokenSpan> {
    match expr {
        Expr::ForLoop(expr) => Some(expr.for_token.span),
        Expr::While(expr) => Some(expr.while_token.span),
        Expr::Loop(expr) => Some(expr.loop_token.span),
        Expr::Binary(expr) if expr.attrs.is_empty() => first(&expr.left),
        Expr::Assign(expr) if expr.attrs.is_empty() => first(&expr.left),
        Expr::Index(expr) if expr.attrs.is_empty() => first(&expr.expr),
        Expr::MethodCall(expr) if expr.attrs.is_empty() => first(&expr.receiver),
        Expr::Call(expr) if expr.attrs.is_empty() => first(&expr.func),
        Expr::Field(expr) if expr.attrs.is_empty() => first(&expr.base),
        Expr::Cast(expr) if expr.attrs.is_empty() => first(&expr.expr),
        Expr::Paren(expr) if expr.attrs.is_empty() => Some(expr.paren_token.span.open()),
        Expr::Array(expr) if expr.attrs.is_empty() => Some(expr.bracket_token.span.open()),
        Expr::If(expr) if expr.attrs.is_empty() => Some(expr.if_token.span),
        Expr::Match(expr) if expr.attrs.is_empty() => Some(expr.match_token.span),
        Expr::Reference(expr) if expr.attrs.is_empty() => Some(expr.and_token.span),
        Expr::Lit(expr) if expr.attrs.is_empty() => Some(expr.lit.span()),
        Expr::Path(expr) if expr.attrs.is_empty() && expr.qself.is_none() => first_of_path(&expr.path),
        Expr::Unary(expr) if expr.attrs.is_empty() => match &expr.op {
            UnOp::Deref(op) => Some(op.span),
            UnOp::Not(op) => Some(op.span),
            UnOp::Neg(op) => Some(op.span),
            _ => None,
        },
        _ => None,
    }
}

/// The last token; `None` for what has to be printed.
fn last(expr: &Expr) -> Option<TokenSpan> {
    match expr {
        Expr::ForLoop(expr) => Some(expr.body.brace_token.span.close()),
        Expr::While(expr) => Some(expr.body.brace_token.span.close()),
        Expr::Loop(expr) => Some(expr.body.brace_token.span.close()),
        Expr::Binary(expr) => last(&expr.right),
        Expr::Assign(expr) => last(&expr.right),
        Expr::Index(expr) => Some(expr.bracket_token.span.close()),
        Expr::MethodCall(expr) => Some(expr.paren_token.span.close()),
        Expr::Call(expr) => Some(expr.paren_token.span.close()),
        Expr::Field(expr) => match &expr.member {
            Member::Named(name) => Some(name.span()),
            Member::Unnamed(index) => Some(index.span),
        },
        Expr::Cast(expr) => last_of_type(&expr.ty),
        Expr::Paren(expr) => Some(expr.paren_token.span.close()),
        Expr::Array(expr) => Some(expr.bracket_token.span.close()),
        Expr::If(expr) => match &expr.else_branch {
            Some((_, branch)) => last(branch),
            None => Some(expr.then_branch.brace_token.span.close()),
        },
        Expr::Match(expr) => Some(expr.brace_token.span.close()),
        Expr::Block(expr) => Some(expr.block.brace_token.span.close()),
        Expr::Reference(expr) => last(&expr.expr),
        Expr::Lit(expr) => Some(expr.lit.span()),
        Expr::Path(expr) => last_of_path(&expr.path),
        Expr::Unary(expr) => last(&expr.expr),
        _ => None,
    }
}

fn first_of_path(path: &syn::Path) -> Option<TokenSpan> {
    path.segments.first().filter(|_| path.leading_colon.is_none()).map(|segment| segment.ident.span())
}

fn last_of_path(path: &syn::Path) -> Option<TokenSpan> {
    path.segments.last().and_then(|segment| match &segment.arguments {
        PathArguments::None => Some(segment.ident.span()),
        PathArguments::AngleBracketed(arguments) => Some(arguments.gt_token.span),
        PathArguments::Parenthesized(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use syn::parse::Parser;

    use super::*;

    #[test]
    fn places_are_those_of_the_printed_tokens() {
        let texts = [
            "a",
            "self::a::b",
            "::a",
            "<T as U>::f(1)",
            "f::<3>",
            "12.5_f32",
            "-1",
            "!a.b",
            "*p",
            "&mut a[1]",
            "a + b * (c - d)",
            "a += b << 2",
            "a = f(x, y)",
            "x[i][j + 1]",
            "a.b.0.1",
            "a.min(b).max(c)",
            "a as u8",
            "a as Vec<u8>",
            "a as [u8; 2]",
            "[1, 2]",
            "[0; 4]",
            "(a, b)",
            "(a)",
            "{ a; b }",
            "if a { 1 } else { 2 }",
            "if a { f(); }",
            "if let Some(x) = a { x } else if b { 1 } else { 2 }",
            "match a {\n  1 => 2,\n  _ => 3,\n}",
            "P { x: 1,\n y: 2 }",
            "0..n",
            "..",
            "..=3",
            "a..",
            "|x| x + 1",
            "return 3",
            "break 'a x",
            "while a { b }",
            "loop { }",
            "for i in 0..3 { f(i) }",
            "a == b && !c",
            "#[cfg(x)] a + b",
            "f()?",
            "unsafe { a }",
        ];
        for text in texts {
            let expr: Expr = syn::parse_str(text).unwrap();
            assert_eq!(expr_span(&expr), span_of(&expr), "{text}");
        }
    }

    #[test]
    fn so_are_those_of_patterns_types_and_blocks() {
        for text in ["_", "a", "mut a", "a @ 1", "ref a", "(a, _)", "[a, _]", "S { a, .. }", "A | B"] {
            let pat = Pat::parse_multi.parse_str(text).unwrap();
            assert_eq!(pat_span(&pat), span_of(&pat), "{text}");
        }
        for text in
            ["f32", "a::B<3>", "::a", "<T as U>::V", "&T", "&mut [[u8; 2]; 3]", "(a, b)", "fn(a) -> b", "!"]
        {
            let ty: Type = syn::parse_str(text).unwrap();
            assert_eq!(type_span(&ty), span_of(&ty), "{text}");
        }
        let attr: Attribute = syn::parse_quote!(#[a(b = 1)]);
        assert_eq!(attribute_span(&attr), span_of(&attr));
        for text in [
            "fn f()",
            "const fn f(a: u8) -> u8",
            "unsafe fn f()",
            "fn f<T>() -> T where T: A",
            "fn f() -> (A, B)",
        ] {
            let sig: Signature = syn::parse_str(text).unwrap();
            assert_eq!(signature_span(&sig), span_of(&sig), "{text}");
        }
        let block: syn::Block = syn::parse_str("{ a;\n b }").unwrap();
        assert_eq!(block_span(&block), span_of(&block));
    }
}
