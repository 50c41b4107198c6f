//! `Result`: errors as values. The closures' parameters have names that no constant gets.

use super::{Generator, Made};
use crate::ast::{Expr, Piece, Prim, Template};

/// How many methods follow each other at most.
const MAX_METHODS: i128 = 3;

impl Generator {
    /// A scalar of an `Option`, through a `Result` with a small number as its error.
    pub fn through_result(&mut self, ty: Prim, option: Expr) -> Made {
        let mut pieces = vec![Piece::Operand(option), ".ok_or(".into()];
        pieces.push(Piece::Expr(self.scalar(Prim::U8, true).expr));
        pieces.push(")".into());
        for _ in 0..self.dice.between(0, MAX_METHODS) {
            self.method_of_result(ty, &mut pieces);
        }
        self.taken(ty, &mut pieces);
        Made::any(ty, Template::loose("result", pieces).expr(ty).kind, true)
    }

    /// A method that gives a `Result` of the same type.
    fn method_of_result(&mut self, ty: Prim, pieces: &mut Vec<Piece>) {
        let name = ty.name();
        match self.dice.below(5) {
            0 => pieces.push(".map(|in_ok| in_ok ^ 5)".into()),
            1 => pieces.push(".map_err(|in_err| in_err & 7)".into()),
            2 => pieces.push(".and_then(|in_ok| if in_ok > 9 { Ok(in_ok) } else { Err(in_ok as u8) })".into()),
            3 => pieces.push(
                format!(".or_else(|in_err| if in_err > 3 {{ Ok::<{name}, u8>(in_err as {name}) }} else {{ Err(in_err) }})")
                    .into(),
            ),
            _ => {
                pieces.push(".or(".into());
                pieces.push(match self.dice.percent(50) {
                    true => format!("Err::<{name}, u8>(").into(),
                    false => format!("Ok::<{name}, u8>(").into(),
                });
                let value = 40 + self.dice.between(0, 20);
                pieces.push(format!("{value}))").into());
            }
        }
    }

    /// A value of a `Result`.
    fn taken(&mut self, ty: Prim, pieces: &mut Vec<Piece>) {
        let name = ty.name();
        match self.dice.below(5) {
            0 => pieces.push(format!(".unwrap_or_else(|in_err| in_err as {name})").into()),
            1 => {
                pieces.push(format!(".map_or_else(|in_err| in_err as {name} & 1, |in_ok| in_ok | 1)").into())
            }
            2 => pieces.push(format!(".is_ok_and(|in_ok| in_ok > 3) as {name}").into()),
            3 if self.risky() => pieces.push(".expect(\"a value\")".into()),
            _ => {
                let default = self.scalar(ty, true).expr;
                pieces.extend([".unwrap_or(".into(), Piece::Expr(default), ")".into()]);
            }
        }
    }
}
