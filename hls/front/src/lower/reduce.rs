//! Methods that run over all items of an iterator: `sum`, `fold`, `any` and the like.

use sycl_hls_ir::{BinaryOp, Init, LoopDirectives, OpKind, Overflow, Place, Root, Slot, Span, Step, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::choose::Sink;
use super::iter::Counted;
use super::operand::Operand;
use crate::hir::{Closure, ExprId, Reduce, ReduceKind};
use crate::ty::Ty;

impl<'l> Lowerer<'l, '_, '_> {
    /// What is computed of all items; gives it if it is a scalar.
    pub(super) fn reduce(&mut self, id: ExprId, reduce: &'l Reduce, sink: &Sink) -> Option<ValueId> {
        let span = self.span(id);
        let counted = self.counted(&reduce.iter, reduce.at)?;
        let ty = self.types.expr(id).clone();
        match &reduce.kind {
            ReduceKind::Count if counted.leaves_out() => self.count_items(counted, span),
            ReduceKind::Count => {
                let len = self.len_of(&counted, span);
                Some(self.length_value(len, span))
            }
            ReduceKind::ForEach(closure) => {
                self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
                    for pat in &closure.params {
                        lowerer.bind(&item, *pat);
                    }
                    lowerer.effect(closure.body);
                });
                None
            }
            ReduceKind::Any(closure) => self.search(counted, closure, false, span),
            ReduceKind::All(closure) => self.search(counted, closure, true, span),
            ReduceKind::Sum(_) | ReduceKind::Product(_) => {
                let is_sum = matches!(reduce.kind, ReduceKind::Sum(_));
                self.accumulate(counted, &ty, is_sum, reduce.at)
            }
            ReduceKind::Extreme(op) => {
                self.extreme(counted, *op, sink, reduce.at);
                None
            }
            ReduceKind::Position(closure) => {
                self.position(counted, closure, sink, span);
                None
            }
            ReduceKind::Fold { init, closure } => self.fold(counted, *init, closure, &ty, sink, span),
        }
    }

    /// A variable of a loop, with a first value.
    fn accumulator(&mut self, ty: &Ty, init: Init, span: Span) -> Option<Place> {
        let ty = self.ir_type(ty)?;
        let slot = self.builder.declare(Slot::variable("acc", ty), init, span);
        Some(Place::whole(Root::Slot(slot)))
    }

    /// `sum` and `product`: from the first item to the last.
    fn accumulate(&mut self, counted: Counted<'l>, ty: &Ty, is_sum: bool, span: Span) -> Option<ValueId> {
        let scalar = self.scalar_type(ty)?;
        let first = self.constant(identity(scalar, is_sum), span);
        let acc = self.accumulator(ty, Init::Fill(first), span)?;
        let op = if is_sum { BinaryOp::Add } else { BinaryOp::Mul };
        let place = acc.clone();
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let Some(item) = lowerer.scalar(&item, span) else { return };
            let old = lowerer.builder.read(place.clone(), scalar, span);
            let new = lowerer.arithmetic(op, Overflow::Checked, [old, item], span);
            lowerer.builder.push(OpKind::Write(place, new), span);
        });
        Some(self.builder.read(acc, scalar, span))
    }

    /// `count` of an iterator that leaves items out.
    fn count_items(&mut self, counted: Counted<'l>, span: Span) -> Option<ValueId> {
        let zero = self.constant(0_u64, span);
        let count = self.accumulator(&Ty::USIZE, Init::Fill(zero), span)?;
        let place = count.clone();
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, _| {
            let old = lowerer.builder.read(place.clone(), Scalar::U64, span);
            let one = lowerer.constant(1_u64, span);
            let new = lowerer.builder.binary(BinaryOp::Add, Overflow::Wrapping, old, one, span);
            lowerer.builder.push(OpKind::Write(place, new), span);
        });
        Some(self.builder.read(count, Scalar::U64, span))
    }

    /// `fold`: an aggregate is kept in its target.
    fn fold(
        &mut self,
        counted: Counted<'l>,
        init: ExprId,
        closure: &'l Closure,
        ty: &Ty,
        sink: &Sink,
        span: Span,
    ) -> Option<ValueId> {
        let first = self.kept(init)?;
        let acc = match (first, sink) {
            (Operand::Value(first), _) => self.accumulator(ty, Init::Fill(first), span)?,
            (first, Sink::Store(to)) => {
                self.store_operand(to, first, span);
                to.clone()
            }
            (first, _) => {
                let acc = self.accumulator(ty, Init::Uninit, span)?;
                self.store_operand(&acc, first, span);
                acc
            }
        };
        let place = acc.clone();
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let Some(old) = lowerer.owned(Operand::Place(place.clone()), span) else { return };
            if let Some(new) = lowerer.apply(closure, &[old, item]) {
                lowerer.store_operand(&place, new, span);
            }
        });
        self.scalar_type(ty)?;
        self.scalar(&Operand::Place(acc), span)
    }

    /// `min` and `max`: the item that is so far the least or the greatest, once there is one.
    fn extreme(&mut self, counted: Counted<'l>, op: BinaryOp, sink: &Sink, span: Span) {
        let Some((some, value, scalar)) = self.empty_option(sink, span) else { return };
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let Some(item) = lowerer.scalar(&item, span) else { return };
            let found = lowerer.builder.read(some.clone(), Scalar::Bool, span);
            let best = |lowerer: &mut Self| {
                let old = lowerer.builder.read(value.clone(), scalar, span);
                Some(lowerer.builder.binary(op, Overflow::Wrapping, old, item, span))
            };
            let Some(new) = lowerer.choose(found, scalar, span, best, |_| Some(item)) else { return };
            lowerer.builder.push(OpKind::Write(value.clone(), new), span);
            let yes = lowerer.constant(true, span);
            lowerer.builder.push(OpKind::Write(some, yes), span);
        });
    }

    /// `min` and `max` of references: one to a copy of the item. Nobody can tell it from the item, which nothing writes as long as there
    /// is a reference to it.
    pub(super) fn extreme_reference(&mut self, id: ExprId) -> Option<Operand> {
        let types = self.types;
        let Ty::Option(item) = types.expr(id) else { return None };
        let ty = self.ir_type(&Ty::option(item.deref().clone()))?;
        let span = self.span(id);
        let place = self.temporary("extreme", ty, Init::Uninit, span);
        self.chosen(id, &Sink::Store(place.clone()));
        let part = |index| place.then(Step::Field(index));
        Some(Operand::Parts(vec![Operand::Place(part(0)), Operand::Ref(part(1))]))
    }

    /// `position`: ends at the first item for which the closure holds. The value counts the items before.
    fn position(&mut self, counted: Counted<'l>, closure: &'l Closure, sink: &Sink, span: Span) {
        let Some((some, value, scalar)) = self.empty_option(sink, span) else { return };
        let (found, count) = (some.clone(), value.clone());
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let Some(Operand::Value(holds)) = lowerer.apply(closure, &[item]) else { return };
            let then = lowerer.with_region(|lowerer| {
                let yes = lowerer.constant(true, span);
                lowerer.builder.push(OpKind::Write(found, yes), span);
                lowerer.leave(OpKind::Break(0), span);
            });
            let otherwise = lowerer.with_region(|_| {});
            lowerer.push_control(OpKind::If { cond: holds, then, otherwise }, span);
            let before = lowerer.builder.read(count.clone(), scalar, span);
            let one = lowerer.constant(1_u64, span);
            let next = lowerer.builder.binary(BinaryOp::Add, Overflow::Wrapping, before, one, span);
            lowerer.builder.push(OpKind::Write(count, next), span);
        });
        let found = self.builder.read(some, Scalar::Bool, span);
        let before = |lowerer: &mut Self| Some(lowerer.builder.read(value.clone(), scalar, span));
        let none = |lowerer: &mut Self| Some(lowerer.zero_value(scalar, span));
        if let Some(position) = self.choose(found, scalar, span, before, none) {
            self.builder.push(OpKind::Write(value, position), span);
        }
    }

    /// Makes the memory for an `Option` of a scalar `None`; its flag and its value.
    fn empty_option(&mut self, sink: &Sink, span: Span) -> Option<(Place, Place, Scalar)> {
        let Sink::Store(to) = sink else { return None };
        let ty = self.place_type(to)?;
        self.store_zero(to, &ty, span);
        let value = to.then(Step::Field(1));
        let scalar = self.place_type(&value)?.scalar()?;
        Some((to.then(Step::Field(0)), value, scalar))
    }

    /// `any` and `all`: ends at the first item that decides.
    fn search(
        &mut self,
        counted: Counted<'l>,
        closure: &'l Closure,
        all: bool,
        span: Span,
    ) -> Option<ValueId> {
        let first = self.constant(all, span);
        let found = self.accumulator(&Ty::BOOL, Init::Fill(first), span)?;
        let place = found.clone();
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let Some(Operand::Value(holds)) = lowerer.apply(closure, &[item]) else { return };
            let decides = if all { lowerer.not(holds, span) } else { holds };
            let then = lowerer.with_region(|lowerer| {
                let value = lowerer.constant(!all, span);
                lowerer.builder.push(OpKind::Write(place, value), span);
                lowerer.leave(OpKind::Break(0), span);
            });
            let otherwise = lowerer.with_region(|_| {});
            lowerer.push_control(OpKind::If { cond: decides, then, otherwise }, span);
        });
        Some(self.builder.read(found, Scalar::Bool, span))
    }
}

/// What a sum or a product begins with. Rust's sums of floats begin with -0.0, which changes no other number.
fn identity(scalar: Scalar, is_sum: bool) -> ScalarValue {
    match (scalar, is_sum) {
        (Scalar::F32, true) => (-0.0_f32).into(),
        (Scalar::F64, true) => (-0.0_f64).into(),
        (Scalar::F32, false) => 1_f32.into(),
        (Scalar::F64, false) => 1_f64.into(),
        (scalar, is_sum) => ScalarValue::from_bits(scalar, u64::from(!is_sum)),
    }
}
