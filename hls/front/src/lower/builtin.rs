//! The methods of numbers, arrays, slices and `Option`.

use sycl_hls_ir::{
    BinaryOp, CallArg, CompareOp, Init, OpKind, Overflow, Place, Span, Step, Type, UnaryOp, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue, TrapKind};

use super::Lowerer;
use super::operand::{Length, Operand, View};
use crate::builtin::Builtin;
use crate::front::Instance;
use crate::hir::{ExprId, GenericArg, MethodCall};
use crate::infer::Callee;
use crate::ty::{Prim, Ty};

impl Lowerer<'_, '_, '_> {
    fn builtin(&self, id: ExprId) -> Option<Builtin> {
        match self.types.callee(id)? {
            Callee::Builtin(builtin) => Some(*builtin),
            Callee::Fn(_) => None,
        }
    }

    /// A method whose value is a scalar.
    pub(super) fn method_value(&mut self, id: ExprId, call: &MethodCall) -> Option<ValueId> {
        let Some(builtin) = self.builtin(id) else { return self.call_value(id, &Self::method_args(call)) };
        match builtin {
            Builtin::Len | Builtin::IsEmpty => return self.length(call, builtin == Builtin::IsEmpty),
            Builtin::ItemId | Builtin::ItemRange | Builtin::ItemLinearId => {
                return self.of_item(call, builtin);
            }
            Builtin::GlobalGet => {
                let place = self.global_element(call)?;
                return self.scalar(&Operand::Place(place), call.at);
            }
            Builtin::IsSome | Builtin::IsNone | Builtin::Unwrap | Builtin::UnwrapOr => {
                let operand = self.of_option(call, builtin)?;
                return self.scalar(&operand, call.at);
            }
            _ => {}
        }
        let receiver = self.value(call.receiver)?;
        let args: Option<Vec<ValueId>> = call.args.iter().map(|arg| self.value(*arg)).collect();
        let types = self.types;
        let prim = types.expr(call.receiver).deref().as_prim().unwrap_or(Prim::Bool);
        Numbers { lowerer: self, span: call.at, ty: prim.scalar(), prim }.value(builtin, receiver, &args?)
    }

    /// A method whose value is no scalar.
    pub(super) fn method_aggregate(&mut self, id: ExprId, call: &MethodCall) -> Option<Operand> {
        let Some(builtin) = self.builtin(id) else {
            let ty = self.types.expr(id).clone();
            let ty = self.ir_type(&ty)?;
            let place = self.temporary("value", ty, Init::Uninit, call.at);
            self.call_into(id, &Self::method_args(call), &place)?;
            return Some(Operand::Place(place));
        };
        match builtin {
            Builtin::Clone => {
                let operand = Self::dereferenced(self.operand(call.receiver)?);
                return self.owned(operand, call.at);
            }
            Builtin::Unwrap | Builtin::UnwrapOr => return self.of_option(call, builtin),
            Builtin::GlobalGet => {
                let place = self.global_element(call)?;
                return self.owned(Operand::Place(place), call.at);
            }
            _ => {}
        }
        let receiver = self.value(call.receiver)?;
        let arg = self.value(*call.args.first()?)?;
        let types = self.types;
        let prim = types.expr(call.receiver).deref().as_prim()?;
        let mut numbers = Numbers { lowerer: self, span: call.at, ty: prim.scalar(), prim };
        match builtin {
            Builtin::Checked(op) => numbers.checked(op, receiver, arg),
            Builtin::Overflowing(op) => {
                let value = numbers.wrapping(op, receiver, arg);
                let overflows = numbers.overflows(op, receiver, arg);
                Some(Operand::Parts(vec![Operand::Value(value), Operand::Value(overflows)]))
            }
            _ => None,
        }
    }

    /// A method that only has an effect.
    pub(super) fn method_effect(&mut self, id: ExprId, call: &MethodCall) {
        let Some(builtin) = self.builtin(id) else {
            return self.call_effect(id, &Self::method_args(call));
        };
        let Some(view) = self.view(call.receiver) else { return };
        let span = call.at;
        match (builtin, call.args.as_slice()) {
            (Builtin::GlobalSet, [index, value]) => {
                let Some(index) = self.value(*index) else { return };
                let Some(value) = self.kept(*value) else { return };
                let place = self.at(&view, index, span);
                self.store_operand(&place, value, span);
            }
            (Builtin::Fill, [value]) => {
                let Some(value) = self.kept(*value) else { return };
                let len = self.len(&view, span);
                let (first, last) = self.bounds(&view, len, span);
                self.each_index(first, last, span, |lowerer, index| {
                    lowerer.store_operand(&view.place.then(Step::Index(index)), value, span);
                });
            }
            (Builtin::CopyFromSlice, [from]) => self.copy_from_slice(&view, *from, span),
            (Builtin::Swap, [a, b]) => {
                let (Some(a), Some(b)) = (self.value(*a), self.value(*b)) else { return };
                let (a, b) = (self.at(&view, a, span), self.at(&view, b, span));
                let Some(ty) = self.place_type(&a) else { return };
                let first = self.in_memory_copy(&a, ty, span);
                self.store_operand(&a, Operand::Place(b.clone()), span);
                self.store_operand(&b, first, span);
            }
            _ => {}
        }
    }

    fn in_memory_copy(&mut self, place: &Place, ty: Type, span: Span) -> Operand {
        match ty.scalar() {
            Some(scalar) => Operand::Value(self.builder.read(place.clone(), scalar, span)),
            None => Operand::Place(self.temporary("swapped", ty, Init::Copy(place.clone()), span)),
        }
    }

    fn bounds(&mut self, view: &View, len: Length, span: Span) -> (ValueId, ValueId) {
        let len = self.length_value(len, span);
        match view.part {
            Some((first, _)) => (first, self.sum(first, len, span)),
            None => (self.constant(0_u64, span), len),
        }
    }

    fn copy_from_slice(&mut self, to: &View, from: ExprId, span: Span) {
        let Some(from) = self.view(from) else { return };
        let (to_len, from_len) = (self.len(to, span), self.len(&from, span));
        let (to_len, from_len) = (self.length_value(to_len, span), self.length_value(from_len, span));
        let differ = self.builder.compare(CompareOp::Ne, to_len, from_len, span);
        self.builder.panic_with(
            differ,
            "copy_from_slice: source slice length does not match destination slice length",
            span,
        );
        let zero = self.constant(0_u64, span);
        let to = to.clone();
        self.each_index(zero, to_len, span, |lowerer, index| {
            let place = |lowerer: &mut Self, view: &View| match view.part {
                Some((first, _)) => {
                    let index = lowerer.sum(first, index, span);
                    view.place.then(Step::Index(index))
                }
                None => view.place.then(Step::Index(index)),
            };
            let (to, from) = (place(lowerer, &to), place(lowerer, &from));
            lowerer.store_operand(&to, Operand::Place(from), span);
        });
    }

    /// The element that `get` of a `Global` reads.
    fn global_element(&mut self, call: &MethodCall) -> Option<Place> {
        let view = self.view(call.receiver)?;
        let index = self.value(*call.args.first()?)?;
        Some(self.at(&view, index, call.at))
    }

    /// What an item is asked for; its parts are the indices, then the range.
    fn of_item(&mut self, call: &MethodCall, builtin: Builtin) -> Option<ValueId> {
        let types = self.types;
        let Ty::Item(dimensions) = *types.expr(call.receiver).deref() else { return None };
        let dimensions = dimensions as usize;
        let Operand::Parts(parts) = self.lvalue(call.receiver)? else { return None };
        let Some(dimension) = call.args.first() else {
            let mut linear = self.scalar(parts.first()?, call.at)?;
            for dimension in 1..dimensions {
                let size = self.scalar(parts.get(dimensions + dimension)?, call.at)?;
                let index = self.scalar(parts.get(dimension)?, call.at)?;
                let scaled = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, linear, size, call.at);
                linear = self.sum(scaled, index, call.at);
            }
            return Some(linear);
        };
        let dimension = usize::try_from(self.types.literal(self.body, *dimension)?.bits()).ok()?;
        let part = if builtin == Builtin::ItemId { dimension } else { dimensions + dimension };
        self.scalar(parts.get(part)?, call.at)
    }

    fn length(&mut self, call: &MethodCall, is_empty: bool) -> Option<ValueId> {
        let view = self.view(call.receiver)?;
        if view.part.is_none() {
            self.probe(&view.place, call.receiver);
        }
        let len = self.len(&view, call.at);
        let len = self.length_value(len, call.at);
        if !is_empty {
            return Some(len);
        }
        let zero = self.constant(0_u64, call.at);
        Some(self.builder.compare(CompareOp::Eq, len, zero, call.at))
    }

    fn of_option(&mut self, call: &MethodCall, builtin: Builtin) -> Option<Operand> {
        let span = call.at;
        let operand = Self::dereferenced(self.operand(call.receiver)?);
        let some = self.part(&operand, 0)?;
        let some = self.scalar(&some, span)?;
        match builtin {
            Builtin::IsSome => Some(Operand::Value(some)),
            Builtin::IsNone => Some(Operand::Value(self.not(some, span))),
            Builtin::Unwrap => {
                let none = self.not(some, span);
                self.builder.panic_if(none, TrapKind::UnwrapNone, Vec::new(), span);
                let value = self.part(&operand, 1)?;
                self.owned(value, span)
            }
            _ => {
                let value = self.part(&operand, 1)?;
                let value = self.owned(value, span)?;
                let default = self.kept(*call.args.first()?)?;
                self.select(some, value, default, call)
            }
        }
    }

    /// The one value or the other, both evaluated.
    fn select(&mut self, cond: ValueId, yes: Operand, no: Operand, call: &MethodCall) -> Option<Operand> {
        let span = call.at;
        if let (Operand::Value(yes), Operand::Value(no)) = (&yes, &no) {
            let (yes, no) = (*yes, *no);
            let ty = self.builder.func().ty(yes);
            return self.choose(cond, ty, span, |_| Some(yes), |_| Some(no)).map(Operand::Value);
        }
        let types = self.types;
        let Ty::Option(value) = types.expr(call.receiver).deref() else { return None };
        let ty = self.ir_type(value)?;
        let place = self.temporary("chosen", ty, Init::Uninit, span);
        let then = self.with_region(|lowerer| lowerer.store_operand(&place, yes, span));
        let otherwise = self.with_region(|lowerer| lowerer.store_operand(&place, no, span));
        self.push_control(OpKind::If { cond, then, otherwise }, span);
        Some(Operand::Place(place))
    }
}

