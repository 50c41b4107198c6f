//! Statements.

use super::scope::Var;
use super::{Generator, MAX_COST, MAX_LEN, MAX_TIMES, Made, Range};
use crate::ast::{Block, Expr, If, Let, Prim, Stmt, Ty};

impl Generator {
    /// So many statements, in the scope at hand.
    pub fn stmts(&mut self, count: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for _ in 0..count {
            self.stmt(&mut stmts);
        }
        stmts
    }

    fn stmt(&mut self, into: &mut Vec<Stmt>) {
        self.nodes = self.nodes.saturating_sub(1);
        self.cost += self.times;
        let compound = self.nodes > 0 && self.depth < 4 && self.cost < MAX_COST;
        let choice = self.dice.weighted([
            (24, 0),
            (10, 1),
            (34, 2),
            (10, 3),
            (22, 4),
            (3, 5),
            (8, 6),
            (5, 7),
            (9, 8),
            (6, 9),
            (7, 10),
            (10, 11),
            (4, 12),
            (7, 13),
            (4, 14),
            (9, 15),
            (3, 16),
            (4, 17),
        ]);
        self.depth += 1;
        match choice {
            0 => into.push(self.let_scalar()),
            1 => into.push(self.let_array()),
            3 if compound => into.push(self.if_stmt()),
            4 if compound => into.push(self.for_stmt()),
            5 if compound => into.push(Stmt::Block(self.block(2))),
            6 if compound => {
                self.call_stmt(into);
            }
            7 if compound && self.times * MAX_LEN <= MAX_TIMES => {
                self.accumulation(into);
            }
            8 => self.let_aggregate(into),
            9 if compound => self.while_stmt(into),
            10 if compound => {
                let stmt = self.match_stmt();
                into.push(stmt);
            }
            11 if compound => self.jump_stmt(into),
            12 if compound => self.deferred(into),
            13 if compound => self.let_reference(into),
            14 => self.slice_method(into),
            15 if compound => self.for_each(into),
            16 if compound => self.for_array(into),
            17 => self.destructure(into),
            _ => self.assignment(into),
        }
        self.depth -= 1;
    }

    /// A block of up to so many statements.
    pub fn block(&mut self, most: usize) -> Block {
        self.scope.enter();
        let count = 1 + self.dice.below(most);
        let stmts = self.stmts(count);
        self.scope.leave();
        Block { stmts, tail: None }
    }

    fn if_stmt(&mut self) -> Stmt {
        let cond = self.boolean().expr;
        let then = self.block(3);
        let otherwise = self.dice.percent(50).then(|| self.block(2));
        Stmt::If(If { cond, then, otherwise, chained: self.dice.percent(70) })
    }

    /// `let` of a scalar. The variable is visible after it only.
    pub fn let_scalar(&mut self) -> Stmt {
        let ty = self.any_prim();
        if self.dice.percent(4) {
            let init = self.scalar(ty, false).expr;
            return Stmt::Let(declaration("_".to_owned(), false, false, init));
        }
        let (mutable, annotated) = (self.dice.percent(55), self.dice.percent(55));
        let tried = if self.dice.percent(35) { self.tried(ty) } else { None };
        let mut value = tried.unwrap_or_else(|| self.scalar(ty, annotated));
        let name = self.names.variable(&mut self.dice);
        let mut var = Var::new(&name, ty);
        var.writable = mutable;
        var.fixed = annotated || value.fixed;
        if ty.is_integer() {
            (var.base, var.range) = if mutable { self.bases(ty) } else { (value.range, value.range) };
            var.slack = [var.range.hi - var.base.hi, var.base.lo - var.range.lo];
            value = self.clamp(ty, value, var.base);
        }
        self.scope.declare(var);
        Stmt::Let(declaration(name, mutable, annotated, value.expr))
    }

    /// What assignments may give a mutable integer, and what it may become by `+=` and `-=`.
    pub fn bases(&mut self, ty: Prim) -> (Range, Range) {
        let all = Range::of(ty);
        match self.dice.below(3) {
            0 => (all, all),
            1 => (Range::new(0, 20), Range::new(0, 20)),
            _ if ty.is_signed() => (Range::new(-100, 100), Range::new(all.lo / 2, all.hi / 2)),
            _ => (Range::new(0, 100), Range::new(0, all.hi - all.hi / 4)),
        }
    }

    /// `let` of an array.
    fn let_array(&mut self) -> Stmt {
        let ty = self.any_shape();
        if self.dice.percent(8) {
            let init = self.array(&ty, false).expr;
            return Stmt::Let(declaration("_".to_owned(), false, false, init));
        }
        self.let_array_of(&ty)
    }

    /// `let` of an array of the type `ty`.
    pub fn let_array_of(&mut self, ty: &Ty) -> Stmt {
        let (mutable, annotated) = (self.dice.percent(75), self.dice.percent(50));
        let value: Made = self.array(ty, annotated);
        let name = self.names.variable(&mut self.dice);
        let mut var = Var::new(&name, ty.clone());
        var.writable = mutable;
        var.fixed = annotated || value.fixed;
        self.scope.declare(var);
        let mut declaration = declaration(name, mutable, annotated, value.expr);
        if self.dice.percent(25) {
            declaration.partitions = self.partitions(&ty.dims());
        }
        Stmt::Let(declaration)
    }
}

pub(super) fn declaration(name: String, mutable: bool, annotated: bool, init: Expr) -> Let {
    Let { name, mutable, annotated, partitions: Vec::new(), init }
}
