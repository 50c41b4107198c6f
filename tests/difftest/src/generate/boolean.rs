//! Expressions of the type `bool`.

use super::{Generator, Made, Range};
use crate::ast::{BinaryOp, Expr, ExprKind, Piece, Prim, Template};

impl Generator {
    /// A `bool`.
    pub fn boolean(&mut self) -> Made {
        let ty = Prim::Bool;
        if !self.deeper() {
            return self.leaf(ty, true);
        }
        let made = match self.dice.weighted([
            (20, 0),
            (40, 1),
            (14, 2),
            (8, 3),
            (8, 4),
            (3, 5),
            (4, 6),
            (3, 7),
            (12, 8),
            (3, 9),
            (3, 10),
        ]) {
            1 => self.comparison(),
            2 => self.bool_operation([BinaryOp::And, BinaryOp::Or, BinaryOp::And]),
            3 => self.bool_operation([BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor]),
            4 => {
                let value = self.boolean();
                Made::any(ty, ExprKind::Unary('!', Box::new(value.expr)), true)
            }
            5 => self.if_value(ty, true),
            6 => self.block_value(ty, true),
            8 => self.bool_method(),
            9 => self.reduced(ty).unwrap_or_else(|| self.leaf(ty, true)),
            10 => self.compared_parts(),
            7 => self.call_value(&ty.into()).unwrap_or_else(|| self.leaf(ty, true)),
            _ => self.leaf(ty, true),
        };
        self.shallower();
        made
    }

    fn comparison(&mut self) -> Made {
        let op = self.dice.of(BinaryOp::COMPARISONS);
        let ty = self.any_prim();
        let lhs = self.scalar(ty, false);
        let rhs = self.scalar(ty, lhs.fixed);
        Made::any(Prim::Bool, Expr::binary(Prim::Bool, op, lhs.expr, rhs.expr).kind, true)
    }

    /// Two values of several parts that are the same, or in order, or not.
    fn compared_parts(&mut self) -> Made {
        let ty = if self.dice.percent(30) { self.any_shape() } else { self.any_aggregate() };
        let op = self.dice.of(BinaryOp::COMPARISONS);
        let [lhs, rhs] = [(); 2].map(|()| self.part_value(&ty));
        // Both are borrowed: what the right one may write is copied before.
        let [before, after] = if rhs.is_path() { ["", ""] } else { ["({ ", " })"] };
        let symbol = format!("{after} {} ", op.symbol());
        let pieces = vec![before.into(), Piece::Operand(lhs), symbol.into(), Piece::Operand(rhs)];
        Made::new(Template::loose("compared parts", pieces).expr(Prim::Bool), Range::of(Prim::Bool), true)
    }

    fn bool_operation(&mut self, ops: [BinaryOp; 3]) -> Made {
        let op = self.dice.of(ops);
        let lhs = self.scalar(Prim::Bool, true);
        // What a lazy operator may skip is of interest if it has an effect.
        let lazy = matches!(op, BinaryOp::And | BinaryOp::Or);
        let rhs = if lazy && self.dice.percent(35) {
            self.block_value(Prim::Bool, true)
        } else {
            self.scalar(Prim::Bool, true)
        };
        Made::any(Prim::Bool, Expr::binary(Prim::Bool, op, lhs.expr, rhs.expr).kind, true)
    }
}
