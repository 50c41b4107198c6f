//! The methods of integers. Most names consist of a word for the behaviour on overflow and the exact operation
//! (`wrapping_add`).

use sycl_hls_ir::{BinaryOp, UnaryOp};

use super::{Builtin as B, ByteOrder};
use crate::ty::{Prim, Ty};

/// What happens where an integer type does not have the exact result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// The run stops. It has no word of its own.
    Strict,
    /// What does not fit is cut off.
    Wrapping,
    /// It is the nearest value of the type.
    Saturating,
    /// There is no result: `None`.
    Checked,
    /// The wrapped result comes with a flag.
    Overflowing,
}

/// An operation by its exact result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exact {
    Binary(BinaryOp),
    /// The distance is a `u32`.
    Shift(BinaryOp),
    /// Addition and subtraction of a number of the other signedness.
    Mixed(BinaryOp),
    /// The difference of unsigned numbers as a signed one.
    SignedDiff,
    DivEuclid,
    RemEuclid,
    Neg,
    Abs,
    Pow,
    NextPowerOfTwo,
    NextMultipleOf,
    Ilog,
    Ilog2,
    Ilog10,
    Isqrt,
}

/// The integer types that have a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Of {
    All,
    Unsigned,
    Signed,
}

const ALL_BUT_STRICT: &[Form] = &[Form::Wrapping, Form::Saturating, Form::Checked, Form::Overflowing];
const ALL_FORMS: &[Form] =
    &[Form::Strict, Form::Wrapping, Form::Saturating, Form::Checked, Form::Overflowing];
const UNSATURATED: &[Form] = &[Form::Wrapping, Form::Checked, Form::Overflowing];
const EUCLIDEAN: &[Form] = &[Form::Strict, Form::Wrapping, Form::Checked, Form::Overflowing];
const STRICT_OR_CHECKED: &[Form] = &[Form::Strict, Form::Checked];

/// The operations by their word, the types that have them, and their forms.
const EXACT: [(&str, Exact, Of, &[Form]); 25] = [
    ("add", Exact::Binary(BinaryOp::Add), Of::All, ALL_BUT_STRICT),
    ("sub", Exact::Binary(BinaryOp::Sub), Of::All, ALL_BUT_STRICT),
    ("mul", Exact::Binary(BinaryOp::Mul), Of::All, ALL_BUT_STRICT),
    ("div", Exact::Binary(BinaryOp::Div), Of::All, ALL_BUT_STRICT),
    ("rem", Exact::Binary(BinaryOp::Rem), Of::All, UNSATURATED),
    ("div_euclid", Exact::DivEuclid, Of::All, EUCLIDEAN),
    ("rem_euclid", Exact::RemEuclid, Of::All, EUCLIDEAN),
    ("shl", Exact::Shift(BinaryOp::Shl), Of::All, UNSATURATED),
    ("shr", Exact::Shift(BinaryOp::Shr), Of::All, UNSATURATED),
    ("neg", Exact::Neg, Of::All, UNSATURATED),
    ("neg", Exact::Neg, Of::Signed, &[Form::Saturating]),
    ("abs", Exact::Abs, Of::Signed, ALL_FORMS),
    ("pow", Exact::Pow, Of::All, ALL_FORMS),
    ("add_signed", Exact::Mixed(BinaryOp::Add), Of::Unsigned, ALL_BUT_STRICT),
    ("sub_signed", Exact::Mixed(BinaryOp::Sub), Of::Unsigned, ALL_BUT_STRICT),
    ("add_unsigned", Exact::Mixed(BinaryOp::Add), Of::Signed, ALL_BUT_STRICT),
    ("sub_unsigned", Exact::Mixed(BinaryOp::Sub), Of::Signed, ALL_BUT_STRICT),
    ("signed_diff", Exact::SignedDiff, Of::Unsigned, &[Form::Checked]),
    ("next_power_of_two", Exact::NextPowerOfTwo, Of::Unsigned, STRICT_OR_CHECKED),
    ("next_multiple_of", Exact::NextMultipleOf, Of::Unsigned, STRICT_OR_CHECKED),
    ("ilog", Exact::Ilog, Of::All, STRICT_OR_CHECKED),
    ("ilog2", Exact::Ilog2, Of::All, STRICT_OR_CHECKED),
    ("ilog10", Exact::Ilog10, Of::All, STRICT_OR_CHECKED),
    ("isqrt", Exact::Isqrt, Of::All, &[Form::Strict]),
    ("isqrt", Exact::Isqrt, Of::Signed, &[Form::Checked]),
];

