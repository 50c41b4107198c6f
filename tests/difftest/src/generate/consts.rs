//! Constants of a module.

use super::scope::Var;
use super::{Generator, Made, Range};
use crate::ast::{BinaryOp, Block, Const, Expr, ExprKind, If, Item, Prim, Ty};

impl Generator {
    /// Up to four constants, which all functions see.
    pub fn consts(&mut self) -> Vec<Item> {
        let count = self.dice.below(5);
        (0..count).map(|_| Item::Const(self.constant())).collect()
    }

    fn constant(&mut self) -> Const {
        let name = self.names.constant(&mut self.dice);
        let (ty, value) = match self.dice.below(10) {
            0..=2 => self.length_constant(&name),
            3..=5 => self.array_constant(),
            _ => {
                let ty = self.any_prim();
                (ty.into(), self.constant_scalar(ty, 0))
            }
        };
        let mut var = Var::new(&name, ty.clone());
        var.constant = true;
        if ty.prim().is_some() {
            (var.range, var.base) = (value.range, value.range);
        }
        self.scope.declare(var);
        Const { name, ty, value: value.expr }
    }

    /// A length, by whose name array types are written from now on.
    fn length_constant(&mut self, name: &str) -> (Ty, Made) {
        let count = self.dice.between(1, 5);
        for shape in &mut self.shapes {
            name_lengths(shape, count.unsigned_abs() as u64, name);
        }
        (Prim::Usize.into(), self.int_literal(Prim::Usize, count, true))
    }

    fn array_constant(&mut self) -> (Ty, Made) {
        let ty = self.any_shape();
        let value = self.constant_array(&ty);
        (ty.clone(), Made::new(value, Range::one(0), true))
    }

    fn constant_array(&mut self, ty: &Ty) -> Expr {
        if let Some(prim) = ty.prim() {
            return self.constant_scalar(prim, 1).expr;
        }
        let (Ty::Array(element, len), repeat) = (ty, self.dice.percent(20)) else {
            return Expr::var(ty.clone(), "_");
        };
        let kind = if repeat {
            ExprKind::Repeat(Box::new(self.constant_array(element)), len.clone())
        } else {
            ExprKind::List((0..len.count).map(|_| self.constant_array(element)).collect())
        };
        Expr::new(ty.clone(), kind)
    }

    /// A scalar that can be computed when the module is translated.
    fn constant_scalar(&mut self, ty: Prim, depth: u32) -> Made {
        if depth >= 3 {
            return self.constant_leaf(ty);
        }
        match self.dice.below(8) {
            0 | 1 if ty != Prim::Bool => self.constant_operation(ty, depth),
            2 if ty != Prim::Bool => self.constant_cast(ty, depth),
            3 => self.constant_choice(ty, depth),
            4 if ty == Prim::Bool => {
                let (lhs, rhs) =
                    (self.constant_scalar(Prim::I32, depth + 1), self.constant_scalar(Prim::I32, depth + 1));
                let op = self.dice.of(BinaryOp::COMPARISONS);
                Made::any(ty, Expr::binary(ty, op, lhs.expr, rhs.expr).kind, true)
            }
            _ => self.constant_leaf(ty),
        }
    }

    fn constant_leaf(&mut self, ty: Prim) -> Made {
        let found = if self.dice.percent(30) { self.variable(ty) } else { None };
        found.unwrap_or_else(|| self.literal(ty, true))
    }

    fn constant_operation(&mut self, ty: Prim, depth: u32) -> Made {
        let (lhs, rhs) = (self.constant_scalar(ty, depth + 1), self.constant_scalar(ty, depth + 1));
        let fixed = lhs.fixed || rhs.fixed;
        if ty.is_float() {
            let op = self.dice.of([BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]);
            return Made::any(ty, Expr::binary(ty, op, lhs.expr, rhs.expr).kind, fixed);
        }
        let op = self.dice.of([
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
        ]);
        let range = Range::apply(op, lhs.range, rhs.range).filter(|range| range.within(Range::of(ty)));
        match range {
            Some(range) => Made::new(Expr::binary(ty, op, lhs.expr, rhs.expr), range, fixed),
            None => {
                let receiver = Box::new(self.decided(lhs).expr);
                Made::any(ty, ExprKind::Method("wrapping_sub", receiver, Some(Box::new(rhs.expr))), true)
            }
        }
    }

    fn constant_cast(&mut self, ty: Prim, depth: u32) -> Made {
        let from = loop {
            let from = self.any_prim();
            if from.casts_to(ty) {
                break from;
            }
        };
        let value = self.constant_scalar(from, depth + 1);
        Made::any(ty, ExprKind::Cast(Box::new(self.decided(value).expr)), true)
    }

    /// The value if its text decides its type, else a literal.
    fn decided(&mut self, value: Made) -> Made {
        let Some(ty) = value.expr.ty.prim().filter(|_| !value.fixed) else { return value };
        self.literal(ty, false).fix()
    }

    fn constant_choice(&mut self, ty: Prim, depth: u32) -> Made {
        let cond = self.constant_scalar(Prim::Bool, depth + 1).expr;
        let (then, otherwise) = (self.constant_scalar(ty, depth + 1), self.constant_scalar(ty, depth + 1));
        let (range, fixed) = (then.range.union(otherwise.range), then.fixed || otherwise.fixed);
        let arm = |value: Made| Block { stmts: Vec::new(), tail: Some(value.expr) };
        let branch = If { cond, then: arm(then), otherwise: Some(arm(otherwise)), chained: false };
        Made::new(Expr::new(ty, ExprKind::If(Box::new(branch))), range, fixed)
    }
}

fn name_lengths(ty: &mut Ty, count: u64, name: &str) {
    if let Ty::Array(element, len) = ty {
        if len.count == count {
            len.name = Some(name.to_owned());
        }
        name_lengths(element, count, name);
    }
}
