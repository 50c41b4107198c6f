//! Blocks, statements and assignments.

use sycl_hls_ir::{BinaryOp, ForLoop, Init, OpKind, Overflow, Place, RegionId, Root, Span, ValueId};

use super::{Binding, Lowerer};
use crate::hir::{Block, ExprId, ExprKind, ForExpr, LocalId, Stmt};
use crate::ty::Ty;

impl Lowerer<'_> {
    /// Lowers a block; gives the value of its tail, if that is a scalar.
    pub(super) fn block(&mut self, block: &Block) -> Option<ValueId> {
        self.stmts(block);
        self.value_or_effect(block.tail?)
    }

    pub(super) fn stmts(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { local, init, span } => self.let_stmt(*local, *init, *span),
                Stmt::Expr(expr) => {
                    self.value_or_effect(*expr);
                }
            }
        }
    }

    fn let_stmt(&mut self, local: LocalId, init: ExprId, span: Span) {
        if self.types.local(local).is_array() {
            self.let_array(local, init, span);
            return;
        }
        let Some(value) = self.value(init) else { return };
        let variable = &self.body.locals[local];
        if variable.mutable {
            self.declare(local, Init::Fill(value), true, span);
        } else {
            self.builder.name_value(value, &variable.name);
            if let Some(bind_op) = variable.directives.of_value(self.body, self.types) {
                self.builder.func_mut().values[value].bind_op = Some(bind_op);
            }
            self.bindings.insert(local, Binding::Value(value));
        }
    }

    /// Lowers an expression of any type; gives its value if that is a scalar.
    pub(super) fn value_or_effect(&mut self, id: ExprId) -> Option<ValueId> {
        let span = self.span(id);
        let body = self.body;
        match &body.exprs[id].kind {
            ExprKind::Assign(place, value) => self.assign(*place, *value, span),
            ExprKind::AssignOp(op, place, value) => self.assign_op(*op, *place, *value, span),
            ExprKind::For(for_expr) => self.for_loop(for_expr, span),
            _ if matches!(self.types.expr(id), Ty::Prim(_)) => return self.value(id),
            ExprKind::If { cond, then, otherwise } => self.if_effect(*cond, then, *otherwise, span),
            ExprKind::Block(block) => self.block_effect(block, span),
            ExprKind::Call(func, args) => {
                if let Some(kind) = self.call(*func, args) {
                    self.builder.push(kind, span);
                }
            }
            // An array that nobody uses: what it is made of may have effects.
            ExprKind::Array(elements) => {
                for element in elements {
                    self.value_or_effect(*element);
                }
            }
            ExprKind::Repeat(element, _) => {
                self.value_or_effect(*element);
            }
            ExprKind::Index(..) => {
                self.source(id);
            }
            // What is left has neither effect nor value, like `()`.
            _ => {}
        }
        None
    }

    fn assign(&mut self, place: ExprId, value: ExprId, span: Span) {
        if self.types.expr(place).is_array() {
            self.assign_array(place, value, span);
            return;
        }
        // Rust evaluates the right-hand side before the place.
        let Some(value) = self.value(value) else { return };
        let Some(place) = self.place(place) else { return };
        self.builder.push(OpKind::Write(place, value), span);
    }

    fn assign_op(&mut self, op: BinaryOp, place: ExprId, value: ExprId, span: Span) {
        let Some(scalar) = self.types.expr(place).as_prim().map(crate::ty::Prim::scalar) else { return };
        let place_span = self.span(place);
        let Some(value) = self.value(value) else { return };
        let Some(place) = self.place(place) else { return };
        let old = self.builder.read(place.clone(), scalar, place_span);
        let new = self.builder.binary(op, Overflow::Checked, old, value, span);
        self.builder.push(OpKind::Write(place, new), span);
    }

    fn if_effect(&mut self, cond: ExprId, then: &Block, otherwise: Option<ExprId>, span: Span) {
        let Some(cond) = self.value(cond) else { return };
        let then = self.with_region(|lowerer| {
            lowerer.block(then);
        });
        let otherwise = self.with_region(|lowerer| {
            if let Some(otherwise) = otherwise {
                lowerer.value_or_effect(otherwise);
            }
        });
        self.builder.push(OpKind::If { cond, then, otherwise }, span);
    }

    /// A block that is a statement.
    fn block_effect(&mut self, block: &Block, span: Span) {
        let Some(directives) = &block.directives else {
            self.block(block);
            return;
        };
        let body = self.with_region(|lowerer| {
            lowerer.block(block);
        });
        self.builder.push(OpKind::Scope { directives: directives.clone(), body }, span);
    }

    /// A new region filled by `fill`.
    pub(super) fn with_region(&mut self, fill: impl FnOnce(&mut Self)) -> RegionId {
        let region = self.builder.new_region(Vec::new());
        self.in_region(region, fill);
        region
    }

    pub(super) fn in_region(&mut self, region: RegionId, fill: impl FnOnce(&mut Self)) {
        let outer = self.builder.switch_to(region);
        fill(self);
        self.builder.switch_to(outer);
    }

    fn for_loop(&mut self, for_expr: &ForExpr, span: Span) {
        let (Some(lo), Some(hi)) = (self.value(for_expr.lo), self.value(for_expr.hi)) else { return };
        let variable = &self.body.locals[for_expr.var];
        let name = Some(variable.name.as_str()).filter(|name| *name != "_");
        let ty = self.builder.func().ty(lo);
        let induction = self.builder.value(ty, name);
        self.bindings.insert(for_expr.var, Binding::Value(induction));
        let body = self.builder.new_region(vec![induction]);
        self.in_region(body, |lowerer| {
            if variable.mutable {
                lowerer.declare(for_expr.var, Init::Fill(induction), true, variable.span);
            }
            lowerer.block(&for_expr.body);
        });
        let inclusive = for_expr.inclusive;
        let directives = for_expr.directives.lowered(|local| match self.bindings.get(local)? {
            Binding::Slot(slot) => Some(Root::Slot(*slot)),
            Binding::Param(index) => Some(Root::Param(*index)),
            Binding::Value(_) => None,
        });
        self.builder.push(OpKind::For(ForLoop { lo, hi, inclusive, directives, body }), span);
    }

    /// The place that a place expression names.
    pub(super) fn place(&mut self, id: ExprId) -> Option<Place> {
        match *self.kind(id) {
            ExprKind::Local(local) => match self.bindings.get(local)? {
                Binding::Slot(slot) => Some(Place::whole(Root::Slot(*slot))),
                Binding::Param(index) => Some(Place::whole(Root::Param(*index))),
                Binding::Value(_) => None,
            },
            ExprKind::Const(id) => {
                self.ids.globals.get(&id).map(|global| Place::whole(Root::Global(*global)))
            }
            ExprKind::Index(base, index) => {
                let mut place = self.place(base)?;
                // Rust checks an index before it evaluates the next one, and names the place where the part up to
                // that index begins: parentheses around the whole are no part of it.
                if !self.cannot_fail(index) || self.span(base).start != self.span(id).start {
                    self.probe(&place, base);
                }
                place.indices.push(self.value(index)?);
                Some(place)
            }
            _ => None,
        }
    }

    /// Has an index neither effects nor a way to stop the kernel?
    fn cannot_fail(&self, index: ExprId) -> bool {
        matches!(
            self.kind(index),
            ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::Int { .. } | ExprKind::Value(..)
        )
    }

    /// Reads the first scalar of the array at a place, for the sake of the checks of its indices: Rust checks them
    /// here. Without checks nothing is left of it.
    pub(super) fn probe(&mut self, place: &Place, id: ExprId) {
        let Some(ty) = self.types.expr(id).deref().to_ir() else { return };
        if place.indices.is_empty() || ty.leaves() == 0 {
            return;
        }
        let span = self.span(id);
        let mut first = place.clone();
        for _ in ty.dims() {
            first.indices.push(self.builder.constant(0_u64.into(), span));
        }
        self.builder.read(first, ty.leaf(), span);
    }
}
