//! The methods of integers whose result always fits.

use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp, ValueId};

use super::Numbers;
use crate::builtin::Builtin;

impl Numbers<'_, '_, '_, '_> {
    /// The value of a method; `None` if it is none of these.
    pub(super) fn integer(&mut self, builtin: Builtin, x: ValueId, arg: Option<ValueId>) -> Option<ValueId> {
        let zero = self.bits_of(0);
        Some(match builtin {
            Builtin::Count(op) | Builtin::Permute(op) => self.unary(op, x),
            Builtin::CountOfComplement(op) => {
                let complement = self.unary(UnaryOp::Not, x);
                self.unary(op, complement)
            }
            Builtin::Rotate(op) => self.rotate(op, x, arg?),
            Builtin::UnboundedShift(op) => self.unbounded_shift(op, x, arg?)?,
            Builtin::OtherSign => self.cast(x, self.prim.other_sign()),
            Builtin::IsPowerOfTwo => {
                let ones = self.unary(UnaryOp::CountOnes, x);
                let one = self.lowerer.constant(1_u32, self.span);
                self.compare(CompareOp::Eq, ones, one)
            }
            Builtin::IsMultipleOf => {
                let arg = arg?;
                let by_zero = self.compare(CompareOp::Eq, arg, zero);
                let rest =
                    self.choose(by_zero, move |_| x, move |numbers| numbers.wrapping(BinaryOp::Rem, x, arg))?;
                self.compare(CompareOp::Eq, rest, zero)
            }
            Builtin::Midpoint => self.midpoint(x, arg?),
            Builtin::IsPositive => self.compare(CompareOp::Gt, x, zero),
            Builtin::IsNegative => self.compare(CompareOp::Lt, x, zero),
            Builtin::UnsignedAbs => {
                let negative = self.compare(CompareOp::Lt, x, zero);
                let magnitude = self.choose(
                    negative,
                    move |numbers| numbers.wrapping(BinaryOp::Sub, zero, x),
                    move |_| x,
                )?;
                self.cast(magnitude, self.prim.unsigned())
            }
            Builtin::AbsDiff => {
                let arg = arg?;
                let less = self.compare(CompareOp::Lt, x, arg);
                let difference = self.choose(
                    less,
                    move |numbers| numbers.wrapping(BinaryOp::Sub, arg, x),
                    move |numbers| numbers.wrapping(BinaryOp::Sub, x, arg),
                )?;
                self.cast(difference, self.prim.unsigned())
            }
            Builtin::Signum => {
                let (minus_one, one) = (self.number(-1), self.number(1));
                let positive = self.compare(CompareOp::Gt, x, zero);
                let negative = self.compare(CompareOp::Lt, x, zero);
                let not_positive = self.choose(negative, move |_| minus_one, move |_| zero)?;
                self.choose(positive, move |_| one, move |_| not_positive)?
            }
            Builtin::DivCeil => {
                let arg = arg?;
                let quotient = self.checked_binary(BinaryOp::Div, x, arg);
                let rest = self.wrapping(BinaryOp::Rem, x, arg);
                let more = self.compare(CompareOp::Ne, rest, zero);
                let more = self.cast(more, self.prim);
                self.wrapping(BinaryOp::Add, quotient, more)
            }
            _ => return None,
        })
    }

    /// A rotation as two shifts.
    fn rotate(&mut self, op: BinaryOp, x: ValueId, by: ValueId) -> ValueId {
        let x = self.cast(x, self.prim.unsigned());
        let width = self.width();
        // Both distances are taken modulo the width, so a rotation by 0 gives `x | x`.
        let back = self.wrapping(BinaryOp::Sub, width, by);
        let other = if op == BinaryOp::Shl { BinaryOp::Shr } else { BinaryOp::Shl };
        let (a, b) = (self.wrapping(op, x, by), self.wrapping(other, x, back));
        let rotated = self.wrapping(BinaryOp::Or, a, b);
        self.cast(rotated, self.prim)
    }

    /// A shift by the width or more leaves nothing, or nothing but the sign.
    fn unbounded_shift(&mut self, op: BinaryOp, x: ValueId, by: ValueId) -> Option<ValueId> {
        let width = self.width();
        let too_far = self.compare(CompareOp::Ge, by, width);
        let last = self.lowerer.constant(self.ty.bits() - 1, self.span);
        let rest = match op {
            BinaryOp::Shr if self.prim.is_signed() => self.wrapping(op, x, last),
            _ => self.bits_of(0),
        };
        self.choose(too_far, move |_| rest, move |numbers| numbers.wrapping(op, x, by))
    }

    /// Half of the sum, without the bit that a sum would need: what both have, and half of what one has. It is rounded
    /// down, and then, of signed numbers, towards zero.
    fn midpoint(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let one = self.lowerer.constant(1_u32, self.span);
        let differ = self.wrapping(BinaryOp::Xor, a, b);
        let half = self.wrapping(BinaryOp::Shr, differ, one);
        let common = self.wrapping(BinaryOp::And, a, b);
        let floor = self.wrapping(BinaryOp::Add, half, common);
        if !self.prim.is_signed() {
            return floor;
        }
        let zero = self.bits_of(0);
        let negative = self.compare(CompareOp::Lt, floor, zero);
        let negative = self.cast(negative, self.prim);
        let up = self.wrapping(BinaryOp::And, negative, differ);
        self.wrapping(BinaryOp::Add, floor, up)
    }

    /// The width in bits, as a distance.
    pub(super) fn width(&mut self) -> ValueId {
        self.lowerer.constant(self.ty.bits(), self.span)
    }
}
