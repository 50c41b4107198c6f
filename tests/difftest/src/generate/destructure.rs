//! Assignments to several places at once.

use super::Generator;
use crate::ast::{Expr, Piece, Prim, Stmt, Template, separated};

impl Generator {
    /// `(a, b[i], _) = value;`, or nothing else than an assignment where there is nothing to write.
    pub fn destructure(&mut self, into: &mut Vec<Stmt>) {
        if self.dice.percent(50) {
            return self.destructure_array(into);
        }
        let mut parts = Vec::new();
        for _ in 0..=self.dice.between(1, 2) {
            let ty = self.any_prim();
            let place = self.target(ty);
            let value = self.scalar(ty, false).fix().expr;
            parts.push((place, value));
        }
        self.write_parts(["(", ")"], parts, into);
    }

    /// `[a, b] = [..];`
    fn destructure_array(&mut self, into: &mut Vec<Stmt>) {
        let ty = self.any_prim();
        let parts = (0..=self.dice.between(1, 2)).map(|_| {
            let place = self.target(ty);
            (place, self.scalar(ty, false).fix().expr)
        });
        let parts = parts.collect();
        self.write_parts(["[", "]"], parts, into);
    }

    /// A place that may be given any value, if there is one.
    fn target(&mut self, ty: Prim) -> Option<Expr> {
        match self.any_value(|other| other == ty) {
            Some(id) if self.dice.percent(50) => Some(self.scope.get(id).expr()),
            _ => self.writable_element(ty).map(|(place, _)| place),
        }
    }

    fn write_parts(&mut self, brackets: [&str; 2], parts: Vec<(Option<Expr>, Expr)>, into: &mut Vec<Stmt>) {
        if parts.iter().all(|(place, _)| place.is_none()) {
            return self.assignment(into);
        }
        let [open, close] = brackets;
        let (places, values): (Vec<Option<Expr>>, Vec<Expr>) = parts.into_iter().unzip();
        let mut pieces = vec![Piece::from(open)];
        for place in places {
            pieces.push(place.map_or_else(|| "_".into(), Piece::Expr));
            pieces.push(", ".into());
        }
        pieces.pop();
        pieces.push(format!("{close} = {open}").into());
        pieces.extend(separated(values));
        pieces.push(format!("{close};").into());
        into.push(Stmt::Template(Template::new("destructuring assignment", pieces)));
    }
}
