//! What numbers of any width are narrowed to: aligned at the point, rounded, and kept in range.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, ValueId};
use sycl_hls_numbers::{OverflowMode, Rounding};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::numbers::Term;
use crate::hir::{ExprId, Making};
use crate::number::Number;
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// `Uint::<12>::new(value)` and its like.
    pub(super) fn made_number(
        &mut self,
        making: Making,
        value: ExprId,
        number: Number,
        span: Span,
    ) -> Option<ValueId> {
        match making {
            Making::Number => self.narrowed(&Term::Expr(value), number, span),
            Making::Bits => self.number_as(value, number.scalar()?),
            Making::Float(prim) => self.number_from_float(value, prim, number, span),
        }
    }

    /// A type as one that numbers are narrowed to.
    pub(super) fn target(ty: &Ty) -> Option<Number> {
        let shape = ty.shape()?;
        Some(ty.as_number().unwrap_or(Number::declared(shape.signed, shape.bits)))
    }

    /// The raw integer of a number that is narrowed to a type.
    pub(super) fn narrowed(&mut self, term: &Term, to: Number, span: Span) -> Option<ValueId> {
        let (from, ty) = (self.shape_of(term)?, to.scalar()?);
        let (drop, left) = match from.fraction - to.shape.fraction {
            drop @ 0.. => (drop.unsigned_abs(), 0),
            left => (0, left.unsigned_abs()),
        };
        let (rounding, overflow) = to.modes();
        if overflow == OverflowMode::Wrap(0) && drop == 0 {
            return self.scaled(term, left, ty, span);
        }
        let needed = match (rounding, overflow) {
            // No bits above those that are kept matter.
            (
                Rounding::Trn | Rounding::Rnd | Rounding::RndMinInf | Rounding::RndConv,
                OverflowMode::Wrap(0),
            ) => from.bits.min(ty.bits() + drop),
            _ => from.bits + left,
        };
        let what = format!("narrowing a number of {} bits", from.bits);
        let needed = self.is_computable(Scalar::int(from.signed, needed), &what, span)?;
        let value = self.scaled(term, left, needed, span)?;
        self.fitted(value, drop, to, span)
    }

    /// A raw integer, with `drop` more bits after the point than the type that it is narrowed to.
    pub(super) fn fitted(&mut self, value: ValueId, drop: u32, to: Number, span: Span) -> Option<ValueId> {
        let (rounding, overflow) = to.modes();
        let rounded = match drop {
            0 => value,
            _ => self.rounded(value, drop, rounding, span)?,
        };
        let kept = self.converted(rounded, to.scalar()?, span);
        let bounds = self.bounds(rounded, to, span)?;
        match overflow {
            OverflowMode::Wrap(0) => Some(kept),
            OverflowMode::Sat | OverflowMode::SatSym => self.saturated(bounds, kept, span),
            OverflowMode::SatZero => self.outside(bounds, kept, span, |lowerer| {
                let ty = lowerer.ty_of(kept);
                Some(lowerer.zero_value(ty, span))
            }),
            OverflowMode::Wrap(top) => {
                self.outside(bounds, kept, span, |lowerer| lowerer.wrapped(rounded, kept, top, span))
            }
            OverflowMode::WrapSm(top) => self.outside(bounds, kept, span, |lowerer| {
                lowerer.wrapped_sign_magnitude([value, kept], drop, top, span)
            }),
        }
    }

    /// `number / 2^drop` with all its bits.
    fn rounded(&mut self, number: ValueId, drop: u32, rounding: Rounding, span: Span) -> Option<ValueId> {
        let ty = self.ty_of(number);
        let (signed, bits) = (ty.is_signed(), ty.bits());
        // Further to the right there is nothing but the sign.
        let drop = drop.min(bits + 1);
        if rounding == Rounding::Trn || rounding == Rounding::TrnZero && !signed {
            let quotient = self.shifted_by_known(BinaryOp::Shr, number, drop, span);
            let ty = Scalar::int(signed, bits.saturating_sub(drop).max(1))?;
            return Some(self.converted(quotient, ty, span));
        }
        let work = Scalar::int(signed, bits.max(drop) + 1);
        let work = self.is_computable(work, &format!("rounding a number of {bits} bits"), span)?;
        let bias = self.bias(number, drop, rounding, work, span)?;
        let number = self.converted(number, work, span);
        let sum = self.builder.binary(BinaryOp::Add, Overflow::Wrapping, number, bias, span);
        let quotient = self.shifted_by_known(BinaryOp::Shr, sum, drop, span);
        Some(self.converted(quotient, Scalar::int(signed, work.bits() - drop)?, span))
    }

    /// What is added to a number before the low bits are dropped.
    fn bias(
        &mut self,
        number: ValueId,
        drop: u32,
        rounding: Rounding,
        ty: Scalar,
        span: Span,
    ) -> Option<ValueId> {
        let half = ScalarValue::wrapping(ty, ones(drop - 1).wrapping_add(1));
        let less = ScalarValue::wrapping(ty, ones(drop - 1));
        let (cond, then, otherwise) = match rounding {
            Rounding::Trn => return Some(self.zero_value(ty, span)),
            Rounding::Rnd => return Some(self.constant(half, span)),
            Rounding::RndMinInf => return Some(self.constant(less, span)),
            Rounding::TrnZero => {
                let all = ScalarValue::wrapping(ty, ones(drop));
                (self.is_negative(number, span), all, ScalarValue::from_bits(ty, 0))
            }
            Rounding::RndZero => (self.is_negative(number, span), half, less),
            Rounding::RndInf => (self.is_negative(number, span), less, half),
            Rounding::RndConv => (self.bit_of(number, drop, span)?, half, less),
        };
        self.selected_known(cond, then, otherwise, span)
    }

    /// The type of a value.
    pub(super) fn ty_of(&self, value: ValueId) -> Scalar {
        self.builder.func().ty(value)
    }

    /// One of two values.
    pub(super) fn selected(
        &mut self,
        cond: ValueId,
        then: ValueId,
        otherwise: ValueId,
        span: Span,
    ) -> Option<ValueId> {
        let ty = self.ty_of(then);
        self.choose(cond, ty, span, |_| Some(then), |_| Some(otherwise))
    }

    /// One of two constants of a type.
    pub(super) fn selected_known(
        &mut self,
        cond: ValueId,
        then: ScalarValue,
        otherwise: ScalarValue,
        span: Span,
    ) -> Option<ValueId> {
        let (then, otherwise) = (self.constant(then, span), self.constant(otherwise, span));
        self.selected(cond, then, otherwise, span)
    }

    /// Whether a number is less than 0.
    pub(super) fn is_negative(&mut self, number: ValueId, span: Span) -> ValueId {
        let zero = self.zero_value(self.ty_of(number), span);
        self.builder.compare(CompareOp::Lt, number, zero, span)
    }

    /// A bit of a number, whose sign is above its bits.
    pub(super) fn bit_of(&mut self, number: ValueId, index: u32, span: Span) -> Option<ValueId> {
        if index >= self.ty_of(number).bits() {
            return Some(self.is_negative(number, span));
        }
        let bit = self.shifted_by_known(BinaryOp::Shr, number, index, span);
        let one = Scalar::int(false, 1)?;
        let bit = self.converted(bit, one, span);
        let zero = self.zero_value(one, span);
        Some(self.builder.compare(CompareOp::Ne, bit, zero, span))
    }
}

/// `2^count - 1`, modulo 2^128.
pub(super) const fn ones(count: u32) -> i128 {
    if count == 0 { 0 } else { (u128::MAX >> 128_u32.saturating_sub(count)).cast_signed() }
}
