//! Arithmetic of indices and numbers of items, which never overflows. What is known is not computed.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::control::Range;
use super::operand::Length;

impl Lowerer<'_, '_, '_> {
    /// The value, if it is a number.
    pub(super) fn number(&self, value: ValueId) -> Option<u64> {
        self.known.get(value)?.bits()
    }

    /// True if the value is known to be this number.
    pub(super) fn is_number(&self, value: ValueId, number: Option<i128>) -> bool {
        let known = self.known.get(value).and_then(|known| known.to_integer());
        known.is_some() && known == number
    }

    /// Both numbers, if they are constants.
    pub(super) fn both_known(&self, a: ValueId, b: ValueId) -> Option<(u64, u64)> {
        let counts = self.builder.func().ty(a) == Scalar::U64;
        counts.then(|| self.number(a).zip(self.number(b))).flatten()
    }

    /// `a + b`
    pub(super) fn sum(&mut self, a: ValueId, b: ValueId, span: Span) -> ValueId {
        if let Some(sum) = self.both_known(a, b).and_then(|(a, b)| a.checked_add(b)) {
            return self.constant(sum, span);
        }
        match (self.number(a), self.number(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.builder.binary(BinaryOp::Add, Overflow::Wrapping, a, b, span),
        }
    }

    /// `a - b`
    pub(super) fn difference(&mut self, a: ValueId, b: ValueId, span: Span) -> ValueId {
        if let Some(difference) = self.both_known(a, b).and_then(|(a, b)| a.checked_sub(b)) {
            return self.constant(difference, span);
        }
        match self.number(b) {
            Some(0) => a,
            _ => self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, a, b, span),
        }
    }

    /// The number of steps that `len` items take.
    pub(super) fn rounded_up(&mut self, len: Length, step: Length, span: Span) -> Length {
        if let (Length::Known(len), Length::Known(step)) = (len, step) {
            return Length::Known(len.div_ceil(step));
        }
        let whole = self.quotient(len, step, span);
        let [len, step, whole] = [len, step, whole].map(|length| self.length_value(length, span));
        let covered = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, whole, step, span);
        let more = self.builder.compare(CompareOp::Ne, covered, len, span);
        let more = self.builder.cast(more, Scalar::U64, span);
        Length::Value(self.sum(whole, more, span))
    }

    /// `hi - lo`, at least 0; one more for `..=`.
    pub(super) fn range_len(&mut self, range: &Range, span: Span) -> Length {
        let ty: Scalar = self.builder.func().ty(range.lo);
        let (lo, hi) = (range.lo, range.hi);
        if let (Some(0), false, false) = (self.number(lo), range.inclusive, ty.is_signed()) {
            let len = if ty == Scalar::U64 { hi } else { self.builder.cast(hi, Scalar::U64, span) };
            return Length::Value(len);
        }
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
                let len = lowerer.difference(hi, lo, span);
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

    /// The smaller length.
    pub(super) fn smaller(&mut self, a: Length, b: Length, span: Span) -> Length {
        match (a, b) {
            (Length::Known(a), Length::Known(b)) => Length::Known(a.min(b)),
            (Length::ENDLESS, other) | (other, Length::ENDLESS) => other,
            (a, b) => {
                let (a, b) = (self.length_value(a, span), self.length_value(b, span));
                Length::Value(self.builder.binary(BinaryOp::Min, Overflow::Wrapping, a, b, span))
            }
        }
    }

    /// `a - b`, at least 0.
    pub(super) fn rest(&mut self, a: Length, b: Length, span: Span) -> Length {
        match (a, b) {
            (Length::Known(a), Length::Known(b)) => Length::Known(a.saturating_sub(b)),
            (a, b) => {
                let (a, b) = (self.length_value(a, span), self.length_value(b, span));
                let larger = self.builder.binary(BinaryOp::Max, Overflow::Wrapping, a, b, span);
                Length::Value(self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, larger, b, span))
            }
        }
    }

    /// The length divided by a number, rounded down.
    pub(super) fn quotient(&mut self, a: Length, b: Length, span: Span) -> Length {
        match (a, b) {
            (Length::Known(a), Length::Known(b)) => Length::Known(a / b.max(1)),
            (a, b) => {
                let (a, b) = (self.length_value(a, span), self.length_value(b, span));
                Length::Value(self.builder.binary(BinaryOp::Div, Overflow::Wrapping, a, b, span))
            }
        }
    }
}
