//! Loops, labelled blocks, and what leaves them.

use sycl_hls_ir::{ForLoop, Init, LoopDirectives, OpKind, Place, RegionId, Slot, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::choose::Sink;
use super::operand::Operand;
use crate::hir::LoopItems;
use crate::hir::{Block, ExprId, ForExpr, PatId, PatKind, WhileExpr};
use crate::ids::LoopId;

impl<'l> Lowerer<'l, '_, '_> {
    /// Fills the body of a loop or a block of KIR.
    pub(super) fn level(&mut self, id: Option<LoopId>, region: RegionId, fill: impl FnOnce(&mut Self)) {
        self.levels.push(id);
        self.in_region(region, fill);
        self.levels.pop();
    }

    /// How many loops and blocks of KIR lie inside of the one that a `break` or `continue` names.
    fn distance(&self, target: LoopId) -> Option<u32> {
        let position = self.levels.iter().rev().position(|level| *level == Some(target))?;
        u32::try_from(position).ok()
    }

    /// Lowers a `break`; its value is stored as that of the loop or block.
    pub(super) fn break_expr(&mut self, target: LoopId, value: Option<ExprId>, span: Span) {
        if let Some(value) = value {
            match self.results.get(&target).cloned() {
                Some(place) => self.store(&place, value, span),
                None => self.effect(value),
            }
        }
        if let Some(distance) = self.distance(target) {
            self.leave_scopes(self.levels.len() - 1 - distance as usize);
            self.leave(OpKind::Break(distance), span);
        }
    }

    pub(super) fn continue_expr(&mut self, target: LoopId, span: Span) {
        if let Some(distance) = self.distance(target) {
            self.leave_scopes(self.levels.len() - 1 - distance as usize);
            self.leave(OpKind::Continue(distance), span);
        }
    }

    /// Memory for the value that `break` gives, read once the loop or block was left.
    fn with_result(
        &mut self,
        id: LoopId,
        sink: &Sink,
        span: Span,
        run: impl FnOnce(&mut Self),
    ) -> Option<ValueId> {
        let place = match sink {
            Sink::Effect => None,
            Sink::Store(place) => Some(place.clone()),
            Sink::Value(scalar) => {
                let slot = self.builder.declare(Slot::variable("value", *scalar), Init::Uninit, span);
                Some(Place::whole(sycl_hls_ir::Root::Slot(slot)))
            }
        };
        if let Some(place) = &place {
            self.results.insert(id, place.clone());
        }
        run(self);
        match (sink, place) {
            (Sink::Value(scalar), Some(place)) if self.reachable => {
                Some(self.builder.read(place, *scalar, span))
            }
            _ => None,
        }
    }

    /// Lowers a block with a label, and gives its value.
    pub(super) fn labelled(&mut self, id: LoopId, block: &Block, sink: &Sink, span: Span) -> Option<ValueId> {
        self.with_result(id, sink, span, |lowerer| {
            let body = lowerer.builder.new_region(Vec::new());
            lowerer.level(Some(id), body, |lowerer| {
                lowerer.scope(|lowerer| {
                    lowerer.stmts(block);
                    if let Some(tail) = block.tail {
                        match lowerer.results.get(&id).cloned() {
                            Some(place) => {
                                let span = lowerer.span(tail);
                                lowerer.store(&place, tail, span);
                            }
                            None => lowerer.effect(tail),
                        }
                    }
                });
            });
            lowerer.push_control(OpKind::Block { body }, span);
        })
    }

    /// Lowers `while`, `while let` and `loop`, and gives the value of a `loop`.
    pub(super) fn while_loop(&mut self, expr: &WhileExpr, sink: &Sink, span: Span) -> Option<ValueId> {
        let directives = self.loop_directives(&expr.directives);
        let Some(cond) = expr.cond else {
            return self.with_result(expr.id, sink, span, |lowerer| {
                lowerer.endless(expr.id, directives, span, |lowerer| {
                    lowerer.block(&expr.body, &Sink::Effect);
                });
            });
        };
        if self.has_let(cond) {
            self.endless(expr.id, directives, span, |lowerer| {
                lowerer.if_let(
                    cond,
                    &Sink::Effect,
                    span,
                    |lowerer| lowerer.block(&expr.body, &Sink::Effect),
                    |lowerer| {
                        lowerer.leave(OpKind::Break(0), span);
                        None
                    },
                );
            });
            return None;
        }
        let cond = self.with_region(|lowerer| {
            if let Some(value) = lowerer.value(cond) {
                lowerer.builder.push(OpKind::Yield(value), span);
            }
        });
        let body = self.builder.new_region(Vec::new());
        self.level(Some(expr.id), body, |lowerer| {
            lowerer.block(&expr.body, &Sink::Effect);
        });
        self.push_control(OpKind::While { cond, body, directives }, span);
        None
    }

    /// `loop`: it ends by `break` only.
    fn endless(&mut self, id: LoopId, directives: LoopDirectives, span: Span, fill: impl FnOnce(&mut Self)) {
        let cond = self.with_region(|lowerer| {
            let always = lowerer.constant(true, span);
            lowerer.builder.push(OpKind::Yield(always), span);
        });
        let body = self.builder.new_region(Vec::new());
        self.level(Some(id), body, fill);
        self.push_control(OpKind::While { cond, body, directives }, span);
    }

    /// The directives of a loop, whose variables are memory by now.
    fn loop_directives(&self, items: &LoopItems) -> LoopDirectives {
        items.lowered(|local| match self.bindings.get(local)? {
            Operand::Place(place) | Operand::Ref(place) => Some(place.root),
            Operand::Slice(view) => Some(view.place.root),
            _ => None,
        })
    }

    /// Lowers a `for` loop to a counted loop of KIR.
    pub(super) fn for_loop(&mut self, expr: &'l ForExpr, span: Span) {
        if let Some(count) = self.types.ends_lent(&expr.iter) {
            return self.each_end(expr, count, span);
        }
        let Some(counted) = self.counted(&expr.iter, span) else { return };
        let directives = self.loop_directives(&expr.directives);
        self.counted_loop(
            counted,
            Some(expr.id),
            directives,
            self.variable_name(expr.pat),
            span,
            |lowerer, item| {
                lowerer.bind(&item, expr.pat);
                lowerer.block(&expr.body, &Sink::Effect);
            },
        );
    }

    /// The name of the variable that the pattern is.
    pub(super) fn variable_name(&self, pat: PatId) -> Option<String> {
        match self.body.pats[pat].kind {
            PatKind::Bind(local, _) => Some(self.body.locals[local].name.clone()),
            _ => None,
        }
    }

    /// A loop over the integers from `lo` to `hi`.
    pub(super) fn range_loop(
        &mut self,
        range: Range,
        id: Option<LoopId>,
        directives: LoopDirectives,
        name: Option<&str>,
        span: Span,
        fill: impl FnOnce(&mut Self, ValueId),
    ) {
        let Range { lo, hi, inclusive, step } = range;
        let ty: Scalar = self.builder.func().ty(lo);
        let induction = self.builder.value(ty, name);
        let body = self.builder.new_region(vec![induction]);
        self.level(id, body, |lowerer| fill(lowerer, induction));
        self.builder.push(OpKind::For(ForLoop { lo, hi, inclusive, step, directives, body }), span);
    }
}

/// The integers that a loop counts.
pub(super) struct Range {
    pub lo: ValueId,
    pub hi: ValueId,
    pub inclusive: bool,
    pub step: u64,
}