/// Methods of numbers.
struct Numbers<'n, 'l, 'f, 'a> {
    lowerer: &'n mut Lowerer<'l, 'f, 'a>,
    span: Span,
    ty: Scalar,
    prim: Prim,
}

impl Numbers<'_, '_, '_, '_> {
    fn value(&mut self, builtin: Builtin, x: ValueId, args: &[ValueId]) -> Option<ValueId> {
        let arg = args.first().copied();
        Some(match builtin {
            Builtin::Clone => x,
            Builtin::Wrapping(op) | Builtin::WrappingShift(op) => self.wrapping(op, x, arg?),
            Builtin::WrappingNeg => {
                let zero = self.bits_of(0);
                self.wrapping(BinaryOp::Sub, zero, x)
            }
            Builtin::Saturating(op) => self.saturating(op, x, arg?)?,
            Builtin::Rotate(op) => self.rotate(op, x, arg?),
            Builtin::Count(op) => self.unary(op, x),
            Builtin::CountOfComplement(op) => {
                let complement = self.unary(UnaryOp::Not, x);
                self.unary(op, complement)
            }
            Builtin::Permute(op) | Builtin::Float(op) => self.unary(op, x),
            Builtin::IsPowerOfTwo => {
                let ones = self.unary(UnaryOp::CountOnes, x);
                let one = self.lowerer.constant(1_u32, self.span);
                self.compare(CompareOp::Eq, ones, one)
            }
            Builtin::Ilog2 => self.ilog2(x),
            Builtin::MinMax(op) => self.wrapping(op, x, arg?),
            Builtin::Clamp => self.clamp(x, args)?,
            Builtin::Pow | Builtin::WrappingPow => self.pow(x, arg?, builtin == Builtin::Pow)?,
            Builtin::Isqrt => self.isqrt(x)?,
            _ if self.ty.is_float() => self.float(builtin, x, args)?,
            Builtin::FromBits(prim) => self.lowerer.builder.bits(x, prim.scalar(), self.span),
            _ => self.integer(builtin, x, arg)?,
        })
    }

