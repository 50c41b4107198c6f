//! Elements that there may be none of, and slices in two parts.

use super::scope::Var;
use super::{Generator, Range, number};
use crate::ast::{Expr, Piece, Prim, Stmt, Template, Ty};

impl Generator {
    /// `x.first().copied()` and its like, if there is an `x` of such elements.
    pub fn element_option(&mut self, element: &Ty) -> Option<Expr> {
        let holds = |part: &Ty| part.element().as_ref() == Some(element);
        let vars = self.scope.readable(|var| var.fixed && !var.ty.paths(&holds).is_empty());
        let id = *self.dice.pick(&vars)?;
        let path = self.dice.pick(&self.scope.get(id).ty.paths(&holds))?.clone();
        let place = if path.is_empty() { self.scope.get(id).named() } else { self.place_of(id, &path) };
        let name = self.dice.of(["first", "last", "get"]);
        let borrows = self.scope.borrows();
        self.scope.borrow(id, false);
        let args = if name == "get" { vec![self.any_index()] } else { Vec::new() };
        self.scope.release(borrows);
        let ty = element.clone().option();
        Some(place.method(ty.clone(), name, name, args).method(ty, "copied", "copied", Vec::new()))
    }

    /// An index that may well be too large.
    fn any_index(&mut self) -> Expr {
        if self.dice.percent(40) {
            return self.scalar(Prim::Usize, true).expr;
        }
        let index = self.dice.between(0, 5);
        number(Prim::Usize, index)
    }

    /// `if let Some(r) = x.get_mut(i) { .. }`
    pub fn if_element(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let mutable = self.dice.percent(60);
        let (place, of, element, _) = self.elements(mutable)?;
        self.scope.enter();
        self.scope.borrow(of, mutable);
        let method = match (self.dice.of(["first", "last", "get"]), mutable) {
            (name, true) => format!("{name}_mut"),
            (name, false) => name.to_owned(),
        };
        let mut pieces = vec![Piece::Operand(place), format!(".{method}(").into()];
        if method.starts_with("get") {
            pieces.push(Piece::Expr(self.any_index()));
        }
        let name = self.names.variable(&mut self.dice);
        let mut var = Var::new(&name, element);
        let by_value = !mutable && self.dice.percent(40);
        (var.reference, var.writable) = (!by_value, mutable);
        self.scope.declare(var);
        let body = self.block(2);
        self.scope.leave();
        let pattern = if by_value { "&" } else { "" };
        pieces.insert(0, format!("if let Some({pattern}{name}) = ").into());
        pieces.extend([") ".into(), Piece::Block(body)]);
        into.push(Stmt::Template(Template::loose("if let of an element", pieces)));
        Some(())
    }

    /// `let (a, b) = x.split_at(n);`
    pub fn split(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let mutable = self.dice.percent(60);
        let (place, of, element, [min, max]) = self.elements(mutable)?;
        self.scope.borrow(of, mutable);
        let at = match self.risky() {
            true => self.scalar(Prim::Usize, true),
            false => self.clamped(Prim::Usize, Range::new(0, i128::from(min)), true),
        };
        let [low, high] = [at.range.lo, at.range.hi].map(|end| (end.unsigned_abs() as u64).min(min));
        let first = self.names.variable(&mut self.dice);
        let second = loop {
            let name = self.names.variable(&mut self.dice);
            if name != first {
                break name;
            }
        };
        for (name, lengths) in [(&first, [low, high]), (&second, [min - high, max - low])] {
            let mut var = Var::new(name, element.clone().slice());
            (var.reference, var.writable) = (true, mutable);
            [var.min_len, var.max_len] = lengths;
            self.scope.declare(var);
        }
        let method = if mutable { "split_at_mut" } else { "split_at" };
        let pieces = vec![
            format!("let ({first}, {second}) = ").into(),
            Piece::Operand(place),
            format!(".{method}(").into(),
            Piece::Expr(at.expr),
            ");".into(),
        ];
        into.push(Stmt::Template(Template::loose("split_at", pieces)));
        Some(())
    }
}
