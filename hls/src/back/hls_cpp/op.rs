//! Operations as expressions.

use sycl_hls_ir::analysis::Interval;
use sycl_hls_ir::{BinaryOp, Op, OpKind, ParamKind, Span, UnaryOp, ValueId};
use sycl_hls_types::{Length, LengthExpr, Scalar, ScalarValue};

use super::declared::Declared;
use super::expr::{self, Expr, Level};
use super::func::Emitter;
use super::literal::needs_limits;
use super::number::{Number, is_class};
use super::prelude::{Checked, Helper};
use super::signature;
use crate::abi::type_name;

impl Emitter<'_> {
    /// The expression of an operation that computes a value of the type `ty` from its operands and memory; `None`
    /// for all others. Takes the operands.
    pub(super) fn expression(&mut self, op: &Op, ty: Scalar) -> Option<Expr> {
        let expr = self.computed(op, ty)?;
        let range = op.result.and_then(|result| self.ranges.value(self.func, result));
        Some(expr.known(ty, range))
    }

    fn computed(&mut self, op: &Op, ty: Scalar) -> Option<Expr> {
        Some(match &op.kind {
            OpKind::Const(value) => {
                if needs_limits(value) {
                    self.output.helpers.insert(Helper::Limits);
                }
                Expr::constant(value)
            }
            OpKind::Global(global) => {
                let declared = Declared::of(ty, self.global_range(*global));
                Expr::primary(self.names.global(*global)).of(declared.number())
            }
            OpKind::Unary { op, arg, .. } => self.unary(*op, *arg),
            OpKind::Binary { op, lhs, rhs, .. } => self.binary(*op, *lhs, *rhs),
            OpKind::Compare { op: compare, lhs, rhs } => {
                let operands = self.func.ty(*lhs);
                let (lhs, rhs) = self.compared(*lhs, *rhs, op.span);
                expr::compare(*compare, operands, &lhs, &rhs)
            }
            OpKind::Overflows { op, lhs, rhs } => self.overflows(*op, *lhs, *rhs),
            OpKind::Cast(value) => self.cast(*value, ty),
            OpKind::Bits(value) => self.bits(*value, ty),
            OpKind::Fma { a, b, c } => self.function("std::fma", &[*a, *b, *c]),
            OpKind::Len(param) => self.len(*param),
            OpKind::Read(place) => {
                let range = op.result.and_then(|result| self.ranges.value(self.func, result));
                let declared = self.declared_at(place, ty, range);
                self.place(place).reading([place.root]).of(declared.number())
            }
            OpKind::Call { func, args } if self.output.pure.contains(func) => self.call_text(*func, args),
            _ => return None,
        })
    }

    /// A call of a function of the standard library.
    fn function(&mut self, name: &str, args: &[ValueId]) -> Expr {
        self.output.helpers.insert(Helper::Math);
        self.call_of(name, args)
    }

    /// A call of a function of our own.
    fn helper(&mut self, helper: Helper, args: &[ValueId]) -> Expr {
        self.output.helpers.insert(helper);
        self.call_of(&helper.name(), args)
    }

    fn call_of(&mut self, name: &str, args: &[ValueId]) -> Expr {
        let args: Vec<Expr> = args.iter().map(|arg| self.operand(*arg)).collect();
        call(name, &args)
    }

    fn unary(&mut self, op: UnaryOp, arg: ValueId) -> Expr {
        let ty = self.func.ty(arg);
        match op {
            UnaryOp::Neg | UnaryOp::Not => self.operator(op, arg),
            UnaryOp::Abs => self.function("std::fabs", &[arg]),
            UnaryOp::Sqrt => self.function("std::sqrt", &[arg]),
            UnaryOp::Floor => self.function("std::floor", &[arg]),
            UnaryOp::Ceil => self.function("std::ceil", &[arg]),
            UnaryOp::Trunc => self.function("std::trunc", &[arg]),
            UnaryOp::Round => self.function("std::round", &[arg]),
            // The rounding mode is always the one to the nearest even number.
            UnaryOp::RoundEven => self.function("std::nearbyint", &[arg]),
            UnaryOp::Flush => {
                self.output.helpers.insert(Helper::Math);
                self.helper(Helper::Flush(ty), &[arg])
            }
            _ => self.helper(Helper::Bits { op, ty }, &[arg]).of(Number::any(op.result(ty))),
        }
    }

    fn operator(&mut self, op: UnaryOp, arg: ValueId) -> Expr {
        let ty = self.func.ty(arg);
        let arg = self.operand(arg);
        let reads = arg.reads.clone();
        let expr = match (op, ty) {
            (UnaryOp::Not, Scalar::Bool) => expr::not(&arg),
            (UnaryOp::Not, _) => expr::complement(ty, &arg),
            _ if ty.is_float() => Expr::new(format!("-{}", arg.at(Level::Primary)), Level::Unary),
            _ => expr::negated(ty, &arg),
        };
        expr.reading(reads)
    }

    fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Expr {
        let ty = self.func.ty(lhs);
        if op.is_shift() {
            let distance = self.distance(ty, rhs);
            return expr::binary(op, ty, &self.operand(lhs), &distance);
        }
        match op {
            BinaryOp::Min | BinaryOp::Max => {
                if ty.is_float() {
                    self.output.helpers.insert(Helper::Math);
                }
                self.extreme(op, ty, lhs, rhs)
            }
            BinaryOp::Rem if ty.is_float() => self.function("std::fmod", &[lhs, rhs]),
            _ => {
                let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
                expr::binary(op, ty, &lhs, &rhs)
            }
        }
    }

    /// `min` or `max`, of `int` where both operands are.
    fn extreme(&mut self, op: BinaryOp, ty: Scalar, lhs: ValueId, rhs: ValueId) -> Expr {
        let args = [lhs, rhs].map(|value| self.operand(value));
        let is_small = |arg: &Expr| {
            let range = arg.number(ty).range;
            range.fits(ty) && range.fits(Scalar::I32)
        };
        let narrows = ty.is_integer() && ty.bits() == 64 && args.iter().all(is_small);
        let own = if narrows { Scalar::I32 } else { ty };
        let [a, b] = [&args[0], &args[1]].map(|arg| arg.number(ty).range);
        let range = Interval::binary(op, a, b).filter(|_| narrows);
        let helper = Helper::Extreme { op, ty: own };
        self.output.helpers.insert(helper);
        call(&helper.name(), &args).of(Number::within(own, range))
    }

    /// The bits of a value as an expression of another type.
    pub(super) fn bits(&mut self, value: ValueId, to: Scalar) -> Expr {
        let from = self.func.ty(value);
        if from.is_float() == to.is_float() {
            return self.cast(value, to);
        }
        self.helper(Helper::Reinterpret { from, to }, &[value]).of(Number::any(to))
    }

    /// The distance of a shift modulo the width, as hardware and Rust without checks have it.
    fn distance(&mut self, ty: Scalar, distance: ValueId) -> Expr {
        let mask = ty.distance_mask();
        if let Some(known) = self.constants.get(distance) {
            let known = i32::try_from(known.low_bits() & mask).unwrap_or_default();
            return Expr::constant(&known.into());
        }
        let looked_at = Interval { lo: 0, hi: mask.into() };
        let (own, distance) = (self.func.ty(distance), self.operand(distance));
        if looked_at.contains(distance.number(own).range) {
            return distance;
        }
        let mask = Expr::constant(&ScalarValue::from_bits(own, mask));
        expr::binary(BinaryOp::And, own, &distance, &mask)
    }

    fn overflows(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Expr {
        let ty = self.func.ty(lhs);
        let helper = Helper::Overflows { op: Checked::of(op), ty };
        // The quotient of unsigned numbers always fits.
        if Checked::of(op) == Checked::Div && !ty.is_signed() {
            self.operand(lhs);
            self.operand(rhs);
            return Expr::constant(&false.into());
        }
        if Checked::of(op) == Checked::Div {
            self.output.helpers.insert(Helper::Limits);
        }
        self.helper(helper, &[lhs, rhs])
    }

    fn cast(&mut self, value: ValueId, ty: Scalar) -> Expr {
        let from = self.func.ty(value);
        if from.is_float() && ty.is_integer() {
            return self.helper(Helper::Saturate { from, to: ty }, &[value]).of(Number::any(ty));
        }
        let value = self.operand(value);
        if is_class(ty) {
            return expr::class(ty, &value.exact(from));
        }
        if !from.is_integer() || !ty.is_integer() || is_class(from) {
            let number = Number::any(if is_class(from) { ty } else { from }).filter(|_| ty.is_integer());
            return expr::cast(type_name(ty), &value.exact(from)).of(number.map(|it| it.converted(ty)));
        }
        // More bits are those of the exact number; of fewer bits, those that are left out show as a cast.
        match ty.bits().cmp(&from.bits()) {
            std::cmp::Ordering::Greater => value.exact(from),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => value.exact(ty),
        }
    }

    /// The length of a slice parameter.
    pub(super) fn len(&mut self, param: usize) -> Expr {
        if let Some(Some(length)) = self.params.lengths.get(param).cloned() {
            return Expr::primary(length).of(self.length_type(param).number());
        }
        let Some(ParamKind::Slice { length: Length::Expr(expr), .. }) =
            self.func.param(param).map(|param| &param.kind)
        else {
            return Expr::primary("0");
        };
        let expr = signature::folded_length(expr);
        if let LengthExpr::Const(length) = expr {
            return Expr::constant(&length.into());
        }
        // As an operand it always stands in parentheses: the expression may be a sum.
        let text = signature::length(&expr, self.func, &self.params);
        Expr::new(text, Level::Ternary).of(Number::any(Scalar::U64))
    }

    /// The operands of a comparison. Some get a name, so that no compiler takes them for a mistake: the first one of
    /// `x == x`, and complements such as `~(uint32_t)x == 5`, where g++ warns of the promoted `x`.
    fn compared(&mut self, lhs: ValueId, rhs: ValueId, span: Span) -> (Expr, Expr) {
        let (mut left, mut right) = (self.operand(lhs), self.operand(rhs));
        let ty = self.func.ty(lhs);
        if left.is_complement() || (left.text == right.text && left.constant.is_none()) {
            left = self.variable(&left, Declared::plain(ty), None, span);
        }
        if right.is_complement() {
            right = self.variable(&right, Declared::plain(ty), None, span);
        }
        (left, right)
    }
}

/// A call of a function that takes numbers of its own types.
fn call(name: &str, args: &[Expr]) -> Expr {
    let texts: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
    let reads = args.iter().flat_map(|arg| arg.reads.clone());
    Expr::primary(format!("{name}({})", texts.join(", "))).reading(reads)
}
