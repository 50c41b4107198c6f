//! Operations as expressions.

use sycl_hls_ir::{BinaryOp, Func, OpKind, ParamKind, Place, Span, UnaryOp, ValueId};
use sycl_hls_types::{Length, LengthExpr, Scalar};

use super::expr::{self, Expr, Level};
use super::func::Emitter;
use super::literal::needs_limits;
use super::prelude::{Checked, Helper};
use super::signature;
use super::type_name;

impl Emitter<'_> {
    /// The expression of an operation that computes a value of the type `ty` from its operands and memory; `None`
    /// for all others. Takes the operands.
    pub(super) fn expression(&mut self, kind: &OpKind, ty: Scalar, span: Span) -> Option<Expr> {
        Some(match kind {
            OpKind::Const(value) => {
                if needs_limits(*value) {
                    self.output.helpers.insert(Helper::Limits);
                }
                Expr::constant(*value)
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
            OpKind::Len(param) => self.len(*param),
            OpKind::Read(place) => {
                let root = place.root;
                self.place(place).reading([root])
            }
            _ => return None,
        })
    }

    fn unary(&mut self, op: UnaryOp, arg: ValueId) -> Expr {
        let ty = self.func.ty(arg);
        let arg = self.operand(arg);
        let reads = arg.reads.clone();
        let expr = match (op, ty) {
            (UnaryOp::Not, Scalar::Bool) => Expr::new(format!("!{}", arg.at(Level::Primary)), Level::Unary),
            (UnaryOp::Not, _) => {
                let complement = format!("~{}", arg.typed().at(Level::Primary));
                if ty.bits() < 32 {
                    Expr::new(format!("({}){complement}", type_name(ty)), Level::Unary)
                } else {
                    Expr::new(complement, Level::Unary)
                }
            }
            (UnaryOp::Neg, _) if ty.is_float() => {
                Expr::new(format!("-{}", arg.at(Level::Primary)), Level::Unary)
            }
            (UnaryOp::Neg, _) => expr::binary(BinaryOp::Sub, ty, &Expr::constant(zero(ty)), &arg),
        };
        expr.reading(reads)
    }

    fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Expr {
        let ty = self.func.ty(lhs);
        if op.is_shift() {
            let distance = self.distance(ty, rhs);
            return expr::binary(op, ty, &self.operand(lhs), &distance);
        }
        let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
        expr::binary(op, ty, &lhs, &rhs)
    }

    /// The distance of a shift modulo the width, as hardware and Rust without checks have it.
    fn distance(&mut self, ty: Scalar, distance: ValueId) -> Expr {
        let mask = u64::from(ty.bits() - 1);
        if let Some(known) = self.constants.get(distance) {
            return Expr::primary((known.bits() & mask).to_string());
        }
        let distance = self.operand(distance);
        Expr::new(format!("{} & {mask}", distance.at(Level::Unary)), Level::Bits).reading(distance.reads)
    }

    fn overflows(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Expr {
        let helper = Helper::Overflows { op: Checked::of(op), ty: self.func.ty(lhs) };
        if Checked::of(op) == Checked::Div {
            self.output.helpers.insert(Helper::Limits);
        }
        self.output.helpers.insert(helper);
        let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
        let text = format!("{}({}, {})", helper.name(), lhs.text, rhs.text);
        Expr::primary(text).reading(lhs.reads.into_iter().chain(rhs.reads))
    }

    fn cast(&mut self, value: ValueId, ty: Scalar) -> Expr {
        let from = self.func.ty(value);
        let value = self.operand(value);
        if from.is_float() && ty.is_integer() {
            let helper = Helper::Saturate { from, to: ty };
            self.output.helpers.insert(helper);
            return Expr::primary(format!("{}({})", helper.name(), value.text)).reading(value.reads);
        }
        expr::cast(type_name(ty), &value)
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
            return Expr::constant(length.into());
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

    /// A place as an lvalue, without the read of its own memory.
    pub(super) fn place(&mut self, place: &Place) -> Expr {
        let mut text = self.root(place.root);
        let mut reads = Vec::new();
        for &index in &place.indices {
            let index = self.operand(index);
            text += &format!("[{}]", index.text);
            reads.extend(index.reads);
        }
        Expr::primary(text).reading(reads)
    }
}

fn zero(ty: Scalar) -> sycl_hls_types::ScalarValue {
    sycl_hls_types::ScalarValue::from_bits(ty, 0)
}

/// The number of dimensions that are left of a place's array type, with their lengths.
pub(super) fn remaining_dims(func: &Func, module: &sycl_hls_ir::Module, place: &Place) -> Vec<u64> {
    use sycl_hls_ir::Root;
    let dims = match place.root {
        Root::Slot(slot) => func.slots[slot].ty.dims(),
        Root::Global(global) => module.globals[global].ty.dims(),
        Root::Param(index) => match func.param(index).map(|param| &param.kind) {
            Some(ParamKind::Ref { pointee, .. }) => pointee.dims(),
            _ => Vec::new(),
        },
    };
    dims.into_iter().skip(place.indices.len()).collect()
}
