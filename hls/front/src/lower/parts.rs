//! Methods that give references to elements of arrays and slices, and to parts of them, or look at all elements.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, Step, ValueId};
use sycl_hls_types::ScalarValue;

use super::Lowerer;
use super::operand::{Length, Operand, View};
use crate::builtin::Builtin;
use crate::hir::{ExprId, MethodCall};
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// The receiver of a method. What leads to it is checked, even if it is empty.
    fn receiver(&mut self, call: &MethodCall) -> Option<(View, ValueId)> {
        let view = self.view(call.receiver)?;
        if view.part.is_none() {
            self.probe(&view.place, call.receiver);
        }
        let len = self.len(&view, call.at);
        let len = self.length_value(len, call.at);
        Some((view, len))
    }

    /// `first`, `last` and `get`: an element that there may not be. Nobody looks at it before asking.
    pub(super) fn perhaps(&mut self, call: &MethodCall, builtin: Builtin) -> Option<Operand> {
        let span = call.at;
        let (view, len) = self.receiver(call)?;
        let zero = self.constant(0_u64, span);
        let (some, index) = match builtin {
            Builtin::Get(_) => {
                let index = self.value(*call.args.first()?)?;
                (self.builder.compare(CompareOp::Lt, index, len, span), index)
            }
            _ => {
                let some = self.builder.compare(CompareOp::Ne, len, zero, span);
                let one = self.constant(1_u64, span);
                let last = matches!(builtin, Builtin::Last(_));
                (some, if last { self.difference(len, one, span) } else { zero })
            }
        };
        let index = match view.part {
            Some((first, _)) => self.sum(first, index, span),
            None => index,
        };
        let element = view.place.then(Step::Index(index));
        Some(Operand::Parts(vec![Operand::Value(some), Operand::Ref(element)]))
    }

    /// The elements before an index, and those from it on.
    pub(super) fn split_at(&mut self, call: &MethodCall) -> Option<Operand> {
        let span = call.at;
        let (view, len) = self.receiver(call)?;
        let middle = self.value(*call.args.first()?)?;
        let wrong = self.builder.compare(CompareOp::Gt, middle, len, span);
        self.builder.panic_with(wrong, "mid > len", span);
        let halves = self.halves(&view, middle, len, span);
        Some(Operand::Parts(halves.map(Operand::Slice).into()))
    }

    /// The elements of a view before an index, and those from it on.
    fn halves(&mut self, view: &View, middle: ValueId, len: ValueId, span: Span) -> [View; 2] {
        let first = match view.part {
            Some((first, _)) => first,
            None => self.constant(0_u64, span),
        };
        let (second, rest) = (self.sum(first, middle, span), self.difference(len, middle, span));
        [(first, middle), (second, rest)]
            .map(|(first, len)| View { place: view.place.clone(), part: Some((first, Length::Value(len))) })
    }

    /// Copies a part of the elements to where another one begins, as if all were read before: from the last one down where they
    /// move up.
    pub(super) fn copy_within(&mut self, view: &View, from: ExprId, to: ExprId, span: Span) {
        let (Some(from), Some(to)) = (self.view(from), self.value(to)) else { return };
        let [len, count] = [view, &from].map(|view| {
            let len = self.len(view, span);
            self.length_value(len, span)
        });
        let room = self.difference(len, count, span);
        let wrong = self.builder.compare(CompareOp::Gt, to, room, span);
        self.builder.panic_with(wrong, "dest is out of bounds", span);
        let (zero, one) = (self.constant(0_u64, span), self.constant(1_u64, span));
        let first = |view: &View| view.part.map_or(zero, |(first, _)| first);
        let start = self.sum(first(view), to, span);
        let source = first(&from);
        let up = match self.both_known(start, source) {
            Some((start, source)) => self.constant(start > source, span),
            None => self.builder.compare(CompareOp::Gt, start, source, span),
        };
        let to = View { place: view.place.clone(), part: Some((start, Length::Value(count))) };
        let last = self.difference(count, one, span);
        self.each_index(zero, count, span, |lowerer, index| {
            let up_is_known = lowerer.known.get(up).map(ScalarValue::is_true);
            let mirrored = |lowerer: &mut Self| lowerer.difference(last, index, span);
            let index = match up_is_known {
                Some(true) => Some(mirrored(lowerer)),
                Some(false) => Some(index),
                None => {
                    let mirrored = mirrored(lowerer);
                    lowerer.selected(up, mirrored, index, span)
                }
            };
            let Some(index) = index else { return };
            let [to, from] = [&to, &from].map(|view| lowerer.within(view, index, span));
            lowerer.store_operand(&to, Operand::Place(from), span);
        });
    }

    /// Swaps the first element with the last one, and so on.
    pub(super) fn reverse(&mut self, view: &View, span: Span) {
        let len = self.len(view, span);
        let len = self.length_value(len, span);
        let (zero, one, two) =
            (self.constant(0_u64, span), self.constant(1_u64, span), self.constant(2_u64, span));
        let half = self.builder.binary(BinaryOp::Div, Overflow::Wrapping, len, two, span);
        let last = self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, len, one, span);
        self.each_index(zero, half, span, |lowerer, index| {
            let mirrored = lowerer.builder.binary(BinaryOp::Sub, Overflow::Wrapping, last, index, span);
            let [a, b] = [index, mirrored].map(|index| lowerer.within(view, index, span));
            lowerer.swap(&a, &b, span);
        });
    }

    /// Moves the first elements behind the others, or the last ones before them: both parts are reversed, and then the whole.
    pub(super) fn rotate(&mut self, view: &View, op: BinaryOp, distance: ValueId, span: Span) {
        let len = self.len(view, span);
        let len = self.length_value(len, span);
        let wrong = self.builder.compare(CompareOp::Gt, distance, len, span);
        let (middle, text) = match op {
            BinaryOp::Shr => (self.difference(len, distance, span), "assertion failed: k <= self.len()"),
            _ => (distance, "assertion failed: mid <= self.len()"),
        };
        self.builder.panic_with(wrong, text, span);
        for half in self.halves(view, middle, len, span) {
            self.reverse(&half, span);
        }
        self.reverse(view, span);
    }

    /// `slice.contains(&value)`
    pub(super) fn contained(&mut self, call: &MethodCall) -> Option<ValueId> {
        let (view, _) = self.receiver(call)?;
        let value = self.operand(*call.args.first()?)?;
        let types = self.types;
        let (Ty::Array(element, _) | Ty::Slice(element)) = types.expr(call.receiver).deref() else {
            return None;
        };
        Some(self.contains(&view, &value, element, call.at))
    }
}
