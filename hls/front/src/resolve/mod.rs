//! From syntax to HIR: names are resolved, and what the kernel language lacks is named as such.

mod attrs;
mod call;
mod expr;
mod literal;
mod stmt;

pub(crate) use literal::{float_value, int_value};

use std::collections::HashMap;

use sycl_hls_ir::{Diagnostic, Span};

use syn::visit::{self, Visit};

use crate::codes;
use crate::directives::LocalDirectives;
use crate::front::Front;
use crate::hir::{Block, Body, ExprId, ExprKind, FnId, Local, LocalId};
use crate::lacking::{never, not_yet};
use crate::names::plain_name;
use crate::span::span;
use crate::ty::Ty;

/// Nesting of expressions beyond which code is refused instead of exhausting the stack.
const MAX_DEPTH: u32 = 200;

/// The names that a pattern declares.
struct Names(Vec<proc_macro2::Ident>);

impl Visit<'_> for Names {
    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        self.0.push(pattern.ident.clone());
        visit::visit_pat_ident(self, pattern);
    }
}

/// Resolves one body.
struct Resolver<'f, 'a> {
    front: &'f mut Front<'a>,
    body: Body,
    /// Visible variables, innermost scope last.
    scopes: Vec<HashMap<String, LocalId>>,
    depth: u32,
    /// The code is nested too deeply, which was reported.
    too_deep: bool,
    /// The body is a constant's, or a number that must be one.
    constant: bool,
}

/// The body of a function.
pub(crate) fn resolve_fn(front: &mut Front<'_>, id: FnId) -> Body {
    let item = front.funcs[id.0].syn;
    let mut resolver = Resolver::new(front);
    for index in 0..resolver.front.funcs[id.0].params.len() {
        let param = &resolver.front.funcs[id.0].params[index];
        let local = Local {
            name: param.name.clone(),
            mutable: param.mutable,
            ty: Some(param.ty.clone()),
            span: param.span,
            directives: LocalDirectives::default(),
            node: None,
        };
        let local = resolver.declare(local);
        resolver.body.params.push(local);
    }
    for input in &item.sig.inputs {
        match input {
            syn::FnArg::Typed(typed) if !matches!(*typed.pat, syn::Pat::Ident(_)) => {
                resolver.declare_wrong(&typed.pat);
            }
            _ => {}
        }
    }
    let block = resolver.fn_block(&item.block);
    resolver.body.block = block;
    resolver.body
}

/// The body of a constant: one expression.
pub(crate) fn resolve_const(front: &mut Front<'_>, expr: &syn::Expr) -> Body {
    let mut resolver = Resolver::new(front);
    resolver.constant = true;
    let tail = resolver.expr(expr);
    let span = resolver.body.exprs[tail].span;
    resolver.body.block = Block { tail: Some(tail), span, ..Block::default() };
    resolver.body
}

impl<'f, 'a> Resolver<'f, 'a> {
    fn new(front: &'f mut Front<'a>) -> Self {
        Self {
            front,
            body: Body::default(),
            scopes: vec![HashMap::new()],
            depth: 0,
            too_deep: false,
            constant: false,
        }
    }

    fn declare(&mut self, local: Local) -> LocalId {
        let name = local.name.clone();
        let id = self.body.locals.alloc(local);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, id);
        }
        id
    }

    fn lookup(&self, name: &str) -> Option<LocalId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    /// Runs `inner` in a scope of its own.
    fn scoped<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(HashMap::new());
        let result = inner(self);
        self.scopes.pop();
        result
    }

    fn error(&mut self, diagnostic: Diagnostic) -> ExprKind {
        self.front.report(diagnostic);
        ExprKind::Error
    }

    fn error_expr(&mut self, diagnostic: Diagnostic) -> ExprId {
        let span = diagnostic.span;
        let kind = self.error(diagnostic);
        self.body.expr(kind, span)
    }

    fn not_yet(&mut self, span: Span, what: &str, help: &str) -> ExprKind {
        self.error(not_yet(codes::EXPRESSION, span, what).help(help))
    }

    fn never(&mut self, span: Span, what: &str, help: &str) -> ExprKind {
        self.error(never(codes::EXPRESSION, span, what).help(help))
    }

    /// Was the expression, or the variable that it is, complained about?
    fn is_wrong(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Error => true,
            ExprKind::Local(local) => self.body.locals[*local].ty == Some(Ty::Error),
            ExprKind::Index(base, _) | ExprKind::Method { receiver: base, .. } => self.is_wrong(*base),
            _ => false,
        }
    }

    /// Makes the names of a pattern known after a complaint, so that their uses are no errors, too.
    fn declare_wrong(&mut self, pattern: &syn::Pat) {
        let mut names = Names(Vec::new());
        names.visit_pat(pattern);
        for ident in names.0 {
            self.declare(Local {
                name: plain_name(&ident),
                mutable: true,
                ty: Some(Ty::Error),
                span: span(ident.span()),
                directives: LocalDirectives::default(),
                node: None,
            });
        }
    }
}
