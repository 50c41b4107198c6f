//! Blocks and statements.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{Expr, Pat};

use super::Resolver;
use crate::attribute::Site;
use crate::codes;
use crate::extent::block_span;
use crate::hir::{Block, Body, ExprId, ExprKind, LetStmt, LocalId, PatId, PatKind, Stmt};
use crate::inner::block_item;
use crate::lacking::never;
use crate::names::plain_name;
use crate::span::{span, span_of};
use crate::ty::Ty;
use crate::typings::NodeKey;

impl Resolver<'_, '_> {
    /// A block with a scope of its own.
    pub(super) fn block(&mut self, block: &syn::Block) -> Block {
        self.block_with(block, |_| {})
    }

    /// A block; `before` sees the body before each statement.
    pub(super) fn block_with(&mut self, block: &syn::Block, before: impl FnMut(&Body)) -> Block {
        self.scoped(|resolver| {
            let outer = resolver.front.enter_block(&block.stmts);
            let mut result = resolver.stmts(&block.stmts, before);
            resolver.front.leave_block(outer);
            result.span = block_span(block);
            result
        })
    }

    /// Statements in order; the last expression without a semicolon is the value.
    fn stmts(&mut self, stmts: &[syn::Stmt], mut before: impl FnMut(&Body)) -> Block {
        let mut block = Block::default();
        for (index, stmt) in stmts.iter().enumerate() {
            before(&self.body);
            match stmt {
                syn::Stmt::Local(local) => block.stmts.push(self.let_stmt(local)),
                syn::Stmt::Expr(expr, semi) => {
                    let id = self.expr(expr);
                    if semi.is_none() && index + 1 == stmts.len() {
                        block.tail = Some(id);
                    } else {
                        block.stmts.push(Stmt::Expr(id));
                    }
                }
                syn::Stmt::Macro(stmt) if self.front.is_rejected(&stmt.mac.path) => {}
                syn::Stmt::Macro(stmt) => {
                    let at = span_of(stmt);
                    let kind = self.macro_expr(&stmt.mac, at);
                    let id = self.body.expr(kind, at);
                    block.stmts.push(Stmt::Expr(id));
                }
                syn::Stmt::Item(item) if let Some((name, at)) = block_item(item) => {
                    self.not_a_variable(&name, at);
                }
                syn::Stmt::Item(syn::Item::Use(_)) => {}
                syn::Stmt::Item(item) => {
                    let error = never(codes::ITEM, span_of(item), "an item inside of a function");
                    self.front.report(error.help("move it into the kernels module"));
                    self.declare_item(item);
                }
            }
        }
        block
    }

    /// Rust finds the innermost of the two, which nobody should have to think about.
    fn not_a_variable(&mut self, name: &str, at: Span) {
        let Some(local) = self.lookup(name) else { return };
        let message = format!("an item has the name of the variable `{name}`");
        let error = Diagnostic::error(codes::DUPLICATE, at, message);
        let error = error.related(self.body.locals[local].span, "declared here");
        self.front.report(error.help("give one of them another name"));
    }

    /// `let`, with its directives.
    fn let_stmt(&mut self, local: &syn::Local) -> Stmt {
        if let Some(stmt) = self.let_callable(local).or_else(|| self.persistent(local)) {
            return stmt;
        }
        let at = span(local.let_token.span).to(span(local.semi_token.span));
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => {
                (&*typed.pat, Some(self.front.ty_with_holes(&typed.ty, &mut self.body.holes)))
            }
            pat => (pat, None),
        };
        // What is wrong for the same reason as its type is not complained about again.
        let is_same = |init: &Expr| ty == Some(Ty::Error) && is_wrong_alike(init, &local.pat);
        let init = local.init.as_ref().filter(|init| !is_same(&init.expr));
        let init = init.map(|init| self.wanted(&init.expr, ty.as_ref()));
        let otherwise = local.init.as_ref().and_then(|init| init.diverge.as_ref());
        let otherwise = otherwise.map(|(_, diverge)| self.branch(diverge));
        let wrong = ty == Some(Ty::Error) || (ty.is_none() && init.is_some_and(|init| self.is_wrong(init)));
        if wrong {
            self.declare_wrong(pat);
            return init.map_or(Stmt::Expr(self.body.expr(ExprKind::Unit, at)), Stmt::Expr);
        }
        let node = (ty.is_none() && init.is_some()).then(|| NodeKey::of(local));
        let pat = self.pattern(pat);
        if let PatKind::Bind(variable, None) = self.body.pats[pat].kind {
            self.body.locals[variable].deferred = init.is_none();
        }
        match self.declared_memory(pat, init) {
            Some(variable) => {
                let directives = self.front.local_directives(&local.attrs, init);
                self.body.locals[variable].directives = directives;
            }
            None => _ = self.front.directives(&local.attrs, Site::Pattern),
        }
        Stmt::Let(LetStmt { pat, ty, init, otherwise, span: at, node })
    }

    /// The variable that has the directives of a `let`: that which is declared, or one of the ends of a stream of blocks.
    pub(super) fn declared_memory(&self, pat: PatId, init: Option<ExprId>) -> Option<LocalId> {
        if let PatKind::Bind(variable, None) = self.body.pats[pat].kind {
            return Some(variable);
        }
        let makes_blocks = |init: ExprId| {
            matches!(&self.body.exprs[init].kind, ExprKind::Stream { element: Ty::Block(_), .. })
        };
        self.body.stream_name(pat).filter(|_| init.is_some_and(makes_blocks)).map(|(variable, _)| variable)
    }

    /// Makes the name of an item known after a complaint, so that its uses are no errors, too.
    fn declare_item(&mut self, item: &syn::Item) {
        let ident = match item {
            syn::Item::Static(item) => &item.ident,
            syn::Item::Struct(item) => &item.ident,
            syn::Item::Enum(item) => &item.ident,
            _ => return,
        };
        self.front.rejected.insert(plain_name(ident));
    }
}

/// True if the value is wrong whenever its declared type is: an empty or a repeated array, or a call of a function of the type.
fn is_wrong_alike(value: &Expr, declared: &Pat) -> bool {
    match (value, declared) {
        (Expr::Repeat(_), _) => true,
        (Expr::Array(array), _) => array.elems.is_empty(),
        (Expr::Call(call), Pat::Type(typed)) => match (&*call.func, &*typed.ty) {
            (Expr::Path(function), syn::Type::Path(ty)) => {
                let first = |path: &syn::Path| path.segments.first().map(|segment| segment.ident.clone());
                function.path.segments.len() > 1 && first(&function.path) == first(&ty.path)
            }
            _ => false,
        },
        _ => false,
    }
}