    fn integer(&mut self, builtin: Builtin, x: ValueId, arg: Option<ValueId>) -> Option<ValueId> {
        let zero = self.bits_of(0);
        Some(match builtin {
            Builtin::IsPositive => self.compare(CompareOp::Gt, x, zero),
            Builtin::IsNegative => self.compare(CompareOp::Lt, x, zero),
            Builtin::Abs => {
                let negative = self.compare(CompareOp::Lt, x, zero);
                self.choose(negative, move |numbers| numbers.checked_neg(x), move |_| x)?
            }
            Builtin::UnsignedAbs => {
                let negative = self.compare(CompareOp::Lt, x, zero);
                let magnitude = self.choose(
                    negative,
                    move |numbers| numbers.wrapping(BinaryOp::Sub, zero, x),
                    move |_| x,
                )?;
                self.lowerer.builder.cast(magnitude, self.prim.unsigned().scalar(), self.span)
            }
            Builtin::AbsDiff => {
                let arg = arg?;
                let less = self.compare(CompareOp::Lt, x, arg);
                let difference = self.choose(
                    less,
                    move |numbers| numbers.wrapping(BinaryOp::Sub, arg, x),
                    move |numbers| numbers.wrapping(BinaryOp::Sub, x, arg),
                )?;
                match self.prim.is_signed() {
                    true => self.lowerer.builder.cast(difference, self.prim.unsigned().scalar(), self.span),
                    false => difference,
                }
            }
            Builtin::Signum => {
                let (minus_one, one) = (self.number(-1), self.number(1));
                let positive = self.compare(CompareOp::Gt, x, zero);
                let negative = self.compare(CompareOp::Lt, x, zero);
                let not_positive = self.choose(negative, move |_| minus_one, move |_| zero)?;
                self.choose(positive, move |_| one, move |_| not_positive)?
            }
            Builtin::DivEuclid | Builtin::RemEuclid => self.euclid(builtin == Builtin::DivEuclid, x, arg?)?,
            Builtin::DivCeil => {
                let arg = arg?;
                let quotient = self.checked_binary(BinaryOp::Div, x, arg);
                let rest = self.wrapping(BinaryOp::Rem, x, arg);
                let more = self.compare(CompareOp::Ne, rest, zero);
                let more = self.lowerer.builder.cast(more, self.ty, self.span);
                self.wrapping(BinaryOp::Add, quotient, more)
            }
            _ => return None,
        })
    }

