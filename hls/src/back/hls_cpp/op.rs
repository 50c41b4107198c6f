//! Operations as expressions.

use sycl_hls_ir::{BinaryOp, OpKind, ParamKind, Span, UnaryOp, ValueId};
use sycl_hls_types::{Length, LengthExpr, Scalar};

use super::expr::{self, Expr, Level};
use super::func::Emitter;
use super::literal::needs_limits;
use super::prelude::{Checked, Helper};
use super::signature;
use crate::abi::type_name;

impl Emitter<'_> {
    /// The expression of an operation that computes a value of the type `ty` from its operands and memory; `None`
    /// for all others. Takes the operands.
    pub(super) fn expression(&mut self, kind: &OpKind, ty: Scalar, span: Span) -> Option<Expr> {
        Some(match kind {
            OpKind::Const(value) => {
                if needs_limits(value) {
                    self.output.helpers.insert(Helper::Limits);
                }
                Expr::constant(value)
            }
            OpKind::Global(global) => Expr::primary(self.names.global(*global)),
            OpKind::Unary { op, arg, .. } => self.unary(*op, *arg),
            OpKind::Binary { op, lhs, rhs, .. } => self.binary(*op, *lhs, *rhs),
            OpKind::Compare { op, lhs, rhs } => {
                let operands = self.func.ty(*lhs);
                let (lhs, rhs) = self.compared(*lhs, *rhs, span);
                expr::compare(*op, operands, &lhs, &rhs)
            }
            OpKind::Overflows { op, lhs, rhs } => self.overflows(*op, *lhs, *rhs),
            OpKind::Cast(value) => self.cast(*value, ty),
            OpKind::Bits(value) => self.bits(*value, ty),
            OpKind::Fma { a, b, c } => self.function("std::fma", &[*a, *b, *c]),
            OpKind::Len(param) => self.len(*param),
            OpKind::Read(place) => {
                let root = place.root;
                self.place(place).reading([root])
            }
            OpKind::Call { func, args } if self.output.pure.contains(func) => {
                self.call_text(&self.module.funcs[*func], args)
            }
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
        let texts: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
        let text = format!("{name}({})", texts.join(", "));
        Expr::primary(text).reading(args.iter().flat_map(|arg| arg.reads.clone()))
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
            _ => self.helper(Helper::Bits { op, ty }, &[arg]),
        }
    }

    fn operator(&mut self, op: UnaryOp, arg: ValueId) -> Expr {
        let ty = self.func.ty(arg);
        let arg = self.operand(arg);
        let reads = arg.reads.clone();
        let expr = match (op, ty) {
            (UnaryOp::Not, Scalar::Bool) => expr::not(&arg),
            (UnaryOp::Not, _) => {
                let complement = format!("~{}", arg.typed().at(Level::Primary));
                if ty.bits() < 32 {
                    Expr::new(format!("({}){complement}", type_name(ty)), Level::Unary)
                } else {
                    Expr::new(complement, Level::Unary)
                }
            }
            _ if ty.is_float() => Expr::new(format!("-{}", arg.at(Level::Primary)), Level::Unary),
            _ => expr::binary(BinaryOp::Sub, ty, &Expr::constant(&zero(ty)), &arg),
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
                self.helper(Helper::Extreme { op, ty }, &[lhs, rhs])
            }
            BinaryOp::Rem if ty.is_float() => self.function("std::fmod", &[lhs, rhs]),
            _ => {
                let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
                expr::binary(op, ty, &lhs, &rhs)
            }
        }
    }

    /// The bits of a value as an expression of another type.
    pub(super) fn bits(&mut self, value: ValueId, to: Scalar) -> Expr {
        let from = self.func.ty(value);
        if from.is_float() == to.is_float() {
            return self.cast(value, to);
        }
        self.helper(Helper::Reinterpret { from, to }, &[value])
    }

    /// The distance of a shift modulo the width, as hardware and Rust without checks have it.
    fn distance(&mut self, ty: Scalar, distance: ValueId) -> Expr {
        let mask = ty.distance_mask();
        if let Some(known) = self.constants.get(distance) {
            return Expr::primary((known.low_bits() & mask).to_string());
        }
        let distance = self.operand(distance);
        Expr::new(format!("{} & {mask}", distance.at(Level::Unary)), Level::Bits).reading(distance.reads)
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
            return self.helper(Helper::Saturate { from, to: ty }, &[value]);
        }
        expr::cast(type_name(ty), &self.operand(value))
    }

    /// The length of a slice parameter.
    pub(super) fn len(&mut self, param: usize) -> Expr {
        if let Some(Some(length)) = self.params.lengths.get(param).cloned() {
            return Expr::primary(length);
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
        Expr::new(signature::length(&expr, self.func, &self.params), Level::Ternary)
    }

    /// The operands of a comparison. Some get a name, so that no compiler takes them for a mistake: the first one of
    /// `x == x`, and complements such as `~(uint32_t)x == 5`, where g++ warns of the promoted `x`.
    fn compared(&mut self, lhs: ValueId, rhs: ValueId, span: Span) -> (Expr, Expr) {
        let (mut left, mut right) = (self.operand(lhs), self.operand(rhs));
        let ty = self.func.ty(lhs);
        if left.is_complement() || (left.text == right.text && left.typed.is_none()) {
            left = self.variable(&left, ty, None, span);
        }
        if right.is_complement() {
            right = self.variable(&right, ty, None, span);
        }
        (left, right)
    }
}

fn zero(ty: Scalar) -> sycl_hls_types::ScalarValue {
    sycl_hls_types::ScalarValue::from_bits(ty, 0)
}
