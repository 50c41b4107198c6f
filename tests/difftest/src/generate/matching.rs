//! `match`, `if let` and `let .. else`.

use std::sync::Arc;

use super::pattern::join;
use super::{Generator, Made, Range};
use crate::ast::{Block, Expr, ExprKind, Piece, Prim, Stmt, Template, Ty};

impl Generator {
    /// What a `match` looks at.
    fn scrutinee(&mut self) -> (Ty, Expr) {
        let ty = match self.dice.below(10) {
            0..=2 => Ty::Prim(self.any_int()),
            3 => Ty::Prim(Prim::Bool),
            4 => self.any_shape(),
            _ => self.any_aggregate(),
        };
        let value = match self.whole_place(&ty, false) {
            Some((place, fixed)) if (fixed || ty.is_aggregate()) && self.dice.percent(60) => place,
            _ => self.part_value(&ty),
        };
        (ty, value)
    }

    /// `match` or `if let` without a value.
    pub fn match_stmt(&mut self) -> Stmt {
        if self.dice.percent(30) {
            return self.if_let();
        }
        let template = self.match_with(|generator| generator.block(2));
        Stmt::Template(template)
    }

    /// `let pattern = value else { .. };`
    pub fn let_else(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let (ty, value) = self.scrutinee();
        self.scope.enter();
        let stmts = if self.dice.percent(30) { self.stmts(1) } else { Vec::new() };
        let jump = self.jump();
        self.scope.leave();
        let otherwise = Block { stmts: stmts.into_iter().chain([jump?]).collect(), tail: None };
        let (pattern, vars) = self.refutable(&ty);
        let pattern = if pattern.contains(" | ") { format!("({pattern})") } else { pattern };
        // `}` before `else` would end the statement.
        let value = Expr::new(ty, ExprKind::Paren(Box::new(value)));
        let pieces = vec![
            format!("let {pattern} = ").into(),
            Piece::Expr(value),
            " else ".into(),
            Piece::Block(otherwise),
            ";".into(),
        ];
        into.push(Stmt::Template(Template::loose("let else", pieces)));
        for var in vars {
            self.scope.declare(var);
        }
        Some(())
    }

    /// `match` with a value.
    pub fn match_value(&mut self, ty: &Ty) -> Made {
        let template = self.match_with(|generator| {
            generator.scope.enter();
            let stmts = if generator.dice.percent(30) { generator.stmts(1) } else { Vec::new() };
            let value = generator.value(ty, false);
            let value = if ty.prim().is_some() { value.fix() } else { value };
            generator.scope.leave();
            Block { stmts, tail: Some(value.expr) }
        });
        let range = ty.leaf().map_or(Range::one(0), Range::of);
        Made::new(template.expr(ty.clone()), range, ty.prim().is_some())
    }

    fn match_with(&mut self, mut arm: impl FnMut(&mut Self) -> Block) -> Template {
        let (ty, value) = self.scrutinee();
        let mut pieces = vec!["match ".into(), Piece::Head(value), " {".into()];
        for _ in 0..self.dice.below(4) {
            let (pattern, vars) = self.refutable(&ty);
            self.scope.enter();
            for var in vars {
                self.scope.declare(var);
            }
            pieces.push(format!(" {pattern}").into());
            if self.dice.percent(35) {
                // A guard cannot write what the pattern binds, nor what is matched.
                let before = self.scope.freeze();
                let guard = self.closed(Self::boolean).expr;
                self.scope.thaw(before);
                pieces.extend([" if ".into(), Piece::Head(guard)]);
            }
            let body = arm(self);
            pieces.extend([" => ".into(), Piece::Block(body)]);
            self.scope.leave();
        }
        let rest = match &ty {
            Ty::Option(inner) if self.dice.percent(60) => {
                let some = self.irrefutable(&inner.clone(), true);
                vec![("None".to_owned(), Vec::new()), join("Some(", vec![some], ")")]
            }
            Ty::Named(adt) if self.dice.percent(60) => {
                let adt = Arc::clone(adt);
                adt.variants
                    .iter()
                    .map(|variant| self.of_variant(&adt.path(variant), &variant.fields))
                    .collect()
            }
            Ty::Prim(Prim::Bool) => vec![("false".to_owned(), Vec::new()), ("true".to_owned(), Vec::new())],
            _ => vec![self.irrefutable(&ty, true)],
        };
        for (pattern, vars) in rest {
            self.scope.enter();
            for var in vars {
                self.scope.declare(var);
            }
            let body = arm(self);
            pieces.extend([format!(" {pattern} => ").into(), Piece::Block(body)]);
            self.scope.leave();
        }
        pieces.push(" }".into());
        Template::loose("match", pieces)
    }

    fn if_let(&mut self) -> Stmt {
        let (ty, value) = self.scrutinee();
        let (pattern, vars) = self.refutable(&ty);
        let mut pieces = vec![format!("if let {pattern} = ").into(), Piece::Operand(value)];
        self.scope.enter();
        for var in vars {
            self.scope.declare(var);
        }
        if self.dice.percent(40) {
            let cond = self.boolean().expr;
            pieces.extend([" && ".into(), Piece::Operand(cond)]);
        }
        let then = self.block(2);
        self.scope.leave();
        pieces.extend([" ".into(), Piece::Block(then)]);
        if self.dice.percent(50) {
            pieces.extend([" else ".into(), Piece::Block(self.block(2))]);
        }
        Stmt::Template(Template::loose("if let", pieces))
    }
}
