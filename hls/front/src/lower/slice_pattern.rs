//! Patterns of slices, `[first, .., last]`, whose length is known when the kernel runs.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, ValueId};

use super::Lowerer;
use super::operand::{Length, Operand, View};
use crate::hir::PatId;
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// True of a pattern that takes a slice apart.
    pub(super) fn is_of_slice(&self, pat: PatId) -> bool {
        matches!(self.types.pat(pat).deref(), Ty::Slice(_))
    }

    /// The condition that a slice has elements for all parts, and these fit. They are looked at only where they exist.
    pub(super) fn test_slice(
        &mut self,
        operand: &Operand,
        parts: &[PatId],
        rest: Option<usize>,
        span: Span,
    ) -> Option<ValueId> {
        if rest.is_some() && parts.is_empty() {
            return None;
        }
        let view = Self::elements(operand)?;
        let fits = self.has_elements(&view, parts.len(), rest.is_some(), span);
        if !parts.iter().any(|part| self.is_tested(*part)) {
            return fits;
        }
        let of_parts = |lowerer: &mut Self| {
            let mut holds = None;
            for (index, part) in parts.iter().enumerate() {
                let element = lowerer.element_of_slice(operand, index, parts.len(), rest, span)?;
                let test = lowerer.test(&element, *part);
                holds = lowerer.both(holds, test, span);
            }
            holds
        };
        match fits {
            None => of_parts(self),
            Some(fits) => self.and(fits, span, of_parts),
        }
    }

    /// The condition that there are so many elements, or more; `None` if there always are.
    fn has_elements(&mut self, view: &View, count: usize, or_more: bool, span: Span) -> Option<ValueId> {
        let count = count as u64;
        match self.len(view, span) {
            Length::Known(len) if len == count || or_more && len > count => None,
            Length::Known(_) => Some(self.constant(false, span)),
            Length::Value(len) => {
                let count = self.constant(count, span);
                let op = if or_more { CompareOp::Ge } else { CompareOp::Eq };
                Some(self.builder.compare(op, len, count, span))
            }
        }
    }

    /// The element that the pattern with this index among `count` is held against; the slice has so many.
    pub(super) fn element_of_slice(
        &mut self,
        operand: &Operand,
        index: usize,
        count: usize,
        rest: Option<usize>,
        span: Span,
    ) -> Option<Operand> {
        let view = Self::elements(operand)?;
        let position = match rest {
            Some(rest) if index >= rest => {
                let position = self.before_end(&view, count - index, span);
                self.length_value(position, span)
            }
            _ => self.constant(index as u64, span),
        };
        Some(Operand::Place(self.within(&view, position, span)))
    }

    /// The part of a slice without so many elements, of which `first` stand before it.
    pub(super) fn rest_of_slice(
        &mut self,
        operand: &Operand,
        count: usize,
        first: usize,
        span: Span,
    ) -> Option<Operand> {
        let view = Self::elements(operand)?;
        let len = self.before_end(&view, count, span);
        let first = self.constant(first as u64, span);
        let first = match view.part {
            Some((lo, _)) => self.sum(lo, first, span),
            None => first,
        };
        Some(Operand::Slice(View { place: view.place, part: Some((first, len)) }))
    }

    /// A slice's length less a number that is not greater.
    fn before_end(&mut self, view: &View, count: usize, span: Span) -> Length {
        match self.len(view, span) {
            Length::Known(len) => Length::Known(len.saturating_sub(count as u64)),
            Length::Value(len) => {
                let count = self.constant(count as u64, span);
                Length::Value(self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, len, count, span))
            }
        }
    }
}
