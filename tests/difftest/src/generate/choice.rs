//! `if` and blocks as expressions.

use super::{Generator, Made, Range};
use crate::ast::{Block, Expr, ExprKind, If, Prim};

impl Generator {
    /// `if cond { .. } else { .. }` with a scalar value.
    pub fn if_value(&mut self, ty: Prim, known: bool) -> Made {
        let cond = self.boolean().expr;
        let (then, first) = self.arm(ty, known);
        let (otherwise, second) = self.arm(ty, known || first.fixed);
        let branch = If { cond, then, otherwise: Some(otherwise), chained: self.dice.percent(70) };
        let expr = Expr::new(ty, ExprKind::If(Box::new(branch)));
        Made::new(expr, first.range.union(second.range), first.fixed || second.fixed)
    }

    /// `{ .. }` with a scalar value and, mostly, an effect.
    pub fn block_value(&mut self, ty: Prim, known: bool) -> Made {
        self.scope.enter();
        let stmts = self.stmts(1);
        let value = self.scalar(ty, known);
        self.scope.leave();
        let block = Block { stmts, tail: Some(value.expr) };
        Made::new(Expr::new(ty, ExprKind::Block(Box::new(block))), value.range, value.fixed)
    }

    /// A block with a value, and what is known of the value.
    fn arm(&mut self, ty: Prim, known: bool) -> (Block, Known) {
        self.scope.enter();
        let stmts = if self.dice.percent(30) { self.stmts(1) } else { Vec::new() };
        let value = self.scalar(ty, known);
        self.scope.leave();
        (Block { stmts, tail: Some(value.expr) }, Known { range: value.range, fixed: value.fixed })
    }
}

/// What is known of a value.
struct Known {
    range: Range,
    fixed: bool,
}