/// The methods whose result always fits.
const OTHERS: [(&str, B, Of); 30] = [
    ("unbounded_shl", B::UnboundedShift(BinaryOp::Shl), Of::All),
    ("unbounded_shr", B::UnboundedShift(BinaryOp::Shr), Of::All),
    ("rotate_left", B::Rotate(BinaryOp::Shl), Of::All),
    ("rotate_right", B::Rotate(BinaryOp::Shr), Of::All),
    ("count_ones", B::Count(UnaryOp::CountOnes), Of::All),
    ("leading_zeros", B::Count(UnaryOp::LeadingZeros), Of::All),
    ("trailing_zeros", B::Count(UnaryOp::TrailingZeros), Of::All),
    ("count_zeros", B::CountOfComplement(UnaryOp::CountOnes), Of::All),
    ("leading_ones", B::CountOfComplement(UnaryOp::LeadingZeros), Of::All),
    ("trailing_ones", B::CountOfComplement(UnaryOp::TrailingZeros), Of::All),
    ("swap_bytes", B::Permute(UnaryOp::SwapBytes), Of::All),
    ("reverse_bits", B::Permute(UnaryOp::ReverseBits), Of::All),
    ("to_le_bytes", B::ToBytes(ByteOrder::Little), Of::All),
    ("to_be_bytes", B::ToBytes(ByteOrder::Big), Of::All),
    ("to_ne_bytes", B::ToBytes(ByteOrder::Little), Of::All),
    ("min", B::MinMax(BinaryOp::Min), Of::All),
    ("max", B::MinMax(BinaryOp::Max), Of::All),
    ("clamp", B::Clamp, Of::All),
    ("abs_diff", B::AbsDiff, Of::All),
    ("midpoint", B::Midpoint, Of::All),
    ("clone", B::Clone, Of::All),
    ("is_power_of_two", B::IsPowerOfTwo, Of::Unsigned),
    ("is_multiple_of", B::IsMultipleOf, Of::Unsigned),
    ("div_ceil", B::DivCeil, Of::Unsigned),
    ("cast_signed", B::OtherSign, Of::Unsigned),
    ("cast_unsigned", B::OtherSign, Of::Signed),
    ("unsigned_abs", B::UnsignedAbs, Of::Signed),
    ("signum", B::Signum, Of::Signed),
    ("is_positive", B::IsPositive, Of::Signed),
    ("is_negative", B::IsNegative, Of::Signed),
];

impl Of {
    /// True if integers of this type have the method.
    fn has(self, prim: Prim) -> bool {
        match self {
            Self::All => true,
            Self::Unsigned => !prim.is_signed(),
            Self::Signed => prim.is_signed(),
        }
    }
}

impl Form {
    const fn word(self) -> &'static str {
        match self {
            Self::Strict => "",
            Self::Wrapping => "wrapping_",
            Self::Saturating => "saturating_",
            Self::Checked => "checked_",
            Self::Overflowing => "overflowing_",
        }
    }

    /// The type of the result, of an operation that exactly gives a `ty`.
    pub fn result(self, ty: Ty) -> Ty {
        match self {
            Self::Strict | Self::Wrapping | Self::Saturating => ty,
            Self::Checked => Ty::option(ty),
            Self::Overflowing => Ty::Tuple(vec![ty, Ty::BOOL]),
        }
    }
}

impl Exact {
    /// The types of the arguments besides the receiver, and of the exact result.
    pub const fn signature(self, prim: Prim) -> (Option<Prim>, Prim) {
        match self {
            Self::Binary(_) | Self::DivEuclid | Self::RemEuclid | Self::NextMultipleOf => (Some(prim), prim),
            Self::Shift(_) | Self::Pow => (Some(Prim::U32), prim),
            Self::Mixed(_) => (Some(prim.other_sign()), prim),
            Self::SignedDiff => (Some(prim), prim.other_sign()),
            Self::Neg | Self::Abs | Self::NextPowerOfTwo | Self::Isqrt => (None, prim),
            Self::Ilog => (Some(prim), Prim::U32),
            Self::Ilog2 | Self::Ilog10 => (None, Prim::U32),
        }
    }
}

/// The methods of an integer type by the two parts of their names.
pub(super) fn methods(prim: Prim) -> impl Iterator<Item = ([&'static str; 2], B)> {
    let exact = EXACT.iter().filter(move |(_, _, of, _)| of.has(prim));
    let exact = exact.flat_map(|(word, exact, _, forms)| {
        forms.iter().map(move |form| ([form.word(), *word], B::Exact(*form, *exact)))
    });
    let others = OTHERS.iter().filter(move |(_, _, of)| of.has(prim));
    exact.chain(others.map(|(name, builtin, _)| (["", *name], *builtin)))
}
