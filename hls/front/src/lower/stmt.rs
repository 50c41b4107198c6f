//! Statements, assignments, and expressions that are evaluated for their effects.

use sycl_hls_ir::{BinaryOp, Init, OpKind, Overflow, Span};
use sycl_hls_types::ScalarValue;

use super::Lowerer;
use super::choose::Sink;
use super::operand::Operand;
use crate::hir::{Block, ExprId, ExprKind, LetStmt, PatId, PatKind, Stmt};
use crate::number::Number;
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// The statements of a block, without its value.
    pub(super) fn stmts(&mut self, block: &Block) {
        if let Some(attribute) = block.dataflow {
            return self.dataflow(block, attribute);
        }
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let(stmt) => self.let_stmt(stmt),
                Stmt::Expr(expr) => self.effect(*expr),
            }
        }
    }

    pub(super) fn let_stmt(&mut self, stmt: &LetStmt) {
        let Some(init) = stmt.init else { return self.without_value(stmt.pat, stmt.span) };
        if let Some(otherwise) = &stmt.otherwise {
            let leave = |lowerer: &mut Self, _: &Operand| lowerer.block(otherwise, &Sink::Effect);
            self.bind_or(stmt.pat, init, stmt.span, leave);
            return;
        }
        match self.body.pats[stmt.pat].kind {
            PatKind::Bind(local, None) => self.let_variable(local, init, stmt.span),
            PatKind::Wild => self.effect(init),
            _ => {
                let Some(operand) = self.operand(init) else { return };
                let span = self.span(init);
                // Variables take their values one by one, and must not see what the next ones do.
                if let Some(operand) = self.scrutinee(operand, span) {
                    self.bind(&operand, stmt.pat);
                }
                if matches!(self.kind(init), ExprKind::Stream { .. }) {
                    self.name_stream(stmt.pat);
                }
            }
        }
    }

    /// `let` of one variable.
    fn let_variable(&mut self, local: crate::hir::LocalId, init: ExprId, span: Span) {
        if let (true, ExprKind::Method(call)) = (self.types.acquires(init), self.kind(init)) {
            self.acquire(local, call, span);
            return;
        }
        let ty = self.types.local(local).clone();
        let listable = ty.is_array() || self.holds_array(init);
        if ty.is_ref() || ty.holds_ref() || self.scalar_type(&ty).is_some() {
            // An array behind `&` may be a slice for the variable.
            let operand = match ty.deref() {
                Ty::Slice(_) if ty.is_ref() => self.view(init).map(Operand::Slice),
                _ => self.operand(init),
            };
            if let Some(operand) = operand {
                self.declare_local(local, operand, span);
            }
            return;
        }
        let mutable = self.body.locals[local].mutable;
        if listable && let Some(init) = self.listed(init) {
            self.declare_slot(local, init, mutable, span);
            return;
        }
        match self.kind(init) {
            // What is built up in memory is built where it stays.
            ExprKind::If { .. }
            | ExprKind::Match { .. }
            | ExprKind::While(_)
            | ExprKind::Block(..)
            | ExprKind::Reduce(_)
            | ExprKind::CallVariable(..)
            | ExprKind::Array(_)
            | ExprKind::Repeat(..) => self.build(local, init, span),
            _ if self.calls_function(init) => self.build(local, init, span),
            ExprKind::Construct { variant: None, base: None, .. } if listable => {
                self.build(local, init, span);
            }
            _ if self.is_assembled(init) => {
                if let Some(place) = self.declare_slot(local, Init::Uninit, true, span) {
                    self.store(&place, init, span);
                }
            }
            _ => {
                if let Some(operand) = self.operand(init) {
                    self.declare_local(local, operand, span);
                }
            }
        }
    }

    /// Memory for a variable, in which its first value is built up.
    fn build(&mut self, local: crate::hir::LocalId, init: ExprId, span: Span) {
        if let Some(place) = self.declare_slot(local, Init::Uninit, true, span) {
            self.store(&place, init, span);
        }
    }

    /// `let x;`, and a persistent variable.
    fn without_value(&mut self, pat: PatId, span: Span) {
        let PatKind::Bind(local, None) = self.body.pats[pat].kind else { return };
        let init = match &self.body.locals[local].directives.persistent {
            Some(first) => self.listed_constants(first, span),
            None => Init::Uninit,
        };
        self.declare_slot(local, init, true, span);
    }

    /// Constants as first values.
    fn listed_constants(&mut self, values: &[ScalarValue], span: Span) -> Init {
        match values {
            [first, rest @ ..] if rest.iter().all(|value| value == first) => {
                Init::Fill(self.constant(first.clone(), span))
            }
            values => Init::List(values.iter().map(|value| self.constant(value.clone(), span)).collect()),
        }
    }

    /// Evaluates an expression whose value nobody needs.
    pub(super) fn effect(&mut self, id: ExprId) {
        let span = self.span(id);
        let body = self.body;
        match &body.exprs[id].kind {
            _ if self.calls_function(id) && matches!(self.types.expr(id), Ty::Unit) => {
                self.call(id, &Sink::Effect);
            }
            ExprKind::Assign(place, value) => self.assign(*place, *value, span),
            ExprKind::AssignOp(op, place, value) => self.assign_op(*op, *place, *value, span),
            ExprKind::For(for_expr) => self.for_loop(for_expr, span),
            ExprKind::Break(target, value) => self.break_expr(*target, *value, span),
            ExprKind::Continue(target) => self.continue_expr(*target, span),
            ExprKind::Panic(text) => self.panic(text, span),
            ExprKind::If { cond, then, otherwise } if self.check(*cond, then, *otherwise) => {}
            ExprKind::Return(value) => {
                let ret = self.return_type();
                self.return_value(*value, &ret, span);
            }
            ExprKind::Block(Block { directives: Some(directives), .. }, None) => {
                let body = self.with_region(|lowerer| {
                    lowerer.chosen(id, &Sink::Effect);
                });
                self.push_control(OpKind::Scope { directives: directives.clone(), body }, span);
            }
            ExprKind::If { .. }
            | ExprKind::Match { .. }
            | ExprKind::Block(..)
            | ExprKind::While(_)
            | ExprKind::Reduce(_)
            | ExprKind::CallVariable(..)
                if matches!(self.types.expr(id), Ty::Unit | Ty::Never) =>
            {
                self.chosen(id, &Sink::Effect);
            }
            ExprKind::Method(call) if matches!(self.types.expr(id), Ty::Unit) => self.method_effect(id, call),
            // Of type `()`, there is nothing to read.
            ExprKind::Local(_) if matches!(self.types.expr(id), Ty::Unit) => {}
            ExprKind::Field(base, _) if matches!(self.types.expr(id), Ty::Unit) => self.effect(*base),
            // An array that nobody uses: what it is made of may have effects.
            ExprKind::Array(elements) => {
                for element in elements {
                    self.effect(*element);
                }
            }
            ExprKind::Repeat(element, _) => self.effect(*element),
            ExprKind::Unit | ExprKind::Error => {}
            _ => {
                self.operand(id);
            }
        }
    }

    /// What the function at hand returns.
    fn return_type(&mut self) -> Ty {
        match (self.builder.func().ret, &self.result) {
            (Some(scalar), _) => crate::ty::Prim::ALL
                .into_iter()
                .find(|prim| prim.scalar() == scalar)
                .map_or(Ty::Number(Number::declared(scalar.is_signed(), scalar.bits())), Ty::Prim),
            (None, _) => Ty::Unit,
        }
    }

    /// `place = value`: the value first, then the place.
    fn assign(&mut self, place: ExprId, value: ExprId, span: Span) {
        let types = self.types;
        if self.scalar_type(types.expr(place)).is_none() {
            self.assign_aggregate(place, value, span);
            return;
        }
        // Rust evaluates the right-hand side before the place.
        let Some(value) = self.value(value) else { return };
        let Some(place) = self.place(place) else { return };
        self.builder.push(OpKind::Write(place, value), span);
    }

    /// `place op= value`: the value first, then the place.
    fn assign_op(&mut self, op: BinaryOp, place: ExprId, value: ExprId, span: Span) {
        let types = self.types;
        let Some(scalar) = self.scalar_type(types.expr(place)) else { return };
        let place_span = self.span(place);
        if types.expr(place).deref().as_number().is_some() {
            return self.assign_number(op, place, value, span);
        }
        let Some(value) = self.value(value) else { return };
        let Some(place) = self.place(place) else { return };
        let old = self.builder.read(place.clone(), scalar, place_span);
        let new = self.arithmetic(op, Overflow::Checked, [old, value], span);
        self.builder.push(OpKind::Write(place, new), span);
    }
}
