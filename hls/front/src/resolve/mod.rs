//! From syntax to HIR: names are resolved, and what the kernel language lacks is named as such.

mod call;
mod expr;
mod literal;
mod stmt;

pub(crate) use literal::{float_value, int_value};

use std::collections::HashMap;

use sycl_hls_ir::{Diagnostic, Span};

use crate::codes;
use crate::front::Front;
use crate::hir::{Block, Body, ExprId, ExprKind, FnId, Local, LocalId};

/// Nesting of expressions beyond which code is refused instead of exhausting the stack.
const MAX_DEPTH: u32 = 200;

/// Resolves one body.
struct Resolver<'f, 'a> {
    front: &'f mut Front<'a>,
    body: Body,
    /// Visible variables, innermost scope last.
    scopes: Vec<HashMap<String, LocalId>>,
    depth: u32,
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
            partitions: Vec::new(),
            node: None,
        };
        let local = resolver.declare(local);
        resolver.body.params.push(local);
    }
    let block = resolver.fn_block(&item.block);
    resolver.body.block = block;
    resolver.body
}

/// The body of a constant: one expression.
pub(crate) fn resolve_const(front: &mut Front<'_>, expr: &syn::Expr) -> Body {
    let mut resolver = Resolver::new(front);
    let tail = resolver.expr(expr);
    let span = resolver.body.exprs[tail].span;
    resolver.body.block = Block { stmts: Vec::new(), tail: Some(tail), span };
    resolver.body
}

impl<'f, 'a> Resolver<'f, 'a> {
    fn new(front: &'f mut Front<'a>) -> Self {
        Self { front, body: Body::default(), scopes: vec![HashMap::new()], depth: 0 }
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

    fn unsupported(&mut self, span: Span, what: &str, help: &str) -> ExprKind {
        let message = format!("{what} is not in the kernel language");
        self.error(Diagnostic::error(codes::EXPRESSION, span, message).help(help))
    }
}
