//! Assignments to several places: `(a, b) = (b, a)`.
//!
//! As in Rust, the value is taken apart by a pattern, whose variables are then assigned
//! from left to right.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{Expr, ExprAssign, RangeLimits};

use super::Resolver;
use super::syntax::unparenthesized;
use crate::codes;
use crate::hir::{Block, ExprKind, LetStmt, PatId, PatKind, Stmt};
use crate::names::plain_name;
use crate::span::span_of;

/// True if it is more than one place, or none.
pub(super) fn takes_apart(left: &Expr) -> bool {
    match unparenthesized(left) {
        Expr::Infer(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Call(_) => true,
        Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        _ => false,
    }
}

impl Resolver<'_, '_> {
    /// `(a, b.c) = value`: a pattern of hidden variables, and an assignment of each.
    pub(super) fn destructure(&mut self, assign: &ExprAssign, at: Span) -> ExprKind {
        let init = self.expr(&assign.right);
        let mut assignments = Vec::new();
        let pat = self.assignee(&assign.left, &mut assignments);
        let take_apart = LetStmt { pat, ty: None, init: Some(init), otherwise: None, span: at, node: None };
        let mut stmts = vec![Stmt::Let(take_apart)];
        stmts.append(&mut assignments);
        ExprKind::Block(Block { stmts, span: at, ..Block::default() }, None)
    }

    /// The pattern that an assignee is, and the assignments of its variables.
    fn assignee(&mut self, expr: &Expr, assignments: &mut Vec<Stmt>) -> PatId {
        let at = span_of(expr);
        let kind = match unparenthesized(expr) {
            Expr::Infer(_) => PatKind::Wild,
            Expr::Tuple(tuple) if !tuple.elems.is_empty() => {
                let (parts, rest) = self.assignees(&tuple.elems, assignments);
                PatKind::Tuple(parts, rest)
            }
            Expr::Array(array) => {
                let (parts, rest) = self.assignees(&array.elems, assignments);
                PatKind::Array(parts, rest, None)
            }
            Expr::Struct(expr) => self.assignee_fields(expr, assignments),
            Expr::Call(call) => self.assignee_variant(call, at, assignments),
            place => {
                let at = span_of(place);
                let place = self.expr(place);
                let local = self.hidden(at);
                let value = self.body.expr(ExprKind::Local(local), at);
                assignments.push(Stmt::Expr(self.body.expr(ExprKind::Assign(place, value), at)));
                PatKind::Bind(local, None)
            }
        };
        self.body.pat(kind, at)
    }

    /// The patterns and assignments of several targets; and where `..` is.
    fn assignees<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        assignments: &mut Vec<Stmt>,
    ) -> (Vec<PatId>, Option<usize>) {
        let mut rest = None;
        let mut parts = Vec::new();
        for (index, expr) in exprs.into_iter().enumerate() {
            if is_rest(expr) {
                rest = Some(index);
            } else {
                parts.push(self.assignee(expr, assignments));
            }
        }
        (parts, rest)
    }

    /// `Point { x, y: z } = value`.
    fn assignee_fields(&mut self, expr: &syn::ExprStruct, assignments: &mut Vec<Stmt>) -> PatKind {
        let Some((adt, variant)) = self.variant_or_complain(&expr.path) else { return PatKind::Error };
        let mut fields = Vec::new();
        for field in &expr.fields {
            let name = match &field.member {
                syn::Member::Named(ident) => plain_name(ident),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let pat = self.assignee(&field.expr, assignments);
            if let Some(position) = self.field_named(adt.id, variant, &name, span_of(&field.member)) {
                fields.push((position, pat));
            }
        }
        PatKind::Fields { adt, variant, fields }
    }

    /// `Pair(a, b) = value`.
    fn assignee_variant(&mut self, call: &syn::ExprCall, at: Span, assignments: &mut Vec<Stmt>) -> PatKind {
        let Expr::Path(path) = unparenthesized(&call.func) else {
            self.front.report(not_assignable(at));
            return PatKind::Error;
        };
        let Some((adt, variant)) = self.variant_path(&path.path) else {
            self.front.report(not_assignable(at));
            return PatKind::Error;
        };
        let (parts, rest) = self.assignees(&call.args, assignments);
        let fields = self.positions(&path.path, (adt.id, variant), parts, rest, at);
        PatKind::Fields { adt, variant, fields }
    }
}

/// `..`
fn is_rest(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Range(range)
            if range.start.is_none() && range.end.is_none() && matches!(range.limits, RangeLimits::HalfOpen(_))
    )
}

fn not_assignable(at: Span) -> Diagnostic {
    let error = Diagnostic::error(codes::IMMUTABLE, at, "this cannot be assigned to");
    error.help("variables, fields and elements of arrays and slices can")
}
