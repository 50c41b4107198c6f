//! Numbers of any width, which are their raw integers here. Results are exact, and computed with no more bits than are kept of them: sums, products and bitwise
//! results modulo what they are narrowed to.

use sycl_hls_ir::{
    BinaryOp, CompareOp, Diagnostic, OpKind, Overflow, Place, Span, UnaryOp, ValueId, binary, cast,
};
use sycl_hls_numbers::Shape;
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use crate::builtin::NumberMethod;
use crate::codes;
use crate::hir::{ExprId, ExprKind, MethodCall};
use crate::number::{Number, common, result, scalar_of};
use crate::ty::Ty;

/// An operand.
#[derive(Clone)]
pub(super) enum Term {
    Expr(ExprId),
    /// What is in memory.
    Place(Place, Shape),
    /// What an operator makes of memory and a value.
    Changed(BinaryOp, Place, Shape, ExprId),
}

impl Lowerer<'_, '_, '_> {
    /// The value of an operator that makes a number, with all its bits.
    pub(super) fn all_bits(&mut self, id: ExprId) -> Option<ValueId> {
        let all = self.types.expr(id).as_number()?.scalar()?;
        self.number_as(id, all)
    }

    /// The low bits of a raw integer as a value of this type: fewer than it has, or more, which are its sign.
    pub(super) fn number_as(&mut self, id: ExprId, wanted: Scalar) -> Option<ValueId> {
        let (span, types) = (self.span(id), self.types);
        if let Some(literal) = types.literal(self.body, id).and_then(|literal| cast(&literal, wanted)) {
            return Some(self.constant(literal, span));
        }
        let number = types.expr(id).as_number().filter(|_| !self.calls_function(id));
        match (number, self.kind(id)) {
            (Some(number), ExprKind::Binary(op, lhs, rhs)) if op.is_shift() => {
                let value = self.shifted(*op, Term::Expr(*lhs), *rhs, number.shape, span)?;
                Some(self.converted(value, wanted, span))
            }
            (Some(_), ExprKind::Binary(op, lhs, rhs)) => {
                self.combined(*op, Term::Expr(*lhs), *rhs, wanted, span)
            }
            (Some(number), ExprKind::Unary(op, arg)) => self.negated(*op, *arg, number, wanted, span),
            _ => {
                let value = self.value(id)?;
                Some(self.converted(value, wanted, span))
            }
        }
    }

    /// An integer as another type: the low bits, or all and their sign.
    pub(super) fn converted(&mut self, value: ValueId, to: Scalar, span: Span) -> ValueId {
        if self.builder.func().ty(value) == to {
            return value;
        }
        self.builder.cast(value, to, span)
    }

    /// The shape of an operand.
    pub(super) fn shape_of(&self, term: &Term) -> Option<Shape> {
        match term {
            Term::Expr(id) => self.types.expr(*id).deref().shape(),
            Term::Place(_, shape) => Some(*shape),
            Term::Changed(op, _, shape, value) => {
                result(*op, *shape, self.types.expr(*value).deref().shape()?)
            }
        }
    }

    /// The low bits of an operand.
    pub(super) fn term(&mut self, term: &Term, wanted: Scalar, span: Span) -> Option<ValueId> {
        match term {
            Term::Changed(op, place, shape, value) => {
                self.combined(*op, Term::Place(place.clone(), *shape), *value, wanted, span)
            }
            Term::Expr(id) => self.number_as(*id, wanted),
            Term::Place(place, shape) => {
                let value = self.builder.read(place.clone(), scalar_of(*shape)?, span);
                Some(self.converted(value, wanted, span))
            }
        }
    }

    /// The low bits of an operand times 2^`left`.
    pub(super) fn scaled(&mut self, term: &Term, left: u32, wanted: Scalar, span: Span) -> Option<ValueId> {
        if let Term::Expr(id) = term
            && left > 0
            && let Some(literal) = self.types.literal(self.body, *id).and_then(|it| cast(&it, wanted))
        {
            let distance = ScalarValue::from(left.min(wanted.bits() - 1));
            let literal = if left < wanted.bits() { literal } else { ScalarValue::from_bits(wanted, 0) };
            return Some(self.constant(binary(BinaryOp::Shl, &literal, &distance)?, span));
        }
        let value = self.term(term, wanted, span)?;
        Some(self.shifted_by_known(BinaryOp::Shl, value, left, span))
    }

    /// Both operands, times powers of two. What an assignment changes is read last.
    fn terms(
        &mut self,
        lhs: &Term,
        rhs: ExprId,
        left: [u32; 2],
        wanted: Scalar,
        span: Span,
    ) -> Option<(ValueId, ValueId)> {
        if let Term::Place(..) = lhs {
            let right = self.scaled(&Term::Expr(rhs), left[1], wanted, span)?;
            return Some((self.scaled(lhs, left[0], wanted, span)?, right));
        }
        let value = self.scaled(lhs, left[0], wanted, span)?;
        Some((value, self.scaled(&Term::Expr(rhs), left[1], wanted, span)?))
    }

    /// A type to compute in, unless it is wider than any that all targets have.
    fn computable(&mut self, ty: Option<Scalar>, shapes: [Shape; 2], span: Span) -> Option<Scalar> {
        let [left, right] = shapes.map(|shape| shape.bits);
        self.is_computable(ty, &format!("of numbers of {left} and {right} bits, this"), span)
    }

    /// The type, unless it is wider than any that all targets have.
    pub(super) fn is_computable(&mut self, ty: Option<Scalar>, what: &str, span: Span) -> Option<Scalar> {
        self.is_computable_or(
            ty,
            what,
            "narrow the operands, or the result at once: `(a * b).to::<..>()`",
            span,
        )
    }

    /// The type, unless it is wider than any that all targets have; what to do then.
    pub(super) fn is_computable_or(
        &mut self,
        ty: Option<Scalar>,
        what: &str,
        help: &str,
        span: Span,
    ) -> Option<Scalar> {
        if let Some(ty) = ty.filter(|ty| ty.bits() <= Number::WIDEST) {
            return Some(ty);
        }
        let widest = Number::WIDEST;
        let message = format!("{what} takes more than {widest}");
        let error = Diagnostic::error(codes::WIDTH, span, message)
            .note(format!("kernels compute with integers of at most {widest} bits"));
        self.program.front.report(error.help(help));
        None
    }

    /// The low bits of an operator's result.
    fn combined(
        &mut self,
        op: BinaryOp,
        lhs: Term,
        rhs: ExprId,
        wanted: Scalar,
        span: Span,
    ) -> Option<ValueId> {
        let shapes = [self.shape_of(&lhs)?, self.types.expr(rhs).deref().shape()?];
        let exact = result(op, shapes[0], shapes[1])?;
        let left = match op {
            BinaryOp::Mul => [0, 0],
            // The divisor's bits after the point take as many of the quotient.
            BinaryOp::Div | BinaryOp::Rem => [shapes[1].fraction.max(0).unsigned_abs(), 0],
            _ => shapes.map(|shape| exact.fraction.abs_diff(shape.fraction)),
        };
        let (work, overflow) = match op {
            BinaryOp::Div | BinaryOp::Rem => {
                // With one more bit, there is a quotient of the smallest number and -1.
                let dividend = Shape::integer(shapes[0].signed, shapes[0].bits + left[0]);
                let both = common(dividend, Shape::integer(shapes[1].signed, shapes[1].bits));
                let bits = exact.bits.max(both.bits + u32::from(both.signed));
                (Scalar::int(both.signed, bits), Overflow::Checked)
            }
            _ if wanted.bits() <= exact.bits => (Some(wanted), Overflow::Wrapping),
            _ => (scalar_of(exact), Overflow::Wrapping),
        };
        let work = self.computable(work, shapes, span)?;
        let (left, right) = self.terms(&lhs, rhs, left, work, span)?;
        let value = self.builder.binary(op, overflow, left, right, span);
        Some(self.converted(value, wanted, span))
    }

    /// `-x`, or `!x`, which has the type of `x`.
    fn negated(
        &mut self,
        op: UnaryOp,
        arg: ExprId,
        number: Number,
        wanted: Scalar,
        span: Span,
    ) -> Option<ValueId> {
        let own = self.types.expr(arg).deref().shape()?;
        let own = [own, own];
        let work = match wanted.bits() <= number.shape.bits {
            true => wanted,
            false => self.computable(number.scalar(), own, span)?,
        };
        let arg = self.number_as(arg, work)?;
        let value = match op {
            UnaryOp::Neg => {
                let zero = self.zero_value(work, span);
                self.builder.binary(BinaryOp::Sub, Overflow::Wrapping, zero, arg, span)
            }
            _ => self.builder.unary(op, Overflow::Wrapping, arg, span),
        };
        Some(self.converted(value, wanted, span))
    }

    /// `==` and its like, of exact values.
    pub(super) fn compare_numbers(
        &mut self,
        op: CompareOp,
        [lhs, rhs]: [ExprId; 2],
        span: Span,
    ) -> Option<ValueId> {
        let shapes = [self.shape_of(&Term::Expr(lhs))?, self.shape_of(&Term::Expr(rhs))?];
        let both = common(shapes[0], shapes[1]);
        let work = self.computable(scalar_of(both), shapes, span)?;
        let left = shapes.map(|shape| both.fraction.abs_diff(shape.fraction));
        let (left, right) = self.terms(&Term::Expr(lhs), rhs, left, work, span)?;
        Some(self.builder.compare(op, left, right, span))
    }

    /// `place op= value`
    pub(super) fn assign_number(&mut self, op: BinaryOp, place: ExprId, value: ExprId, span: Span) {
        let Some(number) = self.types.expr(place).deref().as_number() else { return };
        let Some(place) = self.place(place) else { return };
        let shape = number.shape;
        let new = match op.is_shift() {
            true => self.shifted(op, Term::Place(place.clone(), shape), value, shape, span),
            false => self.narrowed(&Term::Changed(op, place.clone(), shape, value), number, span),
        };
        if let Some(new) = new {
            self.builder.push(OpKind::Write(place, new), span);
        }
    }

    /// A shift. What is shifted by its width or more is shifted out; a negative distance shifts the other way.
    fn shifted(
        &mut self,
        op: BinaryOp,
        value: Term,
        distance: ExprId,
        shape: Shape,
        span: Span,
    ) -> Option<ValueId> {
        let ty = self.computable(scalar_of(shape), [shape, shape], span)?;
        if let Some(known) = self.types.literal(self.body, distance) {
            let value = self.term(&value, ty, span)?;
            let distance = known.to_integer().unwrap_or(0);
            let op = if distance < 0 { opposite(op) } else { op };
            let distance = u32::try_from(distance.unsigned_abs()).unwrap_or(u32::MAX);
            return Some(self.shifted_by_known(op, value, distance, span));
        }
        let value_first = matches!(value, Term::Expr(_));
        let early = if value_first { Some(self.term(&value, ty, span)?) } else { None };
        let distance = self.value(distance)?;
        let value = match early {
            Some(value) => value,
            None => self.term(&value, ty, span)?,
        };
        let distance_ty = self.builder.func().ty(distance);
        if !distance_ty.is_signed() {
            return self.shifted_by(op, value, distance, span);
        }
        let zero = self.zero_value(distance_ty, span);
        let negative = self.builder.compare(CompareOp::Lt, distance, zero, span);
        self.choose(
            negative,
            ty,
            span,
            |lowerer| {
                let far = lowerer.builder.binary(BinaryOp::Sub, Overflow::Wrapping, zero, distance, span);
                let far = lowerer.builder.cast(far, distance_ty.unsigned(), span);
                lowerer.shifted_by(opposite(op), value, far, span)
            },
            |lowerer| {
                let far = lowerer.builder.cast(distance, distance_ty.unsigned(), span);
                lowerer.shifted_by(op, value, far, span)
            },
        )
    }

    /// A shift by a distance that is known.
    pub(super) fn shifted_by_known(
        &mut self,
        op: BinaryOp,
        value: ValueId,
        distance: u32,
        span: Span,
    ) -> ValueId {
        let ty = self.builder.func().ty(value);
        if distance == 0 {
            return value;
        }
        let distance = match distance < ty.bits() {
            true => distance,
            // All bits are then the sign.
            false if op == BinaryOp::Shr && ty.is_signed() => ty.bits() - 1,
            false => return self.zero_value(ty, span),
        };
        let distance = self.constant(distance, span);
        self.builder.binary(op, Overflow::Wrapping, value, distance, span)
    }

    /// A shift by an unsigned distance.
    fn shifted_by(&mut self, op: BinaryOp, value: ValueId, distance: ValueId, span: Span) -> Option<ValueId> {
        let ty = self.builder.func().ty(value);
        let distance_ty = self.builder.func().ty(distance);
        let far = ScalarValue::from_integer(distance_ty, ty.bits().into());
        let shift = move |lowerer: &mut Self| {
            let distance = lowerer.converted(distance, Scalar::U32, span);
            Some(lowerer.builder.binary(op, Overflow::Wrapping, value, distance, span))
        };
        // A distance of few bits is never too far.
        let Some(far) = far else { return shift(self) };
        let far = self.constant(far, span);
        let out = self.builder.compare(CompareOp::Ge, distance, far, span);
        let all = move |lowerer: &mut Self| Some(lowerer.shifted_by_known(op, value, ty.bits(), span));
        self.choose(out, ty, span, all, shift)
    }

    /// A method that gives a scalar.
    pub(super) fn number_method(
        &mut self,
        id: ExprId,
        method: NumberMethod,
        call: &MethodCall,
    ) -> Option<ValueId> {
        let (span, types) = (call.at, self.types);
        if method == NumberMethod::To {
            return self.narrowed(&Term::Expr(call.receiver), Self::target(types.expr(id))?, span);
        }
        if let NumberMethod::ToFloat(prim) = method {
            return self.number_to_float(call.receiver, prim, span);
        }
        let x = self.value(call.receiver)?;
        let ty = self.builder.func().ty(x);
        let zero = |lowerer: &mut Self| lowerer.zero_value(ty, span);
        Some(match method {
            NumberMethod::IsNegative => {
                let zero = zero(self);
                self.builder.compare(CompareOp::Lt, x, zero, span)
            }
            NumberMethod::Bit => {
                let index = self.value(*call.args.first()?)?;
                self.check_bit(index, ty.bits(), span);
                let bit = self.builder.binary(BinaryOp::Shr, Overflow::Wrapping, x, index, span);
                let one = Scalar::int(false, 1)?;
                let bit = self.converted(bit, one, span);
                let zero = self.zero_value(one, span);
                self.builder.compare(CompareOp::Ne, bit, zero, span)
            }
            NumberMethod::Bits { hi, lo } => {
                let part = self.shifted_by_known(BinaryOp::Shr, x, lo, span);
                self.converted(part, Scalar::int(false, hi - lo + 1)?, span)
            }
            NumberMethod::Concat => self.concatenated(id, x, *call.args.first()?, span)?,
            NumberMethod::Reverse => self.builder.unary(UnaryOp::ReverseBits, Overflow::Wrapping, x, span),
            NumberMethod::Count(op) => self.builder.unary(op, Overflow::Wrapping, x, span),
            NumberMethod::Reduce { op, negated } => self.reduced(op, negated, x, span),
            NumberMethod::Clone => x,
            NumberMethod::ToBits => self.converted(x, ty.unsigned(), span),
            NumberMethod::To
            | NumberMethod::ToFloat(_)
            | NumberMethod::SetBit
            | NumberMethod::SetBits { .. } => return None,
        })
    }

    /// Stops the run unless a bit is one of so many.
    fn check_bit(&mut self, index: ValueId, bits: u32, span: Span) {
        let width = self.constant(bits, span);
        let wrong = self.builder.compare(CompareOp::Ge, index, width, span);
        self.builder.panic_with(wrong, format!("there is no such bit of a number of {bits} bits"), span);
    }

    /// The bits of a number above those of another one.
    fn concatenated(&mut self, id: ExprId, high: ValueId, low: ExprId, span: Span) -> Option<ValueId> {
        let whole = self.types.expr(id).as_number()?.shape;
        let low_shape = self.types.expr(low).deref().shape()?;
        let high_bits = Shape::integer(false, whole.bits - low_shape.bits);
        let ty = self.computable(scalar_of(whole), [high_bits, low_shape], span)?;
        let low = self.number_as(low, Scalar::int(false, low_shape.bits)?)?;
        let (high, low) = (self.converted(high, ty, span), self.converted(low, ty, span));
        let high = self.shifted_by_known(BinaryOp::Shl, high, low_shape.bits, span);
        Some(self.builder.binary(BinaryOp::Or, Overflow::Wrapping, high, low, span))
    }

    /// All bits combined by an operator, and perhaps the opposite of that.
    fn reduced(&mut self, op: BinaryOp, negated: bool, x: ValueId, span: Span) -> ValueId {
        let ty = self.builder.func().ty(x);
        let equal = if negated { CompareOp::Ne } else { CompareOp::Eq };
        let differs = if negated { CompareOp::Eq } else { CompareOp::Ne };
        match op {
            BinaryOp::And => {
                let ones = self.constant(ScalarValue::wrapping(ty, -1), span);
                self.builder.compare(equal, x, ones, span)
            }
            BinaryOp::Or => {
                let zero = self.zero_value(ty, span);
                self.builder.compare(differs, x, zero, span)
            }
            _ => {
                let ones = self.builder.unary(UnaryOp::CountOnes, Overflow::Wrapping, x, span);
                let one = self.constant(1_u32, span);
                let odd = self.builder.binary(BinaryOp::And, Overflow::Wrapping, ones, one, span);
                self.builder.compare(equal, odd, one, span)
            }
        }
    }

    /// A method that changes bits of a number in memory.
    pub(super) fn change_number(&mut self, method: NumberMethod, call: &MethodCall) {
        self.changed_number(method, call);
    }

    fn changed_number(&mut self, method: NumberMethod, call: &MethodCall) -> Option<()> {
        let span = call.at;
        let Ty::Number(number) = self.types.expr(call.receiver).deref() else { return None };
        let (shape, ty) = (number.shape, number.scalar()?);
        let place = self.place(call.receiver)?;
        let raw = Scalar::int(false, shape.bits)?;
        let (mask, bits) = match (method, call.args.as_slice()) {
            (NumberMethod::SetBits { hi, lo }, [value]) => {
                let value = self.number_as(*value, Scalar::int(false, hi - lo + 1)?)?;
                let bits = self.converted(value, raw, span);
                let bits = self.shifted_by_known(BinaryOp::Shl, bits, lo, span);
                let ones = ScalarValue::wrapping(Scalar::int(false, hi - lo + 1)?, -1);
                let ones = self.constant(cast(&ones, raw)?, span);
                (self.shifted_by_known(BinaryOp::Shl, ones, lo, span), bits)
            }
            (NumberMethod::SetBit, [index, value]) => {
                let (index, value) = (self.value(*index)?, self.value(*value)?);
                self.check_bit(index, shape.bits, span);
                let one = self.constant(ScalarValue::from_bits(raw, 1), span);
                let value = self.builder.cast(value, raw, span);
                let mask = self.builder.binary(BinaryOp::Shl, Overflow::Wrapping, one, index, span);
                (mask, self.builder.binary(BinaryOp::Shl, Overflow::Wrapping, value, index, span))
            }
            _ => return None,
        };
        let old = self.builder.read(place.clone(), ty, span);
        let old = self.converted(old, raw, span);
        let others = self.builder.unary(UnaryOp::Not, Overflow::Wrapping, mask, span);
        let kept = self.builder.binary(BinaryOp::And, Overflow::Wrapping, old, others, span);
        let new = self.builder.binary(BinaryOp::Or, Overflow::Wrapping, kept, bits, span);
        let new = self.converted(new, ty, span);
        self.builder.push(OpKind::Write(place, new), span);
        Some(())
    }
}

/// The shift the other way.
const fn opposite(op: BinaryOp) -> BinaryOp {
    if matches!(op, BinaryOp::Shl) { BinaryOp::Shr } else { BinaryOp::Shl }
}
