//! Float expressions.

use super::{Generator, Made};
use crate::ast::{BinaryOp, Expr, ExprKind, Prim};

impl Generator {
    /// A float of the type `ty`.
    pub fn float(&mut self, ty: Prim, known: bool) -> Made {
        if !self.deeper() {
            return self.leaf(ty, known);
        }
        let made = match self.dice.weighted([
            (35, 0),
            (32, 1),
            (8, 2),
            (12, 3),
            (4, 4),
            (4, 5),
            (5, 6),
            (18, 7),
            (3, 8),
            (2, 9),
            (4, 10),
            (2, 11),
        ]) {
            1 => self.float_operation(ty, known),
            2 => {
                let value = self.scalar(ty, known);
                let fixed = value.fixed;
                Made::any(ty, ExprKind::Unary('-', Box::new(value.expr)), fixed)
            }
            3 => self.float_cast(ty),
            4 => self.if_value(ty, known),
            5 => self.block_value(ty, known),
            7 => self.float_method(ty),
            8 => self.match_value(&ty.into()),
            10 => self.reduced(ty).unwrap_or_else(|| self.leaf(ty, known)),
            9 => self.loop_value(&ty.into()),
            11 => self.math(ty),
            6 => self.call_value(&ty.into()).unwrap_or_else(|| self.leaf(ty, known)),
            _ => self.leaf(ty, known),
        };
        self.shallower();
        made
    }

    fn float_operation(&mut self, ty: Prim, known: bool) -> Made {
        let op = self.dice.of([BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div]);
        let lhs = self.scalar(ty, known);
        let rhs = self.scalar(ty, known || lhs.fixed);
        let fixed = lhs.fixed || rhs.fixed;
        Made::any(ty, Expr::binary(ty, op, lhs.expr, rhs.expr).kind, fixed)
    }

    fn float_cast(&mut self, ty: Prim) -> Made {
        let from = loop {
            let from = self.any_prim();
            if from.casts_to(ty) {
                break from;
            }
        };
        let value = self.cast_operand(from, ty);
        Made::any(ty, ExprKind::Cast(Box::new(value.expr)), true)
    }
}
