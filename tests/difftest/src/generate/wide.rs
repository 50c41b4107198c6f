//! Numbers of any width, inside of expressions of native ones.

use sycl_hls_numbers::Shape;

use super::{Generator, Made, Range};
use crate::ast::{Piece, Prim, Template};

/// The widest number that kernels compute with.
const WIDEST: u32 = 128;

/// Widths around those of native integers, and others.
const WIDTHS: [u32; 16] = [1, 2, 3, 5, 8, 12, 17, 24, 31, 32, 33, 40, 63, 64, 65, 100];

/// The modes of fixed-point numbers.
const ROUNDINGS: [&str; 7] = ["Trn", "TrnZero", "Rnd", "RndZero", "RndMinInf", "RndInf", "RndConv"];
const OVERFLOWS: [&str; 6] = ["Wrap", "Sat", "SatZero", "SatSym", "Wrap<1>", "WrapSm"];

/// A number: its text, and what it is.
struct Number {
    pieces: Vec<Piece>,
    shape: Shape,
}

impl Number {
    fn new(pieces: impl IntoIterator<Item = Piece>, shape: Shape) -> Self {
        Self { pieces: pieces.into_iter().collect(), shape }
    }

    /// The number between two texts.
    fn between(self, before: impl Into<Piece>, after: impl Into<Piece>, shape: Shape) -> Self {
        Self::new(std::iter::once(before.into()).chain(self.pieces).chain([after.into()]), shape)
    }

    /// The low bits of it.
    fn narrowed(self, signed: bool, bits: u32) -> Self {
        let after = format!(").to::<{}>()", name(signed, bits));
        self.between("(", after, Shape::integer(signed, bits))
    }

    /// `self op other`
    fn combined(self, op: &str, other: Self, shape: Shape) -> Self {
        let pieces = std::iter::once(Piece::from("(")).chain(self.pieces).chain([format!(" {op} ").into()]);
        Self::new(pieces.chain(other.pieces).chain([")".into()]), shape)
    }
}

fn name(signed: bool, bits: u32) -> String {
    format!("{}<{bits}>", if signed { "Int" } else { "Uint" })
}

impl Generator {
    /// An integer that numbers of any width are narrowed to.
    pub fn of_any_width(&mut self, ty: Prim) -> Made {
        self.uses_device = true;
        let number = self.number(3);
        let after = format!(").to::<{}>()", ty.name());
        let pieces = number.between("(", after, Shape::integer(false, 1)).pieces;
        Made::new(Template::new("numbers of any width", pieces).expr(ty), Range::of(ty), true)
    }

    fn number(&mut self, depth: u32) -> Number {
        if depth == 0 || self.dice.percent(20) {
            return self.new_number();
        }
        let number = match self.dice.below(12) {
            10..12 => self.bits_of_fixed(depth),
            0..6 => self.number_of_two(depth),
            6 => {
                let number = self.number(depth - 1);
                let shape = number.shape.negative();
                number.between("(-", ")", shape)
            }
            7 => {
                let number = self.number(depth - 1);
                let shape = number.shape;
                number.between("(!", ")", shape)
            }
            8 => {
                let (number, op) = (self.number(depth - 1), self.dice.of(["<<", ">>"]));
                let ty = self.dice.of([Prim::U8, Prim::I8, Prim::Usize]);
                let distance = self.small(ty, true).fix();
                let shape = number.shape;
                let distance = Number::new([Piece::Operand(distance.expr)], shape);
                number.combined(op, distance, shape)
            }
            _ => {
                let (number, signed) = (self.number(depth - 1), self.dice.percent(50));
                let bits = self.dice.of(WIDTHS);
                let (lo, hi) = (self.dice.below(bits as usize) as u32, bits - 1);
                let after = format!(".bits::<{hi}, {lo}>()");
                number.narrowed(signed, bits).between("", after, Shape::integer(false, hi - lo + 1))
            }
        };
        if number.shape.bits <= WIDEST {
            return number;
        }
        let (signed, bits) = (self.dice.percent(50), self.dice.of(WIDTHS));
        number.narrowed(signed, bits)
    }

    /// A number of a native integer.
    fn new_number(&mut self) -> Number {
        let (signed, bits) = (self.dice.percent(50), self.dice.of(WIDTHS));
        let ty = self.dice.of(Prim::INTS);
        let value = self.scalar(ty, true).fix();
        let before = format!("{}::new(", name(signed, bits).replacen('<', "::<", 1));
        Number::new([before.into(), Piece::Expr(value.expr), ")".into()], Shape::integer(signed, bits))
    }

    /// The bits of a fixed-point number: of an operator's result that is rounded and kept in range.
    fn bits_of_fixed(&mut self, depth: u32) -> Number {
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        // With those before the new point, no more bits than kernels compute with.
        let (a, b) = (a.narrowed(true, 64), b.narrowed(true, 64));
        let (a, b) = (self.fixed(a, 24), self.fixed(b, 24));
        let op = self.dice.of(["+", "-", "*"]);
        let made = a.combined(op, b, Shape::integer(true, 1));
        let result = self.fixed(made, 33);
        let shape = Shape::integer(false, result.shape.bits);
        result.between("", ".to_bits()", shape)
    }

    /// A number that is narrowed to a fixed-point number of at most so many bits.
    fn fixed(&mut self, number: Number, most: u32) -> Number {
        let bits = 2 + self.dice.below(most as usize - 1) as u32;
        let whole = self.dice.below(bits as usize + 5) as i32 - 2;
        let (rounding, overflow) = (self.dice.of(ROUNDINGS), self.dice.of(OVERFLOWS));
        let after = format!(").to::<Fixed<{bits}, {whole}, {rounding}, {overflow}>>()");
        let shape = Shape { bits, signed: true, fraction: bits as i32 - whole };
        number.between("(", after, shape)
    }

    fn number_of_two(&mut self, depth: u32) -> Number {
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        match self.dice.of(["+", "-", "*", "&", "|", "^", "/", "%"]) {
            op @ ("/" | "%") => {
                // No divisor is 0.
                let shape = b.shape.logic(Shape::integer(false, 8));
                let b = b.between("(", " | 1_u8)", shape);
                let quotient = if op == "/" { a.shape.quotient(b.shape) } else { a.shape.remainder(b.shape) };
                if a.shape.logic(b.shape).bits.max(a.shape.bits) < WIDEST {
                    return a.combined(op, b, quotient);
                }
                let sum = a.shape.sum(b.shape);
                a.combined("+", b, sum)
            }
            op => {
                let shape = match op {
                    "+" => a.shape.sum(b.shape),
                    "-" => a.shape.difference(b.shape),
                    "*" => a.shape.product(b.shape),
                    _ => a.shape.logic(b.shape),
                };
                a.combined(op, b, shape)
            }
        }
    }
}
