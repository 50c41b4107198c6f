//! Iterators: a number of items, and each item computed from its number.

use sycl_hls_ir::{
    BinaryOp, CompareOp, Init, LoopDirectives, OpKind, Overflow, Place, Span, Step, Trap, ValueId,
};
use sycl_hls_types::{Operation, Scalar, ScalarValue, TrapKind};

use super::Lowerer;
use super::control::Range;
use super::operand::{Length, Operand, View};
use crate::hir::{Access, Closure, ExprId, Iter};
use crate::ids::LoopId;

/// What is done with an item.
type Fill<'f, L> = Box<dyn FnOnce(&mut L, Operand) + 'f>;

/// An iterator whose parts are evaluated.
pub(super) struct Counted<'h> {
    items: Items<'h>,
    /// The number of items; `None` for a range, which a loop counts by its bounds.
    len: Option<Length>,
}

enum Items<'h> {
    /// From this number on.
    From(ValueId),
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
    Rev(Box<Counted<'h>>, Length),
    StepBy(Box<Counted<'h>>, ValueId),
    Take(Box<Counted<'h>>),
    Skip(Box<Counted<'h>>, ValueId),
    Copied(Box<Counted<'h>>),
    Map(Box<Counted<'h>>, &'h Closure),
    Scan(Box<Counted<'h>>, Place, &'h Closure),
    Filter(Box<Counted<'h>>, &'h Closure),
    FilterMap(Box<Counted<'h>>, &'h Closure),
    TakeWhile(Box<Counted<'h>>, &'h Closure),
}

impl Counted<'_> {
    /// True if some items that are counted are left out.
    pub fn leaves_out(&self) -> bool {
        match &self.items {
            Items::Filter(..) | Items::FilterMap(..) | Items::TakeWhile(..) => true,
            Items::Map(inner, _) | Items::Scan(inner, ..) | Items::Copied(inner) => inner.leaves_out(),
            _ => false,
        }
    }
}

impl<'l> Lowerer<'l, '_, '_> {
    /// Evaluates the parts of an iterator, in order.
    pub(super) fn counted(&mut self, iter: &'l Iter, span: Span) -> Option<Counted<'l>> {
        match iter {
            Iter::Error => None,
            Iter::Range { lo, hi, inclusive } => {
                let known = self.known_len(*lo, *hi, *inclusive);
                let (lo, hi) = (self.value(*lo)?, self.value(*hi)?);
                let range = Range { lo, hi, inclusive: *inclusive, step: 1 };
                Some(Counted { items: Items::Range { lo, range }, len: known.map(Length::Known) })
            }
            Iter::From(lo) => {
                let lo = self.value(*lo)?;
                Some(Counted { items: Items::From(lo), len: Some(Length::ENDLESS) })
            }
            Iter::Items { base, access } => {
                let by_value = *access == Access::Value && !self.types.expr(*base).is_ref();
                let view = self.item_view(*base, by_value)?;
                let len = self.len(&view, span);
                Some(Counted { items: Items::Elements { view, by_value }, len: Some(len) })
            }
            Iter::Chunks { base, size, at, .. } => self.chunks(*base, *size, *at),
            Iter::Windows { base, size, at } => self.windows(*base, *size, *at),
            Iter::Zip(a, b) => {
                let (a, b) = (self.counted(a, span)?, self.counted(b, span)?);
                let (a_len, b_len) = (self.len_of(&a, span), self.len_of(&b, span));
                let len = self.smaller(a_len, b_len, span);
                Some(Counted { items: Items::Zip(Box::new(a), Box::new(b)), len: Some(len) })
            }
            Iter::StepBy(inner, step, at) => self.step_by(inner, *step, *at),
            Iter::Take(inner, count) => self.adapted(inner, span, |lowerer, inner, len| {
                let count = lowerer.count(*count)?;
                Some((Items::Take(inner), lowerer.smaller(len, count, span)))
            }),
            Iter::Skip(inner, count) => self.adapted(inner, span, |lowerer, inner, len| {
                let count = lowerer.count(*count)?;
                let rest = lowerer.rest(len, count, span);
                Some((Items::Skip(inner, lowerer.length_value(count, span)), rest))
            }),
            Iter::Enumerate(inner) => {
                self.adapted(inner, span, |_, inner, len| Some((Items::Enumerate(inner), len)))
            }
            Iter::Rev(inner) => {
                self.adapted(inner, span, |_, inner, len| Some((Items::Rev(inner, len), len)))
            }
            Iter::Copied(inner) => {
                self.adapted(inner, span, |_, inner, len| Some((Items::Copied(inner), len)))
            }
            Iter::Map(inner, closure) => {
                self.adapted(inner, span, |_, inner, len| Some((Items::Map(inner, closure), len)))
            }
            Iter::Scan(inner, first, closure) => self.adapted(inner, span, |lowerer, inner, len| {
                let ty = lowerer.types.expr(*first).clone();
                let first = lowerer.kept(*first)?;
                let state = lowerer.accumulator(&ty, Init::Uninit, span)?;
                lowerer.store_operand(&state, first, span);
                Some((Items::Scan(inner, state, closure), len))
            }),
            Iter::Filter(inner, closure) => {
                self.adapted(inner, span, |_, inner, len| Some((Items::Filter(inner, closure), len)))
            }
            Iter::FilterMap(inner, closure) => {
                self.adapted(inner, span, |_, inner, len| Some((Items::FilterMap(inner, closure), len)))
            }
            Iter::TakeWhile(inner, closure) => {
                self.adapted(inner, span, |_, inner, len| Some((Items::TakeWhile(inner, closure), len)))
            }
        }
    }

    /// An iterator made of another one with its number of items.
    fn adapted(
        &mut self,
        inner: &'l Iter,
        span: Span,
        adapt: impl FnOnce(&mut Self, Box<Counted<'l>>, Length) -> Option<(Items<'l>, Length)>,
    ) -> Option<Counted<'l>> {
        let inner = self.counted(inner, span)?;
        let len = self.len_of(&inner, span);
        let (items, len) = adapt(self, Box::new(inner), len)?;
        Some(Counted { items, len: Some(len) })
    }

    /// The number of items.
    pub(super) fn len_of(&mut self, counted: &Counted<'_>, span: Span) -> Length {
        match (counted.len, &counted.items) {
            (Some(len), _) => len,
            (None, Items::Range { range, .. }) => match (self.range_len(range, span), range.step) {
                (len, 1) => len,
                (len, step) => self.rounded_up(len, Length::Known(step), span),
            },
            (None, _) => Length::Known(0),
        }
    }

    /// The number of integers between two known ones.
    fn known_len(&mut self, lo: ExprId, hi: ExprId, inclusive: bool) -> Option<u64> {
        let (lo, hi) = (self.known(lo)?.to_integer()?, self.known(hi)?.to_integer()?);
        let len = hi - lo + i128::from(inclusive);
        u64::try_from(len.max(0)).ok()
    }

    /// A count that a method takes.
    fn count(&mut self, id: ExprId) -> Option<Length> {
        match self.known(id) {
            Some(known) => known.bits().map(Length::Known),
            None => self.value(id).map(Length::Value),
        }
    }

    /// What a loop runs over, of which it may own a copy.
    fn item_view(&mut self, base: ExprId, by_value: bool) -> Option<View> {
        if !by_value {
            return self.checked_view(base);
        }
        match self.kept(base)? {
            Operand::Place(place) => Some(View::whole(place)),
            _ => None,
        }
    }

    /// As [`view`](Self::view), with the checks of its indices, which a loop without items would not make.
    fn checked_view(&mut self, base: ExprId) -> Option<View> {
        let view = self.view(base)?;
        if view.part.is_none() {
            self.probe(&view.place, base);
        }
        Some(view)
    }

    /// `chunks_exact`: item `i` begins at element `i * size`.
    fn chunks(&mut self, base: ExprId, size: ExprId, span: Span) -> Option<Counted<'l>> {
        let view = self.checked_view(base)?;
        let len = self.len(&view, span);
        let size = self.nonzero(size, "chunk size must be non-zero", span)?;
        let count = self.quotient(len, size, span);
        let known = if let Length::Known(known) = size { Some(known) } else { None };
        let size = self.length_value(size, span);
        Some(Counted { items: Items::Parts { view, size, known, stride: Some(size) }, len: Some(count) })
    }

    /// `windows`: item `i` begins at element `i`.
    fn windows(&mut self, base: ExprId, size: ExprId, span: Span) -> Option<Counted<'l>> {
        let view = self.checked_view(base)?;
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
        Some(Counted { items: Items::Parts { view, size, known, stride: None }, len: Some(count) })
    }

    /// `step_by`: item `i` is item `i * step` of the inner iterator.
    fn step_by(&mut self, inner: &'l Iter, step: ExprId, span: Span) -> Option<Counted<'l>> {
        let mut inner = self.counted(inner, span)?;
        let step = self.nonzero(step, "assertion failed: step != 0", span)?;
        // A loop counts a range in steps by itself.
        if let (Items::Range { range, .. }, Length::Known(known)) = (&mut inner.items, step)
            && range.step == 1
        {
            range.step = known;
            inner.len = match inner.len {
                Some(Length::Known(len)) => Some(Length::Known(len.div_ceil(known))),
                _ => None,
            };
            return Some(inner);
        }
        let len = self.len_of(&inner, span);
        let rounded = self.rounded_up(len, step, span);
        let step = self.length_value(step, span);
        Some(Counted { items: Items::StepBy(Box::new(inner), step), len: Some(rounded) })
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
        if let Items::Range { range, .. } = counted.items {
            let name = name.as_deref().filter(|name| *name != "_");
            return self.range_loop(range, id, directives, name, span, |lowerer, value| {
                fill(lowerer, Operand::Value(value));
            });
        }
        let lo = self.constant(0_u64, span);
        let len = self.len_of(&counted, span);
        let hi = self.length_value(len, span);
        let range = Range { lo, hi, inclusive: false, step: 1 };
        self.range_loop(range, id, directives, None, span, |lowerer, index| {
            lowerer.with_item(&counted, index, span, Box::new(fill));
        });
    }

    /// Goes on with the item of this number, unless it is left out.
    fn with_item(&mut self, counted: &Counted<'l>, index: ValueId, span: Span, fill: Fill<'_, Self>) {
        match &counted.items {
            Items::Filter(inner, closure) => {
                let only = |lowerer: &mut Self, item: Operand| {
                    let Some(Operand::Value(holds)) = lowerer.apply(closure, std::slice::from_ref(&item))
                    else {
                        return;
                    };
                    let then = lowerer.with_region(|lowerer| fill(lowerer, item));
                    let otherwise = lowerer.with_region(|_| {});
                    lowerer.push_control(OpKind::If { cond: holds, then, otherwise }, span);
                };
                self.with_item(inner, index, span, Box::new(only));
            }
            Items::FilterMap(inner, closure) => {
                let values = |lowerer: &mut Self, item: Operand| {
                    let Some(option) = lowerer.apply(closure, &[item]) else { return };
                    let Some((is_some, value)) = lowerer.option_parts(&option, span) else { return };
                    let then = lowerer.with_region(|lowerer| fill(lowerer, value));
                    let otherwise = lowerer.with_region(|_| {});
                    lowerer.push_control(OpKind::If { cond: is_some, then, otherwise }, span);
                };
                self.with_item(inner, index, span, Box::new(values));
            }
            Items::TakeWhile(inner, closure) => {
                let first = |lowerer: &mut Self, item: Operand| {
                    let Some(Operand::Value(holds)) = lowerer.apply(closure, std::slice::from_ref(&item))
                    else {
                        return;
                    };
                    let ends = lowerer.not(holds, span);
                    let then = lowerer.with_region(|lowerer| lowerer.leave(OpKind::Break(0), span));
                    let otherwise = lowerer.with_region(|_| {});
                    lowerer.push_control(OpKind::If { cond: ends, then, otherwise }, span);
                    fill(lowerer, item);
                };
                self.with_item(inner, index, span, Box::new(first));
            }
            Items::Map(inner, closure) if inner.leaves_out() => {
                let mapped = |lowerer: &mut Self, item: Operand| {
                    if let Some(item) = lowerer.apply(closure, &[item]) {
                        fill(lowerer, item);
                    }
                };
                self.with_item(inner, index, span, Box::new(mapped));
            }
            Items::Scan(inner, state, closure) if inner.leaves_out() => {
                let scanned = |lowerer: &mut Self, item: Operand| {
                    if let Some(item) = lowerer.scanned(state, item, closure) {
                        fill(lowerer, item);
                    }
                };
                self.with_item(inner, index, span, Box::new(scanned));
            }
            Items::Copied(inner) if inner.leaves_out() => {
                let copied = |lowerer: &mut Self, item: Operand| {
                    if let Some(item) = lowerer.owned(Self::dereferenced(item), span) {
                        fill(lowerer, item);
                    }
                };
                self.with_item(inner, index, span, Box::new(copied));
            }
            _ => {
                if let Some(item) = self.item(counted, index, span) {
                    fill(self, item);
                }
            }
        }
    }

    /// The item with this number.
    fn item(&mut self, counted: &Counted<'l>, index: ValueId, span: Span) -> Option<Operand> {
        match &counted.items {
            Items::Range { lo, range } => {
                let index = match range.step {
                    1 => index,
                    step => {
                        let step = self.constant(step, span);
                        self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, index, step, span)
                    }
                };
                Some(Operand::Value(self.counted_from(*lo, index, span)))
            }
            Items::From(lo) => {
                let (ty, item) = (self.builder.func().ty(*lo), self.counted_from(*lo, index, span));
                // Rust computes the next one when it gives this one.
                let last = self.constant(ScalarValue::greatest(ty), span);
                let one = self.constant(ScalarValue::from_bits(ty, 1), span);
                let cond = self.builder.compare(CompareOp::Eq, item, last, span);
                let kind = TrapKind::Overflow(Operation::Add);
                let trap = Trap { kind, operands: vec![item, one], object: None };
                self.builder.push(OpKind::PanicIf { cond, trap }, span);
                Some(Operand::Value(item))
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
            Items::Rev(inner, len) => {
                let len = self.length_value(*len, span);
                let one = self.constant(1_u64, span);
                let last = self.difference(len, one, span);
                let index = self.difference(last, index, span);
                self.item(inner, index, span)
            }
            Items::StepBy(inner, step) => {
                let index = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, index, *step, span);
                self.item(inner, index, span)
            }
            // Those that are left out are looked at in `with_item`.
            Items::Take(inner)
            | Items::Filter(inner, _)
            | Items::FilterMap(inner, _)
            | Items::TakeWhile(inner, _) => self.item(inner, index, span),
            Items::Skip(inner, count) => {
                let index = self.sum(index, *count, span);
                self.item(inner, index, span)
            }
            Items::Copied(inner) => {
                let item = Self::dereferenced(self.item(inner, index, span)?);
                self.owned(item, span)
            }
            Items::Scan(inner, state, closure) => {
                let item = self.item(inner, index, span)?;
                self.scanned(state, item, closure)
            }
            Items::Map(inner, closure) => {
                let item = self.item(inner, index, span)?;
                self.apply(closure, &[item])
            }
        }
    }

    /// Whether an `Option` has a value, and the value.
    fn option_parts(&mut self, option: &Operand, span: Span) -> Option<(ValueId, Operand)> {
        let (is_some, value) = (self.part(option, 0)?, self.part(option, 1)?);
        Some((self.scalar(&is_some, span)?, value))
    }

    /// The number that is so many behind another one, of its type.
    fn counted_from(&mut self, lo: ValueId, index: ValueId, span: Span) -> ValueId {
        let ty = self.builder.func().ty(lo);
        let offset = if ty == Scalar::U64 { index } else { self.builder.cast(index, ty, span) };
        self.sum(lo, offset, span)
    }

    /// What the closure of `scan` gives of the state and an item; it always gives something.
    fn scanned(&mut self, state: &Place, item: Operand, closure: &Closure) -> Option<Operand> {
        let found = self.apply(closure, &[Operand::Ref(state.clone()), item])?;
        self.part(&found, 1)
    }

    /// The value of a closure for these arguments.
    pub(super) fn apply(&mut self, closure: &Closure, args: &[Operand]) -> Option<Operand> {
        for (pat, arg) in closure.params.iter().zip(args) {
            self.bind(arg, *pat);
        }
        self.kept(closure.body)
    }
}
