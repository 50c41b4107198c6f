//! Numbers of any width from and to floats.

use sycl_hls_ir::{BinaryOp, CompareOp, Diagnostic, Overflow, Span, ValueId};
use sycl_hls_numbers::{Shape, raw_of_f64};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use crate::codes;
use crate::hir::ExprId;
use crate::number::{Number, scalar_of};
use crate::ty::Prim;

/// Bits behind the point that decide how a float is rounded: the first one that is dropped, and whether others are set.
const GUARD: u32 = 2;

/// The format of a float.
#[derive(Clone, Copy)]
struct Format {
    /// Bits of the fraction.
    fraction: u32,
    /// Bits of the exponent.
    exponent: u32,
    /// The exponent with which the fraction's lowest bit is 1.
    unit: i32,
}

impl Format {
    const fn of(prim: Prim) -> Self {
        match prim {
            Prim::F32 => Self { fraction: 23, exponent: 8, unit: 150 },
            _ => Self { fraction: 52, exponent: 11, unit: 1075 },
        }
    }
}

/// A float in its parts.
struct Parts {
    negative: ValueId,
    /// The fraction, and the bit before it.
    significand: ValueId,
    /// Of the lowest bit of the significand.
    exponent: ValueId,
    /// True of infinity and of what is no number.
    special: ValueId,
    /// True of what is no number.
    nan: ValueId,
}

