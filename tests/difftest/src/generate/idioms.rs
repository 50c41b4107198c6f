//! Code that is rare by chance, and hard on compilers.

use super::assign::assign;
use super::scope::{Var, VarId};
use super::{Generator, Made, Range, number};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, For, Let, Prim, Stmt, Ty};

impl Generator {
    /// A variable that may be assigned any integer of its type, which is wanted.
    pub fn any_value(&mut self, wanted: impl Fn(Prim) -> bool) -> Option<VarId> {
        let any = |ty: Prim, base: Range| ty.is_integer() && wanted(ty) && base == Range::of(ty);
        let vars = self.scope.writable(|var| var.ty.prim().is_some_and(|ty| any(ty, var.base)));
        self.dice.pick(&vars).copied()
    }

    /// `x ^ { x = ..; .. }`: the first operand is read before the second one writes it.
    pub fn conflict(&mut self, ty: Prim) -> Option<Made> {
        let (place, fixed) = match self.any_value(|other| other == ty) {
            Some(id) if self.dice.percent(50) => (self.scope.get(id).expr(), self.scope.get(id).fixed),
            _ => self.writable_element(ty)?,
        };
        let value = self.literal(ty, fixed).expr;
        let stmts = vec![assign(place.clone(), None, value)];
        let tail = Some(self.literal(ty, fixed).expr);
        let written = Expr::new(ty, ExprKind::Block(Box::new(Block { stmts, tail })));
        Some(Made::any(ty, Expr::binary(ty, BinaryOp::BitXor, place, written).kind, fixed))
    }

    /// A sum of the elements of a slice or an array, whose overflow is left to the checks in some programs.
    pub fn accumulation(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let vars = self.scope.readable(|var| match &var.ty {
            Ty::Slice(element) | Ty::Array(element, _) => element.prim().is_some_and(Prim::is_integer),
            _ => false,
        });
        let source = self.scope.get(*self.dice.pick(&vars)?).expr();
        let ty = source.ty.leaf()?;
        let name = self.names.variable(&mut self.dice);
        if matches!(&source.kind, ExprKind::Var(other) if *other == name) {
            return None;
        }
        let start = number(ty, self.dice.of([0, 1, 100]));
        let mut var = Var::new(&name, ty);
        var.writable = true;
        into.push(Stmt::Let(Let {
            name,
            mutable: true,
            annotated: true,
            partitions: Vec::new(),
            init: start,
        }));
        let body = self.summand(&var, &source, ty);
        self.scope.declare(var);
        let hi = Expr::new(Prim::Usize, ExprKind::Len(Box::new(source)));
        let inclusive = self.dice.percent(5);
        into.push(Stmt::For(For { inclusive, ..For::below("at".to_owned(), hi, body) }));
        Some(())
    }

    /// `sum += source[at];` and its like.
    fn summand(&mut self, sum: &Var, source: &Expr, ty: Prim) -> Block {
        let element = source.clone().index(Expr::var(Prim::Usize, "at"));
        let op = self.dice.of([BinaryOp::Add, BinaryOp::Sub, BinaryOp::Add, BinaryOp::Mul]);
        let (value, op) = match self.dice.below(3) {
            0 => (element, op),
            1 => (Expr::binary(ty, BinaryOp::BitAnd, element, number(ty, 7)), op),
            _ => (element, BinaryOp::BitXor),
        };
        Block { stmts: vec![assign(sum.expr(), Some(op), value)], tail: None }
    }
}
