//! The methods of numbers of any width.

use sycl_hls_ir::{BinaryOp, UnaryOp};

use crate::number::Form;
use crate::ty::Prim;

/// A method of a number of any width. Bits count from 0, the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberMethod {
    /// The number as one of another type.
    To,
    /// `to_f32` and `to_f64`: the nearest float.
    ToFloat(Prim),
    /// All bits of a fixed-point number.
    ToBits,
    IsNegative,
    Bit,
    SetBit,
    /// `bits::<HI, LO>()`
    Bits {
        hi: u32,
        lo: u32,
    },
    /// `set_bits::<HI, LO>(value)`
    SetBits {
        hi: u32,
        lo: u32,
    },
    Concat,
    Reverse,
    /// `count_ones`, `leading_zeros`, `trailing_zeros`
    Count(UnaryOp),
    /// `and_reduce` and its like: all bits combined, and perhaps the opposite of that.
    Reduce {
        op: BinaryOp,
        negated: bool,
    },
    Clone,
}

impl NumberMethod {
    /// The names of all methods.
    pub const ALL: [&'static str; 21] = [
        "to",
        "to_f32",
        "to_f64",
        "to_bits",
        "is_negative",
        "bit",
        "set_bit",
        "bits",
        "set_bits",
        "concat",
        "reverse",
        "count_ones",
        "leading_zeros",
        "trailing_zeros",
        "and_reduce",
        "nand_reduce",
        "or_reduce",
        "nor_reduce",
        "xor_reduce",
        "xnor_reduce",
        "clone",
    ];

    /// The names of the methods that a number has.
    pub fn names(form: Form) -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().filter(move |name| {
            let of_any_bits = matches!(*name, "bits" | "set_bits");
            match Self::find(name, if of_any_bits { &[0, 0] } else { &[] }) {
                Some(method) => method.is_of(form),
                None => false,
            }
        })
    }

    /// The method of this name, with the numbers between `::<` and `>`; `None` if there is none, or if it takes other numbers.
    pub fn find(name: &str, consts: &[u32]) -> Option<Self> {
        let reduce = |op, negated| Self::Reduce { op, negated };
        Some(match (name, consts) {
            ("bits", [hi, lo]) => Self::Bits { hi: *hi, lo: *lo },
            ("set_bits", [hi, lo]) => Self::SetBits { hi: *hi, lo: *lo },
            (_, [_, ..]) => return None,
            ("to", _) => Self::To,
            ("to_f32", _) => Self::ToFloat(Prim::F32),
            ("to_f64", _) => Self::ToFloat(Prim::F64),
            ("to_bits", _) => Self::ToBits,
            ("is_negative", _) => Self::IsNegative,
            ("bit", _) => Self::Bit,
            ("set_bit", _) => Self::SetBit,
            ("concat", _) => Self::Concat,
            ("reverse", _) => Self::Reverse,
            ("count_ones", _) => Self::Count(UnaryOp::CountOnes),
            ("leading_zeros", _) => Self::Count(UnaryOp::LeadingZeros),
            ("trailing_zeros", _) => Self::Count(UnaryOp::TrailingZeros),
            ("and_reduce", _) => reduce(BinaryOp::And, false),
            ("nand_reduce", _) => reduce(BinaryOp::And, true),
            ("or_reduce", _) => reduce(BinaryOp::Or, false),
            ("nor_reduce", _) => reduce(BinaryOp::Or, true),
            ("xor_reduce", _) => reduce(BinaryOp::Xor, false),
            ("xnor_reduce", _) => reduce(BinaryOp::Xor, true),
            ("clone", _) => Self::Clone,
            _ => return None,
        })
    }

    /// True if it changes what it is called on.
    pub const fn writes(self) -> bool {
        matches!(self, Self::SetBit | Self::SetBits { .. })
    }

    /// True if numbers that are declared so have it.
    pub const fn is_of(self, form: Form) -> bool {
        match form {
            Form::Integer => !matches!(self, Self::ToBits),
            Form::Fixed(..) => matches!(self, Self::To | Self::ToFloat(_) | Self::ToBits | Self::Clone),
            Form::Exact => matches!(self, Self::To | Self::ToFloat(_)),
        }
    }
}
