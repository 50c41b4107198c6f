//! What becomes of fixed-point numbers that their type cannot hold.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, ValueId, cast};
use sycl_hls_numbers::{OverflowMode, Shape};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::narrow::ones;
use crate::number::{Number, common, scalar_of};

/// The largest or smallest number of a type, and whether another one is beyond it.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    is_beyond: ValueId,
    limit: ValueId,
}

impl Lowerer<'_, '_, '_> {
    /// The bounds of a type that a number may be beyond: the largest number and the smallest.
    pub(super) fn bounds(&mut self, number: ValueId, to: Number, span: Span) -> Option<[Option<Bound>; 2]> {
        let (_, overflow) = to.modes();
        let (from, to) = (shape_of(self.ty_of(number)), Shape { fraction: 0, ..to.shape });
        let magnitude = |shape: Shape| shape.bits - u32::from(shape.signed);
        // AMD's headers give -1 to a number of one bit, which has no 1.
        let is_symmetric = overflow == OverflowMode::SatSym && to.signed && to.bits > 1;
        let larger = magnitude(from) > magnitude(to);
        let smaller =
            from.signed && (!to.signed || from.bits > to.bits || is_symmetric && from.bits == to.bits);
        if overflow == OverflowMode::Wrap(0) || !larger && !smaller {
            return Some([None; 2]);
        }
        let (ty, work) = (scalar_of(to)?, scalar_of(common(from, to)));
        let work = self.is_computable(work, "keeping the number in range", span)?;
        let number = self.converted(number, work, span);
        let smallest = match is_symmetric {
            true => ScalarValue::wrapping(ty, -ones(to.bits - 1)),
            false => ScalarValue::least(ty),
        };
        let largest = if larger { Some(ScalarValue::greatest(ty)) } else { None };
        let smallest = if smaller { Some(smallest) } else { None };
        Some([
            self.limit(CompareOp::Gt, number, largest, span),
            self.limit(CompareOp::Lt, number, smallest, span),
        ])
    }

    /// A bound, if there is one.
    fn limit(
        &mut self,
        op: CompareOp,
        number: ValueId,
        limit: Option<ScalarValue>,
        span: Span,
    ) -> Option<Bound> {
        let limit = limit?;
        let wide = self.constant(cast(&limit, self.ty_of(number))?, span);
        let is_beyond = self.builder.compare(op, number, wide, span);
        Some(Bound { is_beyond, limit: self.constant(limit, span) })
    }

    /// `AP_SAT` and `AP_SAT_SYM`: the bound that a number is beyond, or the number.
    pub(super) fn saturated(
        &mut self,
        bounds: [Option<Bound>; 2],
        kept: ValueId,
        span: Span,
    ) -> Option<ValueId> {
        bounds
            .into_iter()
            .flatten()
            .try_fold(kept, |value, bound| self.selected(bound.is_beyond, bound.limit, value, span))
    }

    /// Another value where a number is beyond a bound, or the number.
    pub(super) fn outside(
        &mut self,
        bounds: [Option<Bound>; 2],
        kept: ValueId,
        span: Span,
        value: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let mut beyond = bounds.into_iter().flatten().map(|bound| bound.is_beyond);
        let Some(first) = beyond.next() else { return Some(kept) };
        let cond =
            beyond.fold(first, |a, b| self.builder.binary(BinaryOp::Or, Overflow::Wrapping, a, b, span));
        let ty = self.ty_of(kept);
        self.choose(cond, ty, span, value, |_| Some(kept))
    }

    /// `AP_WRAP` with saturated bits, of a number that is out of range.
    pub(super) fn wrapped(
        &mut self,
        number: ValueId,
        kept: ValueId,
        top: u32,
        span: Span,
    ) -> Option<ValueId> {
        let ty = self.ty_of(kept);
        if ty.is_signed() {
            let negative = self.is_negative(number, span);
            return self.with_saturated_top(kept, top, negative, span);
        }
        let ones = self.constant(ScalarValue::wrapping(ty, ones(top) << (ty.bits() - top)), span);
        Some(self.builder.binary(BinaryOp::Or, Overflow::Wrapping, kept, ones, span))
    }

    /// `AP_WRAP_SM`, of a number that is out of range: before it was rounded, and its low bits.
    pub(super) fn wrapped_sign_magnitude(
        &mut self,
        [number, kept]: [ValueId; 2],
        drop: u32,
        top: u32,
        span: Span,
    ) -> Option<ValueId> {
        let ty = self.ty_of(kept);
        let bits = ty.bits();
        let negative = self.is_negative(number, span);
        let (wanted, bit, inverting) = match top {
            0 => (self.bit_of(number, bits + drop, span)?, bits - 1, CompareOp::Ne),
            1 => (negative, bits - 1, CompareOp::Ne),
            _ => (negative, bits - top, CompareOp::Eq),
        };
        let bit = self.bit_of(kept, bit, span)?;
        let inverts = self.builder.compare(inverting, bit, wanted, span);
        let (all, none) = (ScalarValue::wrapping(ty, -1), ScalarValue::from_bits(ty, 0));
        let mask = self.selected_known(inverts, all, none, span)?;
        let value = self.builder.binary(BinaryOp::Xor, Overflow::Wrapping, kept, mask, span);
        if top < 2 { Some(value) } else { self.with_saturated_top(value, top, negative, span) }
    }

    /// A signed number with other top bits: the sign, and below it its opposite.
    fn with_saturated_top(
        &mut self,
        kept: ValueId,
        top: u32,
        negative: ValueId,
        span: Span,
    ) -> Option<ValueId> {
        let ty = self.ty_of(kept);
        let low = ty.bits() - top;
        let mask = self.constant(ScalarValue::wrapping(ty, ones(low)), span);
        let kept = self.builder.binary(BinaryOp::And, Overflow::Wrapping, kept, mask, span);
        let below = ScalarValue::wrapping(ty, ones(top - 1) << low);
        let top = self.selected_known(negative, ScalarValue::least(ty), below, span)?;
        Some(self.builder.binary(BinaryOp::Or, Overflow::Wrapping, kept, top, span))
    }
}

/// An integer type as a shape.
const fn shape_of(ty: Scalar) -> Shape {
    Shape::integer(ty.is_signed(), ty.bits())
}