    fn float(&mut self, builtin: Builtin, x: ValueId, args: &[ValueId]) -> Option<ValueId> {
        let span = self.span;
        let bits_ty = self.prim.unsigned().scalar();
        let sign = 1_u64 << (bits_ty.bits() - 1);
        let infinity = if self.ty == Scalar::F32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 };
        let constant = |numbers: &mut Self, bits: u64| {
            numbers.lowerer.constant(ScalarValue::from_bits(bits_ty, bits), span)
        };
        Some(match builtin {
            Builtin::Fract => {
                let whole = self.unary(UnaryOp::Trunc, x);
                self.wrapping(BinaryOp::Sub, x, whole)
            }
            Builtin::MulAdd => self.lowerer.builder.fma([x, *args.first()?, *args.get(1)?], span),
            Builtin::Recip => {
                let one = self.one();
                self.wrapping(BinaryOp::Div, one, x)
            }
            Builtin::ToBits => self.lowerer.builder.bits(x, bits_ty, span),
            Builtin::Copysign => {
                let sign_source = *args.first()?;
                self.with_sign(x, sign_source, sign)
            }
            Builtin::FloatSignum => {
                let one = self.one();
                let signed = self.with_sign(one, x, sign);
                let nan = self.compare(CompareOp::Ne, x, x);
                self.choose(nan, move |_| x, move |_| signed)?
            }
            Builtin::IsNan => self.compare(CompareOp::Ne, x, x),
            Builtin::IsSignNegative | Builtin::IsSignPositive => {
                let bits = self.lowerer.builder.bits(x, bits_ty, span);
                let mask = constant(self, sign);
                let op = if builtin == Builtin::IsSignNegative { CompareOp::Ge } else { CompareOp::Lt };
                self.compare(op, bits, mask)
            }
            Builtin::IsInfinite | Builtin::IsFinite | Builtin::IsSubnormal | Builtin::IsNormal => {
                let magnitude = self.unary(UnaryOp::Abs, x);
                let infinite = self.bits_of(infinity);
                let min_normal = match self.ty {
                    Scalar::F32 => f32::MIN_POSITIVE.into(),
                    _ => ScalarValue::from(f64::MIN_POSITIVE),
                };
                let least = self.lowerer.constant(min_normal, span);
                let zero = self.bits_of(0);
                match builtin {
                    Builtin::IsInfinite => self.compare(CompareOp::Eq, magnitude, infinite),
                    Builtin::IsFinite => self.compare(CompareOp::Lt, magnitude, infinite),
                    Builtin::IsSubnormal => {
                        let above = self.compare(CompareOp::Gt, magnitude, zero);
                        let below = self.compare(CompareOp::Lt, magnitude, least);
                        self.wrapping(BinaryOp::And, above, below)
                    }
                    _ => {
                        let above = self.compare(CompareOp::Ge, magnitude, least);
                        let below = self.compare(CompareOp::Lt, magnitude, infinite);
                        self.wrapping(BinaryOp::And, above, below)
                    }
                }
            }
            _ => return None,
        })
    }

    /// `magnitude` with the sign of `source`.
    fn with_sign(&mut self, magnitude: ValueId, source: ValueId, sign: u64) -> ValueId {
        let ty = self.prim.unsigned().scalar();
        let span = self.span;
        let constant =
            |numbers: &mut Self, bits| numbers.lowerer.constant(ScalarValue::from_bits(ty, bits), span);
        let (magnitude, source) =
            (self.lowerer.builder.bits(magnitude, ty, span), self.lowerer.builder.bits(source, ty, span));
        let (mask, rest) = (constant(self, sign), constant(self, !sign));
        let magnitude = self.wrapping(BinaryOp::And, magnitude, rest);
        let source = self.wrapping(BinaryOp::And, source, mask);
        let bits = self.wrapping(BinaryOp::Or, magnitude, source);
        self.lowerer.builder.bits(bits, self.ty, span)
    }

    fn one(&mut self) -> ValueId {
        let one: ScalarValue = if self.ty == Scalar::F32 { 1_f32.into() } else { 1_f64.into() };
        self.lowerer.constant(one, self.span)
    }

    fn bits_of(&mut self, bits: u64) -> ValueId {
        self.lowerer.constant(ScalarValue::from_bits(self.ty, bits), self.span)
    }

    fn number(&mut self, number: i128) -> ValueId {
        self.lowerer.constant(ScalarValue::wrapping(self.ty, number), self.span)
    }

    fn unary(&mut self, op: UnaryOp, x: ValueId) -> ValueId {
        self.lowerer.builder.unary(op, Overflow::Wrapping, x, self.span)
    }

    fn wrapping(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.binary(op, Overflow::Wrapping, a, b, self.span)
    }

    fn checked_binary(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.binary(op, Overflow::Checked, a, b, self.span)
    }

    fn checked_neg(&mut self, x: ValueId) -> ValueId {
        self.lowerer.builder.unary(UnaryOp::Neg, Overflow::Checked, x, self.span)
    }

    fn overflows(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.overflows(op, a, b, self.span)
    }

    fn compare(&mut self, op: CompareOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.compare(op, a, b, self.span)
    }

    fn choose(
        &mut self,
        cond: ValueId,
        yes: impl FnOnce(&mut Numbers<'_, '_, '_, '_>) -> ValueId,
        no: impl FnOnce(&mut Numbers<'_, '_, '_, '_>) -> ValueId,
    ) -> Option<ValueId> {
        let (span, ty, prim) = (self.span, self.ty, self.prim);
        let result = ty;
        self.lowerer.choose(
            cond,
            result,
            span,
            |lowerer| Some(yes(&mut Numbers { lowerer, span, ty, prim })),
            |lowerer| Some(no(&mut Numbers { lowerer, span, ty, prim })),
        )
    }

    fn saturating(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> Option<ValueId> {
        let (min, max) = self.ty.range()?;
        let overflows = self.overflows(op, a, b);
        let zero = self.bits_of(0);
        let (min, max) = (self.number(min), self.number(max));
        let bound = if self.prim.is_signed() {
            // The exact result lies below where it is negative.
            let a_negative = self.compare(CompareOp::Lt, a, zero);
            let below = match op {
                BinaryOp::Mul => {
                    let b_negative = self.compare(CompareOp::Lt, b, zero);
                    self.compare(CompareOp::Ne, a_negative, b_negative)
                }
                _ => a_negative,
            };
            self.choose(below, move |_| min, move |_| max)?
        } else if op == BinaryOp::Sub {
            zero
        } else {
            max
        };
        let value = self.wrapping(op, a, b);
        self.choose(overflows, move |_| bound, move |_| value)
    }

    fn checked(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> Option<Operand> {
        let span = self.span;
        let wrong = if op.is_shift() {
            let width = self.lowerer.constant(self.ty.bits(), span);
            self.compare(CompareOp::Ge, b, width)
        } else if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let zero = self.bits_of(0);
            let by_zero = self.compare(CompareOp::Eq, b, zero);
            if self.prim.is_signed() {
                let overflows = self.overflows(op, a, b);
                self.wrapping(BinaryOp::Or, by_zero, overflows)
            } else {
                by_zero
            }
        } else {
            self.overflows(op, a, b)
        };
        let zero = self.bits_of(0);
        let value = self.choose(wrong, move |_| zero, move |numbers| numbers.wrapping(op, a, b))?;
        let some = self.lowerer.not(wrong, span);
        Some(Operand::Parts(vec![Operand::Value(some), Operand::Value(value)]))
    }

    fn rotate(&mut self, op: BinaryOp, x: ValueId, by: ValueId) -> ValueId {
        let span = self.span;
        let unsigned = self.prim.unsigned().scalar();
        let x = if unsigned == self.ty { x } else { self.lowerer.builder.cast(x, unsigned, span) };
        let width = self.lowerer.constant(self.ty.bits(), span);
        // Both distances are taken modulo the width, so a rotation by 0 gives `x | x`.
        let back = self.wrapping(BinaryOp::Sub, width, by);
        let other = if op == BinaryOp::Shl { BinaryOp::Shr } else { BinaryOp::Shl };
        let (a, b) = (self.wrapping(op, x, by), self.wrapping(other, x, back));
        let rotated = self.wrapping(BinaryOp::Or, a, b);
        if unsigned == self.ty { rotated } else { self.lowerer.builder.cast(rotated, self.ty, span) }
    }

    fn ilog2(&mut self, x: ValueId) -> ValueId {
        let zero = self.bits_of(0);
        let wrong = self.compare(CompareOp::Le, x, zero);
        self.lowerer.builder.panic_with(wrong, "argument of integer logarithm must be positive", self.span);
        let zeros = self.unary(UnaryOp::LeadingZeros, x);
        let highest = self.lowerer.constant(self.ty.bits() - 1, self.span);
        self.wrapping(BinaryOp::Sub, highest, zeros)
    }

    fn clamp(&mut self, x: ValueId, args: &[ValueId]) -> Option<ValueId> {
        let (min, max) = (*args.first()?, *args.get(1)?);
        let span = self.span;
        if self.ty.is_float() {
            let ordered = self.compare(CompareOp::Le, min, max);
            let wrong = self.lowerer.not(ordered, span);
            self.lowerer.builder.panic_if(wrong, TrapKind::Clamp, vec![min, max], span);
            // A NaN stays one.
            let below = self.compare(CompareOp::Lt, x, min);
            let raised = self.choose(below, move |_| min, move |_| x)?;
            let above = self.compare(CompareOp::Gt, raised, max);
            return self.choose(above, move |_| max, move |_| raised);
        }
        let wrong = self.compare(CompareOp::Gt, min, max);
        self.lowerer.builder.panic_if(wrong, TrapKind::Clamp, vec![min, max], span);
        let raised = self.wrapping(BinaryOp::Max, x, min);
        Some(self.wrapping(BinaryOp::Min, raised, max))
    }

    /// `div_euclid` and `rem_euclid`, with the checks of the division.
    fn euclid(&mut self, quotient: bool, x: ValueId, by: ValueId) -> Option<ValueId> {
        let op = if quotient { BinaryOp::Div } else { BinaryOp::Rem };
        let plain = self.checked_binary(op, x, by);
        if !self.prim.is_signed() {
            return Some(plain);
        }
        let rest = if quotient { self.wrapping(BinaryOp::Rem, x, by) } else { plain };
        let (zero, one) = (self.bits_of(0), self.number(1));
        let negative = self.compare(CompareOp::Lt, rest, zero);
        let by_positive = self.compare(CompareOp::Gt, by, zero);
        let corrected = self.choose(
            by_positive,
            move |numbers| match quotient {
                true => numbers.wrapping(BinaryOp::Sub, plain, one),
                false => numbers.wrapping(BinaryOp::Add, plain, by),
            },
            move |numbers| match quotient {
                true => numbers.wrapping(BinaryOp::Add, plain, one),
                false => numbers.wrapping(BinaryOp::Sub, plain, by),
            },
        )?;
        self.choose(negative, move |_| corrected, move |_| plain)
    }

    /// A power by a function of the library, which also says whether it overflowed.
    fn pow(&mut self, x: ValueId, exponent: ValueId, checked: bool) -> Option<ValueId> {
        let span = self.span;
        let tuple = Ty::Tuple(vec![Ty::Prim(self.prim), Ty::BOOL]);
        let ty = self.lowerer.ir_type(&tuple)?;
        let place = self.lowerer.temporary("power", ty, Init::Uninit, span);
        self.library("pow", &[x, exponent], Some(&place))?;
        if checked {
            let overflowed = self.lowerer.builder.read(place.then(Step::Field(1)), Scalar::Bool, span);
            self.lowerer.builder.panic_with(overflowed, "attempt to multiply with overflow", span);
        }
        Some(self.lowerer.builder.read(place.then(Step::Field(0)), self.ty, span))
    }

    fn isqrt(&mut self, x: ValueId) -> Option<ValueId> {
        if self.prim.is_signed() {
            let zero = self.bits_of(0);
            let wrong = self.compare(CompareOp::Lt, x, zero);
            self.lowerer.builder.panic_with(
                wrong,
                "argument of integer square root cannot be negative",
                self.span,
            );
        }
        self.library("isqrt", &[x], None)
    }

    /// Calls a function of the library for the number's type.
    fn library(&mut self, name: &str, args: &[ValueId], result: Option<&Place>) -> Option<ValueId> {
        let func = self.lowerer.program.front.library_function("integer", name)?;
        let instance = Instance { func, generics: vec![GenericArg::Ty(Ty::Prim(self.prim))] };
        let func = self.lowerer.program.func(&instance);
        let mut actuals: Vec<CallArg> = args.iter().map(|arg| CallArg::Value(*arg)).collect();
        actuals.extend(result.cloned().map(CallArg::Place));
        let kind = OpKind::Call { func, args: actuals };
        if result.is_some() {
            self.lowerer.builder.push(kind, self.span);
            return Some(args[0]);
        }
        Some(self.lowerer.builder.compute(kind, self.ty, self.span))
    }
}
