//! Integers of any width: `Int<N>` and `Uint<N>`, and the exact results of operators.

use std::fmt;

use sycl_hls_ir::{BinaryOp, UnaryOp};
use sycl_hls_numbers::Shape;
use sycl_hls_types::Scalar;

/// The type of an integer of any width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number {
    pub shape: Shape,
    /// The result of an operator, of which Rust's type names the operands, and which nothing declares. It has the value of
    /// an integer of this shape.
    pub exact: bool,
}

impl Number {
    /// The widest number of a variable, an element or an intermediate: what software emulation has an integer for.
    pub const WIDEST: u32 = 128;

    /// The widest number that host and device exchange.
    pub const WIDEST_ELEMENT: u32 = 64;

    /// `Int<bits>`, or `Uint<bits>`.
    pub const fn declared(signed: bool, bits: u32) -> Self {
        Self { shape: Shape::integer(signed, bits), exact: false }
    }

    /// The result of an operator.
    pub const fn exact(shape: Shape) -> Self {
        Self { shape, exact: true }
    }

    /// True if the type of this name is signed; `None` if the name is neither `Int` nor `Uint`.
    pub fn sign_of(name: &str) -> Option<bool> {
        match name {
            "Int" => Some(true),
            "Uint" => Some(false),
            _ => None,
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
        let name = if self.shape.signed { "Int" } else { "Uint" };
        match self.exact {
            // Like `{integer}`, this is no type that Rust has a name for.
            true => write!(f, "{{exact {name}<{}>}}", self.shape.bits),
            false => write!(f, "{name}<{}>", self.shape.bits),
        }
    }
}

/// The scalar type of KIR that has the values of a shape; `None` where KIR has none so wide.
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
