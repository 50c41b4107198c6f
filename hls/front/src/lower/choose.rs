//! Choices: `if`, `match`, and blocks and loops with a value.

use sycl_hls_ir::{Init, OpKind, Place, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::cases::Guarded;
use super::operand::Operand;
use crate::hir::{Arm, Arms, Block, ExprId, ExprKind, PatId};
use crate::ty::Ty;

/// What becomes of the value of a choice.
#[derive(Clone)]
pub(super) enum Sink {
    /// There is none.
    Effect,
    /// It is a scalar of this type.
    Value(Scalar),
    /// It goes into this memory.
    Store(Place),
}

impl Lowerer<'_, '_, '_> {
    /// A scalar that one of several regions computes.
    pub(super) fn choose(
        &mut self,
        cond: ValueId,
        ty: Scalar,
        span: Span,
        then: impl FnOnce(&mut Self) -> Option<ValueId>,
        otherwise: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let then = self.with_region(|lowerer| {
            let value = then(lowerer);
            lowerer.yields(value, span);
        });
        let otherwise = self.with_region(|lowerer| {
            let value = otherwise(lowerer);
            lowerer.yields(value, span);
        });
        let kind = OpKind::If { cond, then, otherwise };
        if self.builder.func().leaves(then) && self.builder.func().leaves(otherwise) {
            self.push_control(kind, span);
            return None;
        }
        Some(self.builder.compute(kind, ty, span))
    }

    /// `cond && then`: what `then` computes is computed only where the condition holds.
    pub(super) fn and(
        &mut self,
        cond: ValueId,
        span: Span,
        then: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        self.choose(cond, Scalar::Bool, span, then, |lowerer| Some(lowerer.constant(false, span)))
    }

    /// `cond || otherwise`: what `otherwise` computes is computed only where the condition does not hold.
    pub(super) fn or(
        &mut self,
        cond: ValueId,
        span: Span,
        otherwise: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        self.choose(cond, Scalar::Bool, span, |lowerer| Some(lowerer.constant(true, span)), otherwise)
    }

    /// Ends a region with its value.
    fn yields(&mut self, value: Option<ValueId>, span: Span) {
        if let Some(value) = value {
            self.builder.push(OpKind::Yield(value), span);
        }
    }

    /// The scalar value of a choice.
    pub(super) fn chosen_value(&mut self, id: ExprId) -> Option<ValueId> {
        let ty = self.types.expr(id).clone();
        let sink = Sink::Value(self.scalar_type(&ty)?);
        self.chosen(id, &sink)
    }

    /// Evaluates a choice, whose value goes into `sink`; gives it if it is a scalar.
    pub(super) fn chosen(&mut self, id: ExprId, sink: &Sink) -> Option<ValueId> {
        let span = self.span(id);
        match self.kind(id) {
            // A method of the module's that has the name of one of `Option`.
            ExprKind::Match { .. } if self.calls_function(id) => self.call(id, sink),
            ExprKind::If { cond, then, otherwise } => self.if_expr(*cond, then, *otherwise, sink, span),
            ExprKind::Match { scrutinee, arms } => {
                let operand = self.operand(*scrutinee)?;
                let operand = self.scrutinee(operand, span)?;
                let arms = arms.of(self.types.expr(*scrutinee))?;
                self.arms(&operand, arms, sink, span)
            }
            ExprKind::Block(block, None) => self.block(block, sink),
            ExprKind::Block(block, Some(label)) => self.labelled(*label, block, sink, span),
            ExprKind::While(while_expr) => self.while_loop(while_expr, sink, span),
            ExprKind::Reduce(reduce) => self.reduce(id, reduce, sink),
            ExprKind::CallVariable(local, args) => self.call_variable(*local, args, sink, span),
            _ => None,
        }
    }

    /// The reference of a `match` of which the other arm leaves, as of `?`.
    pub(super) fn only_arm(&mut self, scrutinee: ExprId, arms: &Arms, span: Span) -> Option<Operand> {
        let (leaving, going_on) = self.types.leaving_arm(scrutinee, arms)?;
        self.bind_or(going_on.pat, scrutinee, span, |lowerer, operand| {
            lowerer.bind(operand, leaving.pat);
            lowerer.sink(leaving.body, &Sink::Effect)
        })?;
        self.reference(going_on.body)
    }

    /// Binds the pattern of what always goes on: where it does not hold, `leave` does.
    pub(super) fn bind_or(
        &mut self,
        pat: PatId,
        scrutinee: ExprId,
        span: Span,
        leave: impl FnOnce(&mut Self, &Operand) -> Option<ValueId>,
    ) -> Option<()> {
        let operand = self.operand(scrutinee)?;
        let operand = self.scrutinee(operand, span)?;
        if let Some(test) = self.test(&operand, pat) {
            let fails = self.not(test, span);
            self.either(fails, &Sink::Effect, span, |lowerer| leave(lowerer, &operand), |_| None);
        }
        self.bind(&operand, pat);
        Some(())
    }

    /// What a `match` looks at. Arms may write what it was read from, but patterns are held against what it was.
    pub(super) fn scrutinee(&mut self, operand: Operand, span: Span) -> Option<Operand> {
        match operand {
            Operand::Place(place) if self.place_type(&place)?.scalar().is_some() => {
                let value = self.scalar(&Operand::Place(place), span)?;
                Some(Operand::Value(value))
            }
            other => Some(other),
        }
    }

    /// Statements, and the value behind them into `sink`.
    pub(super) fn block(&mut self, block: &Block, sink: &Sink) -> Option<ValueId> {
        self.scope(|lowerer| {
            lowerer.stmts(block);
            lowerer.sink(block.tail?, sink)
        })
    }

    /// Evaluates an expression whose value goes into `sink`.
    pub(super) fn sink(&mut self, id: ExprId, sink: &Sink) -> Option<ValueId> {
        if *self.types.expr(id) == Ty::Never {
            self.effect(id);
            return match sink {
                Sink::Value(ty) => self.behind_panic(*ty, self.span(id)),
                _ => None,
            };
        }
        match sink {
            Sink::Effect => {
                self.effect(id);
                None
            }
            Sink::Value(_) => self.value(id),
            Sink::Store(place) => {
                let span = self.span(id);
                self.store(place, id, span);
                None
            }
        }
    }

    /// Chooses one of two regions whose values go into `sink`.
    pub(super) fn either(
        &mut self,
        cond: ValueId,
        sink: &Sink,
        span: Span,
        then: impl FnOnce(&mut Self) -> Option<ValueId>,
        otherwise: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        if let Sink::Value(ty) = sink {
            return self.choose(cond, *ty, span, then, otherwise);
        }
        let then = self.with_region(|lowerer| {
            then(lowerer);
        });
        let otherwise = self.with_region(|lowerer| {
            otherwise(lowerer);
        });
        self.push_control(OpKind::If { cond, then, otherwise }, span);
        None
    }

    /// `if` as an IR operation with two regions.
    fn if_expr(
        &mut self,
        cond: ExprId,
        then: &Block,
        otherwise: Option<ExprId>,
        sink: &Sink,
        span: Span,
    ) -> Option<ValueId> {
        let then = |lowerer: &mut Self| lowerer.block(then, sink);
        let otherwise = |lowerer: &mut Self| otherwise.and_then(|otherwise| lowerer.sink(otherwise, sink));
        if self.has_let(cond) {
            return self.if_let(cond, sink, span, then, otherwise);
        }
        let cond = self.value(cond)?;
        self.either(cond, sink, span, then, otherwise)
    }

    /// `match` as a chain of tests in the order of its arms.
    fn arms(&mut self, operand: &Operand, arms: &[Arm], sink: &Sink, span: Span) -> Option<ValueId> {
        let (arm, rest) = arms.split_first()?;
        if let Some(guard) = arm.guard {
            let cases = self.cases(arm.pat);
            if cases.len() > 1 {
                let holds = self.guarded(&Guarded { operand, pat: arm.pat, guard, cases })?;
                let span = self.span(arm.body);
                let body = |lowerer: &mut Self| lowerer.sink(arm.body, sink);
                return self
                    .either(holds, sink, span, body, |lowerer| lowerer.arms(operand, rest, sink, span));
            }
        }
        // The patterns of a `match` leave nothing out: the last arm needs no test.
        let test = if rest.is_empty() { None } else { self.test(operand, arm.pat) };
        let cond = match (arm.guard, test) {
            (None, None) => {
                self.bind(operand, arm.pat);
                return self.sink(arm.body, sink);
            }
            (None, Some(test)) => test,
            (Some(guard), None) => {
                self.bind(operand, arm.pat);
                self.value(guard)?
            }
            (Some(guard), Some(test)) => {
                let guarded = |lowerer: &mut Self| {
                    lowerer.bind(operand, arm.pat);
                    lowerer.value(guard)
                };
                self.and(test, span, guarded)?
            }
        };
        let span = self.span(arm.body);
        self.either(
            cond,
            sink,
            span,
            |lowerer| {
                lowerer.bind(operand, arm.pat);
                lowerer.sink(arm.body, sink)
            },
            |lowerer| lowerer.arms(operand, rest, sink, span),
        )
    }

    /// New memory for the value of a choice that is no scalar.
    pub(super) fn chosen_memory(&mut self, id: ExprId) -> Option<Place> {
        let span = self.span(id);
        let ty = self.types.expr(id).clone();
        let ty = self.ir_type(&ty)?;
        let place = self.temporary("chosen", ty, Init::Uninit, span);
        self.store(&place, id, span);
        Some(place)
    }
}
