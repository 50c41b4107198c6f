//! `u128` and `i128`, inside of expressions of native integers that hosts and devices exchange.

use super::{Generator, Made, Range};
use crate::ast::{Piece, Prim, Template};

/// A value of one of the two types.
struct Wide {
    pieces: Vec<Piece>,
    signed: bool,
}

const fn name(signed: bool) -> &'static str {
    if signed { "i128" } else { "u128" }
}

impl Wide {
    fn new(pieces: impl IntoIterator<Item = Piece>, signed: bool) -> Self {
        Self { pieces: pieces.into_iter().collect(), signed }
    }

    fn between(self, before: &str, after: impl Into<String>) -> Self {
        let after = Piece::from(after.into());
        Self::new(std::iter::once(before.into()).chain(self.pieces).chain([after]), self.signed)
    }

    /// A method with an argument of the same type.
    fn with(self, method: &str, other: Self) -> Self {
        let other = other.cast_to(self.signed);
        self.between("", format!(".{method}(")).followed(other.pieces).between("", ")")
    }

    /// `self op other`
    fn combined(self, op: &str, other: Self) -> Self {
        let other = other.cast_to(self.signed);
        self.between("(", format!(" {op} ")).followed(other.pieces).between("", ")")
    }

    fn followed(mut self, pieces: Vec<Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    fn cast_to(self, signed: bool) -> Self {
        if self.signed == signed {
            return self;
        }
        Self { signed, ..self.between("(", format!(" as {})", name(signed))) }
    }
}

impl Generator {
    /// An integer that is made of integers of 128 bits.
    pub fn of_128_bits(&mut self, ty: Prim) -> Made {
        let value = self.wide(3);
        let made = match self.dice.below(8) {
            0 => {
                let method = self.dice.of(["leading_zeros", "trailing_zeros", "count_ones", "count_zeros"]);
                value.between("(", format!(".{method}() as {})", ty.name()))
            }
            1 => {
                let other = self.wide(1);
                let op = self.dice.of(["<", "<=", "==", "!="]);
                value.combined(op, other).between("(", format!(" as {})", ty.name()))
            }
            2 => {
                let float = self.dice.of(["f32", "f64"]);
                value.between("(", format!(" as {float} as {})", ty.name()))
            }
            3 => {
                let low = self.dice.of([1, 31, 32, 63, 64, 65, 96]);
                value.between("((", format!(" >> {low}) as {})", ty.name()))
            }
            _ => value.between("(", format!(" as {})", ty.name())),
        };
        Made::new(Template::new("integers of 128 bits", made.pieces).expr(ty), Range::of(ty), true)
    }

    fn wide(&mut self, depth: u32) -> Wide {
        if depth == 0 || self.dice.percent(15) {
            return self.wide_leaf();
        }
        let value = self.wide(depth - 1);
        match self.dice.below(12) {
            0 | 1 => {
                let method = self.dice.of(["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                value.with(method, self.wide(depth - 1))
            }
            2 => {
                let op = self.dice.of(["&", "|", "^"]);
                value.combined(op, self.wide(depth - 1))
            }
            3 => {
                // No divisor is 0, and no quotient overflows.
                let method = self.dice.of(["wrapping_div", "wrapping_rem"]);
                let divisor = self.wide(depth - 1).between("(", " | 1)");
                value.with(method, divisor)
            }
            4 => {
                let method = self.dice.of(["min", "max", "saturating_add", "saturating_sub"]);
                value.with(method, self.wide(depth - 1))
            }
            5 => {
                let method = self.dice.of(["checked_add", "checked_sub", "checked_mul"]);
                let other = self.wide(depth - 1);
                let default = self.wide_leaf().cast_to(value.signed);
                value.with(method, other).between("", ".unwrap_or(").followed(default.pieces).between("", ")")
            }
            6 | 7 => {
                let method = self.dice.of(["wrapping_shl", "wrapping_shr", "rotate_left", "rotate_right"]);
                let distance = self.scalar(Prim::U32, true).fix().expr;
                let distance = vec![Piece::Expr(distance)];
                value.between("", format!(".{method}(")).followed(distance).between("", ")")
            }
            8 => {
                let method = self.dice.of(["swap_bytes", "reverse_bits", "wrapping_neg"]);
                value.between("", format!(".{method}()"))
            }
            9 => value.between("(!", ")"),
            10 => {
                let signed = !value.signed;
                value.cast_to(signed)
            }
            _ => {
                let other = self.wide(depth - 1).cast_to(value.signed);
                Wide { signed: false, ..value.with("abs_diff", other) }
            }
        }
    }

    /// A value of 128 bits without such operands.
    fn wide_leaf(&mut self) -> Wide {
        let signed = self.dice.percent(50);
        if self.dice.percent(25) {
            let name = name(signed);
            let corner = self.dice.of(["MAX", "MIN"]);
            let text = match self.dice.below(3) {
                0 => format!("{name}::{corner}"),
                1 => format!("(1_{name} << {})", self.dice.of([32, 53, 63, 64, 65, 100, 126])),
                _ => format!("(5_{name} ^ {name}::{corner})"),
            };
            return Wide::new([text.into()], signed);
        }
        let ty = self.any_prim();
        let value = self.scalar(ty, false).fix().expr;
        Wide::new(["((".into(), Piece::Expr(value), format!(") as {})", name(signed)).into()], signed)
    }
}
