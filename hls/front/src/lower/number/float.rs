//! The methods of floats.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Numbers;
use crate::builtin::Builtin;
use crate::front::AdtDef;

impl Numbers<'_, '_, '_, '_> {
    /// Methods of floats that are exact or correctly rounded.
    pub(super) fn float(&mut self, builtin: Builtin, x: ValueId, args: &[ValueId]) -> Option<ValueId> {
        let bits_ty = self.prim.unsigned().scalar();
        Some(match builtin {
            Builtin::Float(UnaryOp::Sqrt) => {
                let x = self.flushed(x);
                self.unary(UnaryOp::Sqrt, x)
            }
            Builtin::Float(op) => self.unary(op, x),
            // The fraction of a normal number is none, or normal.
            Builtin::Fract => {
                let x = self.flushed(x);
                let whole = self.unary(UnaryOp::Trunc, x);
                self.wrapping(BinaryOp::Sub, x, whole)
            }
            Builtin::MulAdd => {
                let operands = [x, *args.first()?, *args.get(1)?].map(|operand| self.flushed(operand));
                let result = self.lowerer.builder.fma(operands, self.span);
                self.flushed(result)
            }
            Builtin::Recip => {
                let one = self.one();
                self.lowerer.arithmetic(BinaryOp::Div, Overflow::Wrapping, [one, x], self.span)
            }
            Builtin::ToBits => self.lowerer.builder.bits(x, bits_ty, self.span),
            Builtin::Copysign => self.with_sign(x, *args.first()?),
            Builtin::FloatSignum => {
                let one = self.one();
                let signed = self.with_sign(one, x);
                let nan = self.compare(CompareOp::Ne, x, x);
                self.choose(nan, move |_| x, move |_| signed)?
            }
            Builtin::IsNan => self.compare(CompareOp::Ne, x, x),
            Builtin::IsSignNegative | Builtin::IsSignPositive => {
                let bits = self.lowerer.builder.bits(x, bits_ty, self.span);
                let mask = self.bits_constant(self.sign());
                let op = if builtin == Builtin::IsSignNegative { CompareOp::Ge } else { CompareOp::Lt };
                self.compare(op, bits, mask)
            }
            Builtin::Classify => self.classify(x)?,
            _ => self.is_of_kind(builtin, x)?,
        })
    }

    /// True if the magnitude is in a range.
    fn is_of_kind(&mut self, builtin: Builtin, x: ValueId) -> Option<ValueId> {
        let magnitude = self.unary(UnaryOp::Abs, x);
        let (infinite, least, zero) = self.borders();
        let (above, below) = match builtin {
            Builtin::IsInfinite => return Some(self.compare(CompareOp::Eq, magnitude, infinite)),
            Builtin::IsFinite => return Some(self.compare(CompareOp::Lt, magnitude, infinite)),
            Builtin::IsSubnormal => {
                let above = self.compare(CompareOp::Gt, magnitude, zero);
                (above, self.compare(CompareOp::Lt, magnitude, least))
            }
            Builtin::IsNormal => {
                let above = self.compare(CompareOp::Ge, magnitude, least);
                (above, self.compare(CompareOp::Lt, magnitude, infinite))
            }
            _ => return None,
        };
        Some(self.wrapping(BinaryOp::And, above, below))
    }

    /// Infinity, the smallest normal number and zero.
    fn borders(&mut self) -> (ValueId, ValueId, ValueId) {
        let infinite = self.bits_of(if self.ty == Scalar::F32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 });
        let least = match self.ty {
            Scalar::F32 => f32::MIN_POSITIVE.into(),
            _ => ScalarValue::from(f64::MIN_POSITIVE),
        };
        let least = self.lowerer.constant(least, self.span);
        (infinite, least, self.bits_of(0))
    }

    /// The number of a variant of `FpCategory`.
    fn classify(&mut self, x: ValueId) -> Option<ValueId> {
        let category = self.lowerer.program.front.category()?;
        let category = self.lowerer.program.front.adt_ty(category);
        let def = self.lowerer.program.front.def_of(&category)?;
        let AdtDef::Enum(def) = &*def else { return None };
        let variant = |numbers: &mut Self, name: &str| {
            let position = def.variants.iter().position(|variant| variant.name == name)?;
            Some(numbers.lowerer.constant(def.tag_value(position), numbers.span))
        };
        let magnitude = self.unary(UnaryOp::Abs, x);
        let (infinite, least, zero) = self.borders();
        let cases = [
            ("Subnormal", self.compare(CompareOp::Lt, magnitude, least)),
            ("Zero", self.compare(CompareOp::Eq, magnitude, zero)),
            ("Infinite", self.compare(CompareOp::Eq, magnitude, infinite)),
            ("Nan", self.compare(CompareOp::Ne, x, x)),
        ];
        let mut chosen = variant(self, "Normal")?;
        for (name, holds) in cases {
            let found = variant(self, name)?;
            let other = chosen;
            chosen = self.choose_as(def.tag, holds, move |_| Some(found), move |_| Some(other))?;
        }
        Some(chosen)
    }

    /// `magnitude` with the sign of `source`.
    fn with_sign(&mut self, magnitude: ValueId, source: ValueId) -> ValueId {
        let (ty, span) = (self.prim.unsigned().scalar(), self.span);
        let (magnitude, source) =
            (self.lowerer.builder.bits(magnitude, ty, span), self.lowerer.builder.bits(source, ty, span));
        let (mask, rest) = (self.bits_constant(self.sign()), self.bits_constant(!self.sign()));
        let magnitude = self.wrapping(BinaryOp::And, magnitude, rest);
        let source = self.wrapping(BinaryOp::And, source, mask);
        let bits = self.wrapping(BinaryOp::Or, magnitude, source);
        self.lowerer.builder.bits(bits, self.ty, span)
    }

    /// The sign's bit.
    fn sign(&self) -> u64 {
        1 << (self.ty.bits() - 1)
    }

    /// Bits as an unsigned integer.
    fn bits_constant(&mut self, bits: u64) -> ValueId {
        let ty = self.prim.unsigned().scalar();
        self.lowerer.constant(ScalarValue::from_bits(ty, bits), self.span)
    }

    fn one(&mut self) -> ValueId {
        let one: ScalarValue = if self.ty == Scalar::F32 { 1_f32.into() } else { 1_f64.into() };
        self.lowerer.constant(one, self.span)
    }
}
