//! Blocks and statements.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{Expr, Pat};

use super::Resolver;
use crate::codes;
use crate::directives::Site;
use crate::hir::{Block, Local, Stmt};
use crate::lacking::{macro_call, never, not_yet};
use crate::names::plain_name;
use crate::span::{span, span_of};
use crate::ty::Ty;
use crate::typings::NodeKey;

impl Resolver<'_, '_> {
    /// The block of a function, whose last statement may be a `return`.
    pub(super) fn fn_block(&mut self, block: &syn::Block) -> Block {
        let (last, rest) = match block.stmts.split_last() {
            Some((syn::Stmt::Expr(Expr::Return(last), _), rest)) => (Some(last), rest),
            _ => (None, block.stmts.as_slice()),
        };
        self.scoped(|resolver| {
            let mut result = resolver.stmts(rest);
            if let Some(last) = last {
                // What stands before a `return` is a statement, with a semicolon or without.
                result.stmts.extend(result.tail.take().map(Stmt::Expr));
                result.tail = last.expr.as_ref().map(|value| resolver.expr(value));
            }
            result.span = span_of(block);
            result
        })
    }

    pub(super) fn block(&mut self, block: &syn::Block) -> Block {
        self.scoped(|resolver| {
            let mut result = resolver.stmts(&block.stmts);
            result.span = span_of(block);
            result
        })
    }

    fn stmts(&mut self, stmts: &[syn::Stmt]) -> Block {
        let mut block = Block::default();
        for (index, stmt) in stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Local(local) => block.stmts.extend(self.let_stmt(local)),
                syn::Stmt::Expr(expr, semi) => {
                    let id = self.expr(expr);
                    if semi.is_none() && index + 1 == stmts.len() {
                        block.tail = Some(id);
                    } else {
                        block.stmts.push(Stmt::Expr(id));
                    }
                }
                syn::Stmt::Macro(stmt) if self.front.is_rejected(&stmt.mac.path) => {}
                syn::Stmt::Macro(stmt) => self.front.report(macro_call(span_of(stmt), &stmt.mac.path)),
                syn::Stmt::Item(item) => {
                    let error = never(codes::ITEM, span_of(item), "an item inside of a function");
                    self.front.report(error.help("move it into the kernels module"));
                    self.declare_item(item);
                }
            }
        }
        block
    }

    fn let_stmt(&mut self, local: &syn::Local) -> Option<Stmt> {
        let at = span(local.let_token.span).to(span(local.semi_token.span));
        if let Some(error) = unsupported_let(local, at) {
            self.front.report(error);
            self.declare_wrong(&local.pat);
            return None;
        }
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(self.front.ty(&typed.ty))),
            pat => (pat, None),
        };
        let init = local.init.as_ref()?;
        if ty == Some(Ty::Error) {
            self.declare_wrong(pat);
            return None;
        }
        let value = self.expr(&init.expr);
        let Pat::Ident(pattern) = pat else {
            self.front.directives(&local.attrs, Site::Expression);
            return Some(Stmt::Expr(value));
        };
        let directives = self.front.local_directives(&local.attrs, Some(value));
        let node = ty.is_none().then(|| NodeKey::of(local));
        let ty = ty.or_else(|| self.is_wrong(value).then_some(Ty::Error));
        let id = self.declare(Local {
            name: plain_name(&pattern.ident),
            mutable: pattern.mutability.is_some(),
            ty,
            span: span(pattern.ident.span()),
            directives,
            node,
        });
        Some(Stmt::Let { local: id, init: value, span: at })
    }

    /// Makes the name of an item known after a complaint, so that its uses are no errors, too.
    fn declare_item(&mut self, item: &syn::Item) {
        let ident = match item {
            syn::Item::Const(item) => &item.ident,
            syn::Item::Fn(item) => &item.sig.ident,
            syn::Item::Static(item) => &item.ident,
            syn::Item::Struct(item) => &item.ident,
            syn::Item::Enum(item) => &item.ident,
            _ => return,
        };
        self.front.rejected.insert(plain_name(ident));
    }
}

/// What a `let` cannot do.
fn unsupported_let(local: &syn::Local, at: Span) -> Option<Diagnostic> {
    let Some(init) = &local.init else {
        let error = not_yet(codes::UNINITIALIZED, at, "a variable that gets its value later");
        return Some(error.help("give it a value: `let x = if .. { .. } else { .. };`"));
    };
    if let Some((else_token, diverge)) = &init.diverge {
        let at = span(else_token.span).to(span_of(&**diverge));
        return Some(not_yet(codes::EXPRESSION, at, "`let .. else`").help("compare with `==`"));
    }
    let pat = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pat => pat,
    };
    match pat {
        Pat::Wild(_) if matches!(local.pat, Pat::Wild(_)) => None,
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => None,
        other => {
            let error = not_yet(codes::PATTERN, span_of(other), "a pattern in a `let`");
            Some(error.help("declare one variable after the other"))
        }
    }
}
