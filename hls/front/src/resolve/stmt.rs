//! Blocks and statements.

use sycl_hls_ir::Diagnostic;
use syn::{Expr, Pat};

use super::Resolver;
use crate::codes;
use crate::directives::Site;
use crate::front::plain_name;
use crate::hir::{Block, Local, Stmt};
use crate::items::macro_error;
use crate::rewrite::NodeKey;
use crate::span::{span, span_of};

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
                syn::Stmt::Macro(stmt) => self.front.report(macro_error(span_of(stmt))),
                syn::Stmt::Item(item) => {
                    let message = "an item inside of a function is not in the kernel language";
                    let error = Diagnostic::error(codes::ITEM, span_of(item), message);
                    self.front.report(error.help("move it into the kernels module"));
                }
            }
        }
        block
    }

    fn let_stmt(&mut self, local: &syn::Local) -> Option<Stmt> {
        let at = span(local.let_token.span).to(span(local.semi_token.span));
        let directives = self.front.directives(&local.attrs, Site::Let);
        let Some(init) = &local.init else {
            let error =
                Diagnostic::error(codes::UNINITIALIZED, at, "a variable has a value from its declaration on")
                    .note("deferred initialization is not in the subset yet")
                    .help("give it a value: `let x = if .. { .. } else { .. };`");
            self.front.report(error);
            return None;
        };
        if let Some((_, diverge)) = &init.diverge {
            self.unsupported(span_of(&**diverge), "`let .. else`", "patterns are not in the subset yet");
            return None;
        }
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(self.front.ty(&typed.ty))),
            pat => (pat, None),
        };
        let value = self.expr(&init.expr);
        match pat {
            Pat::Wild(_) if ty.is_none() => Some(Stmt::Expr(value)),
            Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
                let node = ty.is_none().then(|| NodeKey::of(local));
                let partitions =
                    directives.iter().filter_map(|directive| self.front.array_partition(directive));
                let partitions = partitions.collect();
                let id = self.declare(Local {
                    name: plain_name(&pattern.ident),
                    mutable: pattern.mutability.is_some(),
                    ty,
                    span: span(pattern.ident.span()),
                    partitions,
                    node,
                });
                Some(Stmt::Let { local: id, init: value, span: at })
            }
            other => {
                let error = Diagnostic::error(codes::PATTERN, span_of(other), "a variable is a plain name")
                    .note("patterns are not in the subset yet")
                    .help("declare one variable after the other");
                self.front.report(error);
                None
            }
        }
    }
}
