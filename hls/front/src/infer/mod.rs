//! Types of expressions, inferred as rustc does.
//!
//! One walk in evaluation order unifies; a literal that nothing decides falls back to `i32` or `f64`. Then a second
//! walk checks what needs final types. What rustc would leave open, this says "annotate here" to.

mod expr;
mod mismatch;
mod table;
mod validate;

use sycl_hls_ir::UnaryOp;
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_types::ScalarValue;

use crate::front::Front;
use crate::hir::{Body, ExprId, ExprKind, LocalId};
use crate::resolve::{float_value, int_value};
use crate::ty::Ty;
use table::Table;

/// The type of every expression and variable of a body.
#[derive(Debug)]
pub(crate) struct Types {
    exprs: ArenaMap<ExprId, Ty>,
    locals: ArenaMap<LocalId, Ty>,
}

/// Infers all types. `expected` is what the body computes; `None` means nothing is expected of it.
/// The result is `None` after a complaint.
pub(crate) fn infer(front: &mut Front<'_>, body: &Body, expected: Option<&Ty>) -> Option<Types> {
    let errors = front.diagnostics.len();
    let mut infer = Infer {
        front,
        body,
        table: Table::default(),
        exprs: ArenaMap::default(),
        locals: ArenaMap::default(),
    };
    for &param in &body.params {
        let ty = body.locals[param].ty.clone().unwrap_or(Ty::Error);
        infer.locals.insert(param, ty);
    }
    let found = infer.block(&body.block);
    if let Some(expected) = expected {
        let at = infer.block_span(&body.block);
        infer.expect_body(&found, expected, at);
    }
    let types = infer.finish();
    validate::validate(front, body, &types);
    (front.diagnostics.len() == errors).then_some(types)
}

struct Infer<'i, 'a> {
    front: &'i mut Front<'a>,
    body: &'i Body,
    table: Table,
    exprs: ArenaMap<ExprId, Ty>,
    locals: ArenaMap<LocalId, Ty>,
}

impl Infer<'_, '_> {
    fn finish(self) -> Types {
        let Self { table, exprs, locals, .. } = self;
        let exprs = exprs.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        let locals = locals.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        Types { exprs, locals }
    }
}

impl Types {
    /// The type of an expression.
    pub fn expr(&self, id: ExprId) -> &Ty {
        self.exprs.get(id).unwrap_or(&Ty::Error)
    }

    /// The type of a variable.
    pub fn local(&self, id: LocalId) -> &Ty {
        self.locals.get(id).unwrap_or(&Ty::Error)
    }

    /// The value of a literal, also of one with a minus sign; `None` if it does not fit its type.
    pub fn literal(&self, body: &Body, id: ExprId) -> Option<ScalarValue> {
        let prim = self.expr(id).as_prim()?;
        match &body.exprs[id].kind {
            ExprKind::Int { value, .. } => int_value(prim, *value, false),
            ExprKind::Float(digits, _) => float_value(prim, digits),
            ExprKind::Unary(UnaryOp::Neg, arg) => match &body.exprs[*arg].kind {
                ExprKind::Int { value, .. } => int_value(prim, *value, true),
                ExprKind::Float(digits, _) => float_value(prim, &format!("-{digits}")),
                _ => None,
            },
            _ => None,
        }
    }

    /// Notes the inferred types for the host code.
    pub fn record(&self, front: &mut Front<'_>, body: &Body) {
        for (id, local) in body.locals.iter() {
            if let Some(node) = local.node {
                front.typings.lets.insert(node, self.local(id).clone());
            }
        }
        for (id, expr) in body.exprs.iter() {
            if let ExprKind::Int { suffix: None, node, .. } | ExprKind::Float(_, node) = expr.kind
                && let Some(prim) = self.expr(id).as_prim()
            {
                front.typings.literals.insert(node, prim);
            }
        }
    }
}
