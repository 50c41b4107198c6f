//! Methods that run over all items of an iterator: `sum`, `fold`, `any` and the like.

use sycl_hls_ir::{
    BinaryOp, CompareOp, Init, LoopDirectives, OpKind, Overflow, Place, Root, Slot, Span, Step, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::choose::Sink;
use super::iter::Counted;
use super::operand::Operand;
use crate::hir::{Choice, Closure, ExprId, Reduce, ReduceKind};
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
            ReduceKind::Item(choice) => {
                self.chosen_item(counted, choice, &ty, sink, span);
                None
            }
            ReduceKind::Fold { init, closure } => self.fold(counted, *init, closure, &ty, sink, span),
        }
    }

    /// A variable of a loop, with a first value.
    pub(super) fn accumulator(&mut self, ty: &Ty, init: Init, span: Span) -> Option<Place> {
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

    /// `min`, `find` and their like of references: an `Option` with references to copies of what the item refers to. Nobody can tell them
    /// from the items, which nothing writes as long as there is a reference to them.
    pub(super) fn copied_item(&mut self, id: ExprId) -> Option<Operand> {
        let types = self.types;
        let Ty::Option(item) = types.expr(id) else { return None };
        let ty = self.ir_type(&Ty::option(copied(item)))?;
        let span = self.span(id);
        let place = self.temporary("item", ty, Init::Uninit, span);
        self.chosen(id, &Sink::Store(place.clone()));
        let part = |index| place.then(Step::Field(index));
        Some(Operand::Parts(vec![Operand::Place(part(0)), referring(part(1), item)]))
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

    /// `find`, `last`, `min_by_key` and their like: the item that is so far the right one, once there is one.
    fn chosen_item(&mut self, counted: Counted<'l>, choice: &'l Choice, ty: &Ty, sink: &Sink, span: Span) {
        let (Sink::Store(to), Ty::Option(of)) = (sink, ty) else { return };
        let Some(stored) = self.place_type(to) else { return };
        self.store_zero(to, &stored, span);
        let (some, value) = (to.then(Step::Field(0)), to.then(Step::Field(1)));
        let best = match choice {
            Choice::ByKey(_, closure) => self.key_memory(closure, span),
            _ => None,
        };
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let found = lowerer.builder.read(some.clone(), Scalar::Bool, span);
            let mut key = None;
            let better = match choice {
                Choice::Last => None,
                Choice::First(closure) => lowerer.truth(closure, std::slice::from_ref(&item), span),
                Choice::ByKey(op, closure) => {
                    key = lowerer.apply(closure, std::slice::from_ref(&item));
                    let (Some(key), Some((best, of))) = (&key, &best) else { return };
                    let op = if *op == BinaryOp::Min { CompareOp::Lt } else { CompareOp::Ge };
                    let best = Operand::Place(best.clone());
                    let better = |lowerer: &mut Self| lowerer.in_order(op, key, &best, of, span);
                    lowerer.first_or(found, span, better)
                }
                Choice::By(op, closure) => {
                    let best = referring(value.clone(), of);
                    let item = item.clone();
                    let better = |lowerer: &mut Self| {
                        let is_greater = lowerer.is_greater(closure, &[best, item], span)?;
                        Some(if *op == BinaryOp::Min { is_greater } else { lowerer.not(is_greater, span) })
                    };
                    lowerer.first_or(found, span, better)
                }
            };
            let keep = |lowerer: &mut Self| {
                lowerer.store_operand(&value, item, span);
                if let (Some(key), Some((best, _))) = (key, &best) {
                    lowerer.store_operand(best, key, span);
                }
                let yes = lowerer.constant(true, span);
                lowerer.builder.push(OpKind::Write(some, yes), span);
                if let Choice::First(_) = choice {
                    lowerer.leave(OpKind::Break(0), span);
                }
            };
            let Some(cond) = better else { return keep(lowerer) };
            let then = lowerer.with_region(keep);
            let otherwise = lowerer.with_region(|_| {});
            lowerer.push_control(OpKind::If { cond, then, otherwise }, span);
        });
    }

    /// True where no item was `found` before, and otherwise whether this one is `better`.
    fn first_or(
        &mut self,
        found: ValueId,
        span: Span,
        better: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        self.choose(found, Scalar::Bool, span, better, |lowerer| Some(lowerer.constant(true, span)))
    }

    /// Memory for the best key so far, with its type.
    fn key_memory(&mut self, closure: &Closure, span: Span) -> Option<(Place, Ty)> {
        let ty = copied(self.types.expr(closure.body));
        Some((self.accumulator(&ty, Init::Uninit, span)?, ty))
    }

    /// What a closure says of an item.
    fn truth(&mut self, closure: &Closure, args: &[Operand], span: Span) -> Option<ValueId> {
        let holds = self.apply(closure, args)?;
        self.scalar(&holds, span)
    }

    /// Whether a closure says that the first of two items is `Ordering::Greater`.
    fn is_greater(&mut self, closure: &Closure, args: &[Operand], span: Span) -> Option<ValueId> {
        let ordering = self.apply(closure, args)?;
        let def = self.program.front.def_of(self.types.expr(closure.body))?;
        self.is_variant(&ordering, &def, GREATER, span)
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

/// The number of the variant `Ordering::Greater`.
const GREATER: usize = 2;

/// The type of a copy: without references.
fn copied(ty: &Ty) -> Ty {
    match ty {
        Ty::Ref { inner, .. } => copied(inner),
        Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(copied).collect()),
        other => other.clone(),
    }
}

/// A copy in memory as a value of this type: with references to it where the type has references.
fn referring(copy: Place, ty: &Ty) -> Operand {
    match ty {
        Ty::Ref { .. } => Operand::Ref(copy),
        Ty::Tuple(parts) if ty.holds_ref() => {
            let parts = parts.iter().enumerate();
            Operand::Parts(
                parts.map(|(index, part)| referring(copy.then(Step::Field(index)), part)).collect(),
            )
        }
        _ => Operand::Place(copy),
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