impl Lowerer<'_, '_, '_> {
    /// `from_f32` and `from_f64`.
    pub(super) fn number_from_float(
        &mut self,
        value: ExprId,
        prim: Prim,
        to: Number,
        span: Span,
    ) -> Option<ValueId> {
        let ty = to.scalar()?;
        if let Some(known) = self.known(value) {
            let (rounding, overflow) = to.modes();
            let float = if prim == Prim::F32 { known.to_f32().into() } else { known.to_f64() };
            let raw = raw_of_f64(float, to.shape, rounding, overflow);
            return Some(self.constant(ScalarValue::wrapping(ty, raw), span));
        }
        let value = self.value(value)?;
        let format = Format::of(prim);
        let parts = self.parts_of_float(value, format, span)?;
        let magnitude = self.aligned_float(&parts, format, to.shape, span)?;
        let signed = Scalar::int(true, self.ty_of(magnitude).bits() + 1)?;
        let magnitude = self.converted(magnitude, signed, span);
        let zero = self.zero_value(signed, span);
        let opposite = self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, zero, magnitude, span);
        let number = self.selected(parts.negative, opposite, magnitude, span)?;
        let number = self.fitted(number, GUARD, to, span)?;
        let zero = self.zero_value(ty, span);
        self.selected(parts.nan, zero, number, span)
    }

    /// Takes a float apart.
    fn parts_of_float(&mut self, value: ValueId, format: Format, span: Span) -> Option<Parts> {
        let Format { fraction, exponent, .. } = format;
        let bits = self.builder.bits(value, Scalar::int(false, 1 + exponent + fraction)?, span);
        let negative = self.bit_of(bits, exponent + fraction, span)?;
        let exponent_ty = Scalar::int(false, exponent)?;
        let shifted = self.shifted_by_known(BinaryOp::Shr, bits, fraction, span);
        let biased = self.converted(shifted, exponent_ty, span);
        let zero = self.zero_value(exponent_ty, span);
        let normal = self.builder.compare(CompareOp::Ne, biased, zero, span);
        let all = self.constant(ScalarValue::wrapping(exponent_ty, -1), span);
        let special = self.builder.compare(CompareOp::Eq, biased, all, span);
        let fraction_ty = Scalar::int(false, fraction)?;
        let low = self.converted(bits, fraction_ty, span);
        let zero = self.zero_value(fraction_ty, span);
        let some = self.builder.compare(CompareOp::Ne, low, zero, span);
        let nan = self.builder.binary(BinaryOp::And, Overflow::Wrapping, special, some, span);
        let significand_ty = Scalar::int(false, fraction + 1)?;
        let low = self.converted(low, significand_ty, span);
        let first = self.builder.cast(normal, significand_ty, span);
        let first = self.shifted_by_known(BinaryOp::Shl, first, fraction, span);
        let significand = self.builder.binary(BinaryOp::Or, Overflow::Wrapping, low, first, span);
        // The smallest numbers have the exponent of those above them.
        let biased = self.converted(biased, Scalar::I32, span);
        let one = self.constant(1_i32, span);
        let exponent = self.selected(normal, biased, one, span)?;
        Some(Parts { negative, significand, exponent, special, nan })
    }

    /// The magnitude of a float, with so many bits after the point as the number has, and guarding ones. Where the number has
    /// no room for it, so does the result, but its low bits and whether it has others are right.
    fn aligned_float(&mut self, parts: &Parts, format: Format, to: Shape, span: Span) -> Option<ValueId> {
        let farthest = to.bits + 1;
        let significand = format.fraction + 1 + GUARD;
        let what = format!("making a number of {} bits of a float", to.bits);
        // The sign and a bit for rounding come on top.
        let bits = significand + farthest + 2;
        let help = format!("make one of at most {} of it, and narrow that", Number::WIDEST + to.bits - bits);
        self.is_computable_or(Scalar::int(true, bits), &what, &help, span)?;
        let work = Scalar::int(false, significand + farthest)?;
        let number = self.converted(parts.significand, work, span);
        let number = self.shifted_by_known(BinaryOp::Shl, number, GUARD, span);
        let offset = self.constant(to.fraction - format.unit, span);
        let left = self.builder.binary(BinaryOp::Add, Overflow::Wrapping, parts.exponent, offset, span);
        let far = self.constant(farthest.cast_signed(), span);
        let left = self.selected(parts.special, far, left, span)?;
        let zero = self.zero_value(Scalar::I32, span);
        let is_right = self.builder.compare(CompareOp::Lt, left, zero, span);
        self.choose(
            is_right,
            work,
            span,
            |lowerer| {
                let right = lowerer.builder.binary(BinaryOp::Sub, Overflow::Wrapping, zero, left, span);
                let right = lowerer.at_most(right, significand, span)?;
                let shifted = lowerer.builder.binary(BinaryOp::Shr, Overflow::Wrapping, number, right, span);
                let back = lowerer.builder.binary(BinaryOp::Shl, Overflow::Wrapping, shifted, right, span);
                let rest = lowerer.builder.compare(CompareOp::Ne, back, number, span);
                let rest = lowerer.builder.cast(rest, work, span);
                Some(lowerer.builder.binary(BinaryOp::Or, Overflow::Wrapping, shifted, rest, span))
            },
            |lowerer| {
                let left = lowerer.at_most(left, farthest, span)?;
                Some(lowerer.builder.binary(BinaryOp::Shl, Overflow::Wrapping, number, left, span))
            },
        )
    }

    /// A distance that is not negative, and at most so far.
    fn at_most(&mut self, distance: ValueId, most: u32, span: Span) -> Option<ValueId> {
        let distance = self.converted(distance, Scalar::U32, span);
        let most = self.constant(most, span);
        let is_farther = self.builder.compare(CompareOp::Gt, distance, most, span);
        self.selected(is_farther, most, distance, span)
    }

    /// `to_f32` and `to_f64`: the raw integer as a float, times a power of two, which is exact.
    pub(super) fn number_to_float(&mut self, number: ExprId, prim: Prim, span: Span) -> Option<ValueId> {
        let shape = self.types.expr(number).deref().shape()?;
        // Above are infinite numbers, below those of fewer bits.
        let (most, least) = if prim == Prim::F32 { (127, 126) } else { (1023, 1022) };
        if shape.bits > 64 || shape.whole() > most || shape.fraction > least {
            let message =
                format!("a number of {} bits is not made an `{}` in a kernel", shape.bits, prim.name());
            let error = Diagnostic::error(codes::WIDTH, span, message)
                .note("kernels make floats of at most 64 bits, where all numbers are in the float's range");
            self.program.front.report(error.help("narrow it first: `x.to::<Fixed<32, 16>>()`"));
            return None;
        }
        let native = if shape.signed { Scalar::I64 } else { Scalar::U64 };
        let raw = self.number_as(number, scalar_of(shape)?)?;
        let raw = self.converted(raw, native, span);
        let float = self.builder.cast(raw, prim.scalar(), span);
        if shape.fraction == 0 {
            return Some(float);
        }
        let unit = (-f64::from(shape.fraction)).exp2();
        let unit: ScalarValue = if prim == Prim::F32 { (unit as f32).into() } else { unit.into() };
        let unit = self.constant(unit, span);
        Some(self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, float, unit, span))
    }
}
