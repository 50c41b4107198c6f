//! Patterns, `match`, `if let` and `let .. else`.

use std::sync::Arc;

use super::scope::Var;
use super::{Generator, Made, Range};
use crate::ast::{Block, Expr, Fields, Literal, Piece, Prim, Stmt, Template, Ty};

/// A pattern with the variables that it binds.
type Pattern = (String, Vec<Var>);

impl Generator {
    /// A pattern that takes every value of the type. `inner` says that it stands in another one.
    pub fn irrefutable(&mut self, ty: &Ty, inner: bool) -> Pattern {
        let choice = self.dice.below(10);
        match ty {
            _ if choice == 0 || (inner && choice == 1) => ("_".to_owned(), Vec::new()),
            Ty::Tuple(parts) if choice < 8 => {
                let parts: Vec<Pattern> = parts.iter().map(|part| self.irrefutable(part, true)).collect();
                join("(", parts, ")")
            }
            Ty::Named(adt) if choice < 8 && adt.fields().is_some() => {
                let adt = Arc::clone(adt);
                self.of_variant(&adt.path(&adt.variants[0]), &adt.variants[0].fields)
            }
            _ => {
                let name = self.fresh_variable();
                let mutable = self.dice.percent(20);
                let mut var = Var::new(&name, ty.clone());
                var.writable = mutable;
                (format!("{}{name}", if mutable { "mut " } else { "" }), vec![var])
            }
        }
    }

    /// A name that no other one of the pattern has.
    fn fresh_variable(&mut self) -> String {
        self.patterns += 1;
        format!("p{}", self.patterns)
    }

    fn of_variant(&mut self, path: &str, fields: &Fields) -> Pattern {
        match fields {
            Fields::Unit => (path.to_owned(), Vec::new()),
            Fields::Tuple(parts) => {
                let parts: Vec<Pattern> = parts.iter().map(|part| self.irrefutable(part, true)).collect();
                join(&format!("{path}("), parts, ")")
            }
            Fields::Named(fields) => {
                let mut parts = Vec::new();
                for (name, ty) in fields {
                    let (pattern, vars) = self.irrefutable(ty, true);
                    parts.push((format!("{name}: {pattern}"), vars));
                }
                if self.dice.percent(30) && !parts.is_empty() {
                    let at = self.dice.below(parts.len());
                    parts.remove(at);
                    parts.push(("..".to_owned(), Vec::new()));
                }
                join(&format!("{path} {{ "), parts, " }")
            }
        }
    }

    /// A pattern that takes some values of the type.
    fn refutable(&mut self, ty: &Ty) -> Pattern {
        match ty {
            Ty::Prim(prim) if prim.is_integer() => self.numbers(*prim),
            Ty::Prim(Prim::Bool) => (self.dice.of(["true", "false"]).to_owned(), Vec::new()),
            Ty::Option(_) if self.dice.percent(25) => ("None".to_owned(), Vec::new()),
            Ty::Option(inner) => {
                let part = self.either_pattern(&inner.clone());
                join("Some(", vec![part], ")")
            }
            Ty::Tuple(parts) => {
                let parts: Vec<Pattern> =
                    parts.clone().iter().map(|part| self.either_pattern(part)).collect();
                join("(", parts, ")")
            }
            Ty::Named(adt) => {
                let adt = Arc::clone(adt);
                let variant = &adt.variants[self.dice.below(adt.variants.len())];
                self.of_variant(&adt.path(variant), &variant.fields)
            }
            _ => self.irrefutable(ty, true),
        }
    }

    fn either_pattern(&mut self, ty: &Ty) -> Pattern {
        if self.dice.percent(40) { self.refutable(ty) } else { self.irrefutable(ty, true) }
    }

    /// A pattern of integers.
    fn numbers(&mut self, ty: Prim) -> Pattern {
        let all = Range::of(ty);
        let value = |generator: &mut Self| {
            let value = super::leaf::int_value(&mut generator.dice, all);
            Literal::int(ty, value).to_string()
        };
        match self.dice.below(6) {
            0 | 1 => (value(self), Vec::new()),
            2 => (format!("{} | {}", value(self), value(self)), Vec::new()),
            3 => {
                let (lo, hi) = (self.dice.between(all.lo, all.hi), self.dice.between(all.lo, all.hi));
                let (lo, hi) = (Literal::int(ty, lo.min(hi)), Literal::int(ty, lo.max(hi)));
                let text = match self.dice.below(3) {
                    0 => format!("{lo}.."),
                    1 => format!("..={hi}"),
                    _ => format!("{lo}..={hi}"),
                };
                (text, Vec::new())
            }
            4 => {
                let name = self.fresh_variable();
                let lo = self.dice.between(all.lo / 2, 3);
                let hi = self.dice.between(lo, all.hi);
                let (lo, hi) = (lo.max(all.lo), hi.max(all.lo));
                let mut var = Var::new(&name, ty);
                var.range = Range::new(lo, hi);
                (format!("{name} @ {}..={}", Literal::int(ty, lo), Literal::int(ty, hi)), vec![var])
            }
            _ => {
                let hi = self.dice.between(all.lo.max(-3) + 1, 40);
                let lo = self.dice.between(all.lo.max(-20), hi - 1);
                (format!("{}..{}", Literal::int(ty, lo), Literal::int(ty, hi)), Vec::new())
            }
        }
    }

    /// What a `match` looks at.
    fn scrutinee(&mut self) -> (Ty, Expr) {
        let ty = match self.dice.below(10) {
            0..=2 => Ty::Prim(self.any_int()),
            3 => Ty::Prim(Prim::Bool),
            _ => self.any_aggregate(),
        };
        let value = match self.whole_place(&ty, false) {
            Some((place, fixed)) if (fixed || ty.prim().is_none()) && self.dice.percent(60) => place,
            _ if ty.prim().is_some() => self.value(&ty, false).fix().expr,
            _ => self.value(&ty, false).expr,
        };
        (ty, value)
    }

    /// `match` or `if let` without a value, or `let .. else`.
    pub fn match_stmt(&mut self) -> Stmt {
        if self.dice.percent(30) {
            return self.if_let();
        }
        let template = self.match_with(|generator| generator.block(2));
        Stmt::Template(template)
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

fn join(open: &str, parts: Vec<Pattern>, close: &str) -> Pattern {
    let (texts, vars): (Vec<String>, Vec<Vec<Var>>) = parts.into_iter().unzip();
    (format!("{open}{}{close}", texts.join(", ")), vars.concat())
}
