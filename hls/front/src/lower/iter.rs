//! Iterators: a number of items, and each item computed from its number.

use sycl_hls_ir::{
    BinaryOp, CompareOp, Init, LoopDirectives, OpKind, Overflow, Place, Slot, Span, Step, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::choose::Sink;
use super::control::Range;
use super::operand::{Length, Operand, View};
use crate::hir::{Access, Closure, ExprId, Iter, LoopId, Reduce, ReduceKind};
use crate::ty::Ty;

/// An iterator whose parts are evaluated.
pub(super) struct Counted<'h> {
    items: Items<'h>,
    len: Length,
}

enum Items<'h> {
    /// The integers from `lo` on; the whole range, for a loop that counts it itself.
    Range {
        lo: ValueId,
        range: Range,
    },
    /// The elements of a view, themselves or references to them.
    Elements {
        view: View,
        by_value: bool,
    },
    /// Parts of a view of `size` elements each, `stride` apart.
    Parts {
        view: View,
        size: ValueId,
        known: Option<u64>,
        stride: Option<ValueId>,
    },
    Zip(Box<Counted<'h>>, Box<Counted<'h>>),
    Enumerate(Box<Counted<'h>>),
    /// From the last item on.
    Rev(Box<Counted<'h>>),
    StepBy(Box<Counted<'h>>, ValueId),
    Take(Box<Counted<'h>>),
    Skip(Box<Counted<'h>>, ValueId),
    Copied(Box<Counted<'h>>),
    Map(Box<Counted<'h>>, &'h Closure),
}

impl<'l> Lowerer<'l, '_, '_> {
    /// Evaluates the parts of an iterator, in order.
    pub(super) fn counted(&mut self, iter: &'l Iter, span: Span) -> Option<Counted<'l>> {
        let (items, len) = match iter {
            Iter::Error => return None,
            Iter::Range { lo, hi, inclusive } => {
                let lo_known = self.types.literal(self.body, *lo);
                let hi_known = self.types.literal(self.body, *hi);
                let (lo, hi) = (self.value(*lo)?, self.value(*hi)?);
                let range = Range { lo, hi, inclusive: *inclusive, step: 1 };
                let known = lo_known.zip(hi_known).and_then(|(lo, hi)| known_len(lo, hi, *inclusive));
                (Items::Range { lo, range }, Some(known.map(Length::Known)))
            }
            Iter::Items { base, access } => {
                let by_value = *access == Access::Value && !self.types.expr(*base).is_ref();
                let view = self.item_view(*base, by_value)?;
                let len = self.len(&view, span);
                (Items::Elements { view, by_value }, Some(Some(len)))
            }
            Iter::Chunks { base, size, .. } => return self.chunks(*base, *size, span),
            Iter::Windows { base, size } => return self.windows(*base, *size, span),
            Iter::Zip(a, b) => {
                let (a, b) = (self.counted(a, span)?, self.counted(b, span)?);
                let (a_len, b_len) = (a.len, b.len);
                let len = self.smaller(a_len, b_len, span);
                (Items::Zip(Box::new(a), Box::new(b)), Some(Some(len)))
            }
            Iter::StepBy(inner, step) => return self.step_by(inner, *step, span),
            Iter::Take(inner, count) => {
                let inner = self.counted(inner, span)?;
                let len = inner.len;
                let count = self.count(*count)?;
                let len = self.smaller(len, count, span);
                (Items::Take(Box::new(inner)), Some(Some(len)))
            }
            Iter::Skip(inner, count) => {
                let inner = self.counted(inner, span)?;
                let len = inner.len;
                let count = self.count(*count)?;
                let len = self.rest(len, count, span);
                let count = self.length_value(count, span);
                (Items::Skip(Box::new(inner), count), Some(Some(len)))
            }
            Iter::Enumerate(inner) => (Items::Enumerate(Box::new(self.counted(inner, span)?)), None),
            Iter::Rev(inner) => (Items::Rev(Box::new(self.counted(inner, span)?)), None),
            Iter::Copied(inner) => (Items::Copied(Box::new(self.counted(inner, span)?)), None),
            Iter::Map(inner, closure) => (Items::Map(Box::new(self.counted(inner, span)?), closure), None),
        };
        let len = match (len, &items) {
            (Some(Some(len)), _) => len,
            (Some(None), Items::Range { range, .. }) => self.range_len(range, span),
            (
                _,
                Items::Enumerate(inner) | Items::Rev(inner) | Items::Copied(inner) | Items::Map(inner, _),
            ) => inner.len,
            _ => Length::Known(0),
        };
        Some(Counted { items, len })
    }

    fn count(&mut self, id: ExprId) -> Option<Length> {
        match self.types.literal(self.body, id) {
            Some(known) => Some(Length::Known(known.bits())),
            None => self.value(id).map(Length::Value),
        }
    }

    /// What a loop runs over, of which it may own a copy.
    fn item_view(&mut self, base: ExprId, by_value: bool) -> Option<View> {
        if !by_value {
            return self.view(base);
        }
        match self.kept(base)? {
            Operand::Place(place) => Some(View::whole(place)),
            _ => None,
        }
    }

    fn chunks(&mut self, base: ExprId, size: ExprId, span: Span) -> Option<Counted<'l>> {
        let view = self.view(base)?;
        let len = self.len(&view, span);
        let size = self.nonzero(size, "chunk size must be non-zero", span)?;
        let count = self.quotient(len, size, span);
        let known = if let Length::Known(known) = size { Some(known) } else { None };
        let size = self.length_value(size, span);
        Some(Counted { items: Items::Parts { view, size, known, stride: Some(size) }, len: count })
    }

    fn windows(&mut self, base: ExprId, size: ExprId, span: Span) -> Option<Counted<'l>> {
        let view = self.view(base)?;
        let len = self.len(&view, span);
        let size = self.nonzero(size, "window size must be non-zero", span)?;
        let count = match (len, size) {
            (Length::Known(len), Length::Known(size)) => Length::Known((len + 1).saturating_sub(size)),
            (len, size) => {
                let one = self.constant(1_u64, span);
                let len = self.length_value(len, span);
                let more = self.sum(len, one, span);
                self.rest(Length::Value(more), size, span)
            }
        };
        let known = if let Length::Known(known) = size { Some(known) } else { None };
        let size = self.length_value(size, span);
        Some(Counted { items: Items::Parts { view, size, known, stride: None }, len: count })
    }

    fn step_by(&mut self, inner: &'l Iter, step: ExprId, span: Span) -> Option<Counted<'l>> {
        let mut inner = self.counted(inner, span)?;
        let len = inner.len;
        let step = self.nonzero(step, "assertion failed: step != 0", span)?;
        let one = self.constant(1_u64, span);
        let rounded = match (len, step) {
            (Length::Known(len), Length::Known(step)) => Length::Known(len.div_ceil(step)),
            (len, step) => {
                let len = self.length_value(len, span);
                let by = self.length_value(step, span);
                let less = self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, by, one, span);
                let sum = self.sum(len, less, span);
                self.quotient(Length::Value(sum), step, span)
            }
        };
        if let (Items::Range { range, .. }, Length::Known(step)) = (&mut inner.items, step) {
            range.step = step;
        }
        let step = self.length_value(step, span);
        Some(Counted { items: Items::StepBy(Box::new(inner), step), len: rounded })
    }

    /// A count that must not be 0.
    fn nonzero(&mut self, id: ExprId, text: &str, span: Span) -> Option<Length> {
        let count = self.count(id)?;
        if let Length::Value(value) = count {
            let zero = self.constant(0_u64, span);
            let cond = self.builder.compare(CompareOp::Eq, value, zero, span);
            self.builder.panic_with(cond, text, span);
        } else if let Length::Known(0) = count {
            let always = self.constant(true, span);
            self.builder.panic_with(always, text, span);
            return Some(Length::Known(1));
        }
        Some(count)
    }

    fn range_len(&mut self, range: &Range, span: Span) -> Length {
        let ty: Scalar = self.builder.func().ty(range.lo);
        let (lo, hi) = (range.lo, range.hi);
        let runs =
            self.builder.compare(if range.inclusive { CompareOp::Le } else { CompareOp::Lt }, lo, hi, span);
        let len = self.choose(
            runs,
            Scalar::U64,
            span,
            |lowerer| {
                let wide = |lowerer: &mut Self, value| match ty {
                    Scalar::U64 => value,
                    _ => lowerer.builder.cast(value, Scalar::U64, span),
                };
                let (lo, hi) = (wide(lowerer, lo), wide(lowerer, hi));
                let len = lowerer.builder.binary(BinaryOp::Sub, Overflow::Wrapping, hi, lo, span);
                if !range.inclusive {
                    return Some(len);
                }
                let one = lowerer.constant(1_u64, span);
                Some(lowerer.sum(len, one, span))
            },
            |lowerer| Some(lowerer.constant(0_u64, span)),
        );
        len.map_or(Length::Known(0), Length::Value)
    }

    fn smaller(&mut self, a: Length, b: Length, span: Span) -> Length {
        match (a, b) {
            (Length::Known(a), Length::Known(b)) => Length::Known(a.min(b)),
            (a, b) => {
                let (a, b) = (self.length_value(a, span), self.length_value(b, span));
                Length::Value(self.builder.binary(BinaryOp::Min, Overflow::Wrapping, a, b, span))
            }
        }
    }

    /// `a - b`, at least 0.
    fn rest(&mut self, a: Length, b: Length, span: Span) -> Length {
        match (a, b) {
            (Length::Known(a), Length::Known(b)) => Length::Known(a.saturating_sub(b)),
            (a, b) => {
                let (a, b) = (self.length_value(a, span), self.length_value(b, span));
                let larger = self.builder.binary(BinaryOp::Max, Overflow::Wrapping, a, b, span);
                Length::Value(self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, larger, b, span))
            }
        }
    }

    fn quotient(&mut self, a: Length, b: Length, span: Span) -> Length {
        match (a, b) {
            (Length::Known(a), Length::Known(b)) => Length::Known(a / b.max(1)),
            (a, b) => {
                let (a, b) = (self.length_value(a, span), self.length_value(b, span));
                Length::Value(self.builder.binary(BinaryOp::Div, Overflow::Wrapping, a, b, span))
            }
        }
    }

    /// A loop over all items.
    pub(super) fn counted_loop(
        &mut self,
        counted: Counted<'l>,
        id: Option<LoopId>,
        directives: LoopDirectives,
        name: Option<String>,
        span: Span,
        fill: impl FnOnce(&mut Self, Operand),
    ) {
        let direct = match counted.items {
            Items::Range { range, .. } => Ok(range),
            Items::StepBy(inner, by) => match inner.items {
                Items::Range { range, .. } if range.step > 1 => Ok(range),
                items => Err(Items::StepBy(Box::new(Counted { items, len: inner.len }), by)),
            },
            items => Err(items),
        };
        match direct {
            Ok(range) => self.range_loop(
                range,
                id,
                directives,
                name.as_deref().filter(|name| *name != "_"),
                span,
                |lowerer, value| {
                    fill(lowerer, Operand::Value(value));
                },
            ),
            Err(items) => {
                let lo = self.constant(0_u64, span);
                let hi = self.length_value(counted.len, span);
                let range = Range { lo, hi, inclusive: false, step: 1 };
                let counted = Counted { items, len: counted.len };
                self.range_loop(range, id, directives, None, span, |lowerer, index| {
                    if let Some(item) = lowerer.item(&counted, index, span) {
                        fill(lowerer, item);
                    }
                });
            }
        }
    }

    /// The item with this number.
    fn item(&mut self, counted: &Counted<'l>, index: ValueId, span: Span) -> Option<Operand> {
        match &counted.items {
            Items::Range { lo, .. } => {
                let ty = self.builder.func().ty(*lo);
                let offset = if ty == Scalar::U64 { index } else { self.builder.cast(index, ty, span) };
                Some(Operand::Value(self.builder.binary(
                    BinaryOp::Add,
                    Overflow::Wrapping,
                    *lo,
                    offset,
                    span,
                )))
            }
            Items::Elements { view, by_value } => {
                let index = match view.part {
                    Some((first, _)) => self.sum(first, index, span),
                    None => index,
                };
                let place = view.place.then(Step::Index(index));
                Some(if *by_value { Operand::Place(place) } else { Operand::Ref(place) })
            }
            Items::Parts { view, size, known, stride } => {
                let start = match stride {
                    Some(stride) => {
                        self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, index, *stride, span)
                    }
                    None => index,
                };
                let start = match view.part {
                    Some((first, _)) => self.sum(first, start, span),
                    None => start,
                };
                let len = known.map_or(Length::Value(*size), Length::Known);
                Some(Operand::Slice(View { place: view.place.clone(), part: Some((start, len)) }))
            }
            Items::Zip(a, b) => {
                let a = self.item(a, index, span)?;
                Some(Operand::Parts(vec![a, self.item(b, index, span)?]))
            }
            Items::Enumerate(inner) => {
                let item = self.item(inner, index, span)?;
                Some(Operand::Parts(vec![Operand::Value(index), item]))
            }
            Items::Rev(inner) => {
                let last = match inner.len {
                    Length::Known(len) => self.constant(len.saturating_sub(1), span),
                    Length::Value(len) => {
                        let one = self.constant(1_u64, span);
                        self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, len, one, span)
                    }
                };
                let index = self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, last, index, span);
                self.item(inner, index, span)
            }
            Items::StepBy(inner, step) => {
                let index = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, index, *step, span);
                self.item(inner, index, span)
            }
            Items::Take(inner) => self.item(inner, index, span),
            Items::Skip(inner, count) => {
                let index = self.sum(index, *count, span);
                self.item(inner, index, span)
            }
            Items::Copied(inner) => {
                let item = Self::dereferenced(self.item(inner, index, span)?);
                self.owned(item, span)
            }
            Items::Map(inner, closure) => {
                let item = self.item(inner, index, span)?;
                self.apply(closure, &[item])
            }
        }
    }

    /// The value of a closure for these arguments.
    fn apply(&mut self, closure: &Closure, args: &[Operand]) -> Option<Operand> {
        for (pat, arg) in closure.params.iter().zip(args) {
            self.bind(arg, *pat);
        }
        self.kept(closure.body)
    }

    /// What is computed of all items; gives it if it is a scalar.
    pub(super) fn reduce(&mut self, id: ExprId, reduce: &'l Reduce, sink: &Sink) -> Option<ValueId> {
        let span = self.span(id);
        let counted = self.counted(&reduce.iter, reduce.at)?;
        let ty = self.types.expr(id).clone();
        match &reduce.kind {
            ReduceKind::Count => Some(self.length_value(counted.len, span)),
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
            ReduceKind::Fold { init, closure } => self.fold(counted, *init, closure, &ty, sink, span),
        }
    }

    fn accumulator(&mut self, ty: &Ty, init: Init, span: Span) -> Option<Place> {
        let ty = self.ir_type(ty)?;
        let slot = Slot { name: "acc".to_owned(), ty, mutable: true, partitions: Vec::new() };
        let slot = self.builder.declare(slot, init, span);
        Some(Place::whole(sycl_hls_ir::Root::Slot(slot)))
    }

    /// `sum` and `product`: from the first item to the last.
    fn accumulate(&mut self, counted: Counted<'l>, ty: &Ty, is_sum: bool, span: Span) -> Option<ValueId> {
        let scalar = self.scalar_type(ty)?;
        let first = self.builder.constant(identity(scalar, is_sum), span);
        let acc = self.accumulator(ty, Init::Fill(first), span)?;
        let op = if is_sum { BinaryOp::Add } else { BinaryOp::Mul };
        let place = acc.clone();
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let Some(item) = lowerer.scalar(&item, span) else { return };
            let old = lowerer.builder.read(place.clone(), scalar, span);
            let new = lowerer.builder.binary(op, Overflow::Checked, old, item, span);
            lowerer.builder.push(OpKind::Write(place, new), span);
        });
        Some(self.builder.read(acc, scalar, span))
    }

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
        let acc = self.accumulator(ty, Init::Uninit, span)?;
        self.store_operand(&acc, first, span);
        let place = acc.clone();
        self.counted_loop(counted, None, LoopDirectives::default(), None, span, |lowerer, item| {
            let Some(old) = lowerer.owned(Operand::Place(place.clone()), span) else { return };
            if let Some(new) = lowerer.apply(closure, &[old, item]) {
                lowerer.store_operand(&place, new, span);
            }
        });
        match (self.scalar_type(ty), sink) {
            (Some(_), _) => self.scalar(&Operand::Place(acc), span),
            (None, Sink::Store(to)) => {
                let to = to.clone();
                self.store_operand(&to, Operand::Place(acc), span);
                None
            }
            (None, _) => None,
        }
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

/// The number of integers between two that are known.
fn known_len(lo: ScalarValue, hi: ScalarValue, inclusive: bool) -> Option<u64> {
    let len = hi.to_integer()? - lo.to_integer()? + i128::from(inclusive);
    u64::try_from(len.max(0)).ok()
}
