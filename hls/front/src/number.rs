//! Numbers of any width: integers, fixed-point numbers, and the exact results of operators.

use std::fmt;

use sycl_hls_ir::{BinaryOp, UnaryOp};
use sycl_hls_numbers::{OverflowMode, Rounding, Shape};
use sycl_hls_types::Scalar;

/// The type of a number of any width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number {
    pub shape: Shape,
    pub form: Form,
}

/// What a number is declared as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form {
    /// `Int<N>` or `Uint<N>`.
    Integer,
    /// `Fixed<W, I, Q, O>` or `UFixed<W, I, Q, O>`, with its modes.
    Fixed(Rounding, OverflowMode),
    /// Nothing: the result of an operator, of which Rust's type names the operands. It has the value of a number of its shape.
    Exact,
}

/// What becomes of values that do not fit, by the names of the modes; `Wrap` and `WrapSm` have saturated bits, too.
pub(crate) const OVERFLOWS: [(&str, OverflowMode); 5] = [
    ("Wrap", OverflowMode::Wrap(0)),
    ("Sat", OverflowMode::Sat),
    ("SatZero", OverflowMode::SatZero),
    ("SatSym", OverflowMode::SatSym),
    ("WrapSm", OverflowMode::WrapSm(0)),
];

impl Number {
    /// The widest number of a variable, an element or an intermediate: what software emulation has an integer for.
    pub const WIDEST: u32 = 128;

    /// The widest number that host and device exchange.
    pub const WIDEST_ELEMENT: u32 = 64;

    /// How far the point of a fixed-point number is from its bits at most.
    pub const FARTHEST_POINT: i32 = 256;

    /// `Int<bits>`, or `Uint<bits>`.
    pub const fn declared(signed: bool, bits: u32) -> Self {
        Self { shape: Shape::integer(signed, bits), form: Form::Integer }
    }

    /// The result of an operator.
    pub const fn exact(shape: Shape) -> Self {
        Self { shape, form: Form::Exact }
    }

    /// True if the type of this name is signed; `None` if the name is none of `Int`, `Uint`, `Fixed` and `UFixed`.
    pub fn sign_of(name: &str) -> Option<bool> {
        match name {
            "Int" | "Fixed" => Some(true),
            "Uint" | "UFixed" => Some(false),
            _ => None,
        }
    }

    /// True of the names of types of fixed-point numbers.
    pub fn names_fixed(name: &str) -> bool {
        matches!(name, "Fixed" | "UFixed")
    }

    /// The name of its type, without arguments.
    pub const fn name(self) -> &'static str {
        match (self.shape.signed, self.is_fixed()) {
            (true, false) => "Int",
            (false, false) => "Uint",
            (true, true) => "Fixed",
            (false, true) => "UFixed",
        }
    }

    /// True of the result of an operator.
    pub const fn is_exact(self) -> bool {
        matches!(self.form, Form::Exact)
    }

    /// True of a fixed-point number, and of a result with a point.
    pub const fn is_fixed(self) -> bool {
        matches!(self.form, Form::Fixed(..)) || self.is_exact() && self.shape.fraction != 0
    }

    /// What a number that is narrowed to this type goes through. Integers take what is before the point.
    pub const fn modes(self) -> (Rounding, OverflowMode) {
        match self.form {
            Form::Fixed(rounding, overflow) => (rounding, overflow),
            Form::Integer | Form::Exact => (Rounding::TrnZero, OverflowMode::Wrap(0)),
        }
    }

    /// What a unary operator makes of it.
    pub fn after(self, op: UnaryOp) -> Self {
        match op {
            UnaryOp::Neg => Self::exact(self.shape.negative()),
            _ => self,
        }
    }

    /// The scalar type of KIR; `None` where KIR has none so wide.
    pub const fn scalar(self) -> Option<Scalar> {
        scalar_of(self.shape)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, bits) = (self.name(), self.shape.bits);
        let point = if self.is_fixed() { format!(", {}", self.shape.whole()) } else { String::new() };
        match self.form {
            // Like `{integer}`, this is no type that Rust has a name for.
            Form::Exact => write!(f, "{{exact {name}<{bits}{point}>}}"),
            Form::Integer => write!(f, "{name}<{bits}>"),
            Form::Fixed(rounding, overflow) => {
                write!(f, "{name}<{bits}{point}{}>", modes_text(rounding, overflow))
            }
        }
    }
}

/// The modes that are not left out: `, Rnd, Sat`.
fn modes_text(rounding: Rounding, overflow: OverflowMode) -> String {
    let name = Rounding::NAMED.iter().find(|(_, mode)| *mode == rounding).map_or("", |(name, _)| name);
    let (plain, saturated) = match overflow {
        OverflowMode::Wrap(bits) => (OverflowMode::Wrap(0), bits),
        OverflowMode::WrapSm(bits) => (OverflowMode::WrapSm(0), bits),
        other => (other, 0),
    };
    let bits = if saturated == 0 { String::new() } else { format!("<{saturated}>") };
    let overflow_name = OVERFLOWS.iter().find(|(_, mode)| *mode == plain).map_or("", |(name, _)| name);
    match (rounding, overflow) {
        (Rounding::Trn, OverflowMode::Wrap(0)) => String::new(),
        (_, OverflowMode::Wrap(0)) => format!(", {name}"),
        _ => format!(", {name}, {overflow_name}{bits}"),
    }
}

/// The scalar type of KIR that has the values of a shape, its point aside; `None` where KIR has none so wide.
pub(crate) const fn scalar_of(shape: Shape) -> Option<Scalar> {
    Scalar::int(shape.signed, shape.bits)
}

/// The shape of the operands of an operator or a comparison beside each other.
pub(crate) const fn common(a: Shape, b: Shape) -> Shape {
    a.logic(b)
}

/// The shape of a result; `None` for shifts, whose result is what is shifted, and for what numbers of any width do not have.
pub(crate) fn result(op: BinaryOp, a: Shape, b: Shape) -> Option<Shape> {
    Some(match op {
        BinaryOp::Add => a.sum(b),
        BinaryOp::Sub => a.difference(b),
        BinaryOp::Mul => a.product(b),
        BinaryOp::Div => a.quotient(b),
        BinaryOp::Rem => a.remainder(b),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => a.logic(b),
        _ => return None,
    })
}
