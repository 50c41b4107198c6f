//! The methods of numbers, arrays, slices and `Option`.

use sycl_hls_ir::{BinaryOp, UnaryOp};

use crate::ty::{Prim, Ty};

/// A method of the kernel language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    // Arrays and slices.
    Len,
    IsEmpty,
    Fill,
    CopyFromSlice,
    Swap,
    // Integers, by what happens where the exact result does not fit.
    Wrapping(BinaryOp),
    WrappingShift(BinaryOp),
    WrappingNeg,
    Saturating(BinaryOp),
    Checked(BinaryOp),
    Overflowing(BinaryOp),
    // Integers, by their bits.
    Rotate(BinaryOp),
    /// `count_ones`, `leading_zeros`, `trailing_zeros`.
    Count(UnaryOp),
    /// The same of the complement: `count_zeros`, `leading_ones`, `trailing_ones`.
    CountOfComplement(UnaryOp),
    /// `swap_bytes`, `reverse_bits`.
    Permute(UnaryOp),
    IsPowerOfTwo,
    Ilog2,
    // Integers, by value.
    Abs,
    UnsignedAbs,
    AbsDiff,
    Signum,
    IsPositive,
    IsNegative,
    DivEuclid,
    RemEuclid,
    DivCeil,
    Pow,
    WrappingPow,
    Isqrt,
    // All numbers.
    MinMax(BinaryOp),
    Clamp,
    // Floats.
    Float(UnaryOp),
    Fract,
    MulAdd,
    Copysign,
    FloatSignum,
    Recip,
    ToBits,
    FromBits(Prim),
    IsNan,
    IsInfinite,
    IsFinite,
    IsSubnormal,
    IsNormal,
    IsSignNegative,
    IsSignPositive,
    // `Option`.
    IsSome,
    IsNone,
    Unwrap,
    UnwrapOr,
    /// `clone` of what is copied anyway.
    Clone,
    // Work items and what they share.
    /// The index of an item in a dimension.
    ItemId,
    /// The number of items in a dimension.
    ItemRange,
    /// The index of an item among all, the last dimension first (S20 §3.11.1).
    ItemLinearId,
    GlobalGet,
    GlobalSet,
}

use Builtin as B;

/// Methods of integers by name.
const INTEGER: [(&str, Builtin); 49] = [
    ("wrapping_add", B::Wrapping(BinaryOp::Add)),
    ("wrapping_sub", B::Wrapping(BinaryOp::Sub)),
    ("wrapping_mul", B::Wrapping(BinaryOp::Mul)),
    ("wrapping_div", B::Wrapping(BinaryOp::Div)),
    ("wrapping_rem", B::Wrapping(BinaryOp::Rem)),
    ("wrapping_shl", B::WrappingShift(BinaryOp::Shl)),
    ("wrapping_shr", B::WrappingShift(BinaryOp::Shr)),
    ("wrapping_neg", B::WrappingNeg),
    ("wrapping_pow", B::WrappingPow),
    ("saturating_add", B::Saturating(BinaryOp::Add)),
    ("saturating_sub", B::Saturating(BinaryOp::Sub)),
    ("saturating_mul", B::Saturating(BinaryOp::Mul)),
    ("checked_add", B::Checked(BinaryOp::Add)),
    ("checked_sub", B::Checked(BinaryOp::Sub)),
    ("checked_mul", B::Checked(BinaryOp::Mul)),
    ("checked_div", B::Checked(BinaryOp::Div)),
    ("checked_rem", B::Checked(BinaryOp::Rem)),
    ("checked_shl", B::Checked(BinaryOp::Shl)),
    ("checked_shr", B::Checked(BinaryOp::Shr)),
    ("overflowing_add", B::Overflowing(BinaryOp::Add)),
    ("overflowing_sub", B::Overflowing(BinaryOp::Sub)),
    ("overflowing_mul", B::Overflowing(BinaryOp::Mul)),
    ("rotate_left", B::Rotate(BinaryOp::Shl)),
    ("rotate_right", B::Rotate(BinaryOp::Shr)),
    ("count_ones", B::Count(UnaryOp::CountOnes)),
    ("leading_zeros", B::Count(UnaryOp::LeadingZeros)),
    ("trailing_zeros", B::Count(UnaryOp::TrailingZeros)),
    ("count_zeros", B::CountOfComplement(UnaryOp::CountOnes)),
    ("leading_ones", B::CountOfComplement(UnaryOp::LeadingZeros)),
    ("trailing_ones", B::CountOfComplement(UnaryOp::TrailingZeros)),
    ("swap_bytes", B::Permute(UnaryOp::SwapBytes)),
    ("reverse_bits", B::Permute(UnaryOp::ReverseBits)),
    ("ilog2", B::Ilog2),
    ("min", B::MinMax(BinaryOp::Min)),
    ("max", B::MinMax(BinaryOp::Max)),
    ("clamp", B::Clamp),
    ("abs_diff", B::AbsDiff),
    ("div_euclid", B::DivEuclid),
    ("rem_euclid", B::RemEuclid),
    ("pow", B::Pow),
    ("isqrt", B::Isqrt),
    ("clone", B::Clone),
    // Of unsigned integers only.
    ("is_power_of_two", B::IsPowerOfTwo),
    ("div_ceil", B::DivCeil),
    // Of signed integers only.
    ("abs", B::Abs),
    ("unsigned_abs", B::UnsignedAbs),
    ("signum", B::Signum),
    ("is_positive", B::IsPositive),
    ("is_negative", B::IsNegative),
];

/// Methods of floats by name: those that are exact or correctly rounded.
const FLOAT: [(&str, Builtin); 24] = [
    ("abs", B::Float(UnaryOp::Abs)),
    ("sqrt", B::Float(UnaryOp::Sqrt)),
    ("floor", B::Float(UnaryOp::Floor)),
    ("ceil", B::Float(UnaryOp::Ceil)),
    ("trunc", B::Float(UnaryOp::Trunc)),
    ("round", B::Float(UnaryOp::Round)),
    ("round_ties_even", B::Float(UnaryOp::RoundEven)),
    ("fract", B::Fract),
    ("min", B::MinMax(BinaryOp::Min)),
    ("max", B::MinMax(BinaryOp::Max)),
    ("clamp", B::Clamp),
    ("mul_add", B::MulAdd),
    ("copysign", B::Copysign),
    ("signum", B::FloatSignum),
    ("recip", B::Recip),
    ("to_bits", B::ToBits),
    ("is_nan", B::IsNan),
    ("is_infinite", B::IsInfinite),
    ("is_finite", B::IsFinite),
    ("is_subnormal", B::IsSubnormal),
    ("is_normal", B::IsNormal),
    ("is_sign_negative", B::IsSignNegative),
    ("is_sign_positive", B::IsSignPositive),
    ("clone", B::Clone),
];

/// Methods of arrays and slices by name.
const SLICE: [(&str, Builtin); 6] = [
    ("len", B::Len),
    ("is_empty", B::IsEmpty),
    ("fill", B::Fill),
    ("copy_from_slice", B::CopyFromSlice),
    ("swap", B::Swap),
    ("clone", B::Clone),
];

/// Methods of `Item` by name.
const ITEM: [(&str, Builtin); 3] =
    [("id", B::ItemId), ("range", B::ItemRange), ("linear_id", B::ItemLinearId)];

/// Methods of `Global` by name.
const GLOBAL: [(&str, Builtin); 4] =
    [("len", B::Len), ("is_empty", B::IsEmpty), ("get", B::GlobalGet), ("set", B::GlobalSet)];

/// Methods of `Option` by name.
const OPTION: [(&str, Builtin); 5] = [
    ("is_some", B::IsSome),
    ("is_none", B::IsNone),
    ("unwrap", B::Unwrap),
    ("unwrap_or", B::UnwrapOr),
    ("clone", B::Clone),
];

impl Builtin {
    /// The method of a type, behind references.
    pub fn find(ty: &Ty, name: &str) -> Option<Self> {
        let table = table(ty);
        let found = table.iter().find(|(known, _)| *known == name).map(|(_, builtin)| *builtin);
        let Some(prim) = ty.as_prim().filter(|prim| prim.is_integer()) else {
            return match (name, ty) {
                ("clone", Ty::Tuple(_) | Ty::Adt(_) | Ty::Prim(Prim::Bool)) => Some(Self::Clone),
                _ => found,
            };
        };
        match (found, name) {
            (Some(Self::IsPowerOfTwo | Self::DivCeil), _) if prim.is_signed() => None,
            (Some(Self::Abs | Self::UnsignedAbs | Self::Signum | Self::IsPositive | Self::IsNegative), _)
                if !prim.is_signed() =>
            {
                None
            }
            _ => found,
        }
    }

    /// The float type of what stands for `f32::from_bits` and `f64::from_bits`.
    pub fn from_bits(name: &str) -> Option<Prim> {
        match name {
            "__bits_to_f32" => Some(Prim::F32),
            "__bits_to_f64" => Some(Prim::F64),
            _ => None,
        }
    }

    /// The methods of a type, without `clone`.
    pub fn names(ty: &Ty) -> Vec<String> {
        let named = table(ty).iter().filter(|(name, _)| Self::find(ty, name).is_some());
        named.map(|(name, _)| (*name).to_owned()).filter(|name| name != "clone").collect()
    }

    /// The types of the arguments besides the receiver, and of the result.
    pub fn signature(self, ty: &Ty) -> (Vec<Ty>, Ty) {
        let same = || ty.clone();
        let prim = ty.as_prim();
        let unsigned = || prim.map_or(Ty::Error, |prim| Ty::Prim(prim.unsigned()));
        let (element, value) = match ty {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Global(element) => {
                ((**element).clone(), Ty::Error)
            }
            Ty::Option(value) => (Ty::Error, (**value).clone()),
            _ => (Ty::Error, Ty::Error),
        };
        match self {
            Self::Len => (vec![], Ty::USIZE),
            Self::IsEmpty | Self::IsSome | Self::IsNone => (vec![], Ty::BOOL),
            Self::Fill => (vec![element], Ty::Unit),
            Self::CopyFromSlice => (vec![Ty::reference(false, Ty::Slice(Box::new(element)))], Ty::Unit),
            Self::Swap => (vec![Ty::USIZE, Ty::USIZE], Ty::Unit),
            Self::Wrapping(_)
            | Self::Saturating(_)
            | Self::MinMax(_)
            | Self::DivEuclid
            | Self::RemEuclid
            | Self::DivCeil
            | Self::Copysign => (vec![same()], same()),
            Self::WrappingShift(_) | Self::Rotate(_) | Self::Pow | Self::WrappingPow => {
                (vec![Ty::U32], same())
            }
            Self::Checked(op) if op.is_shift() => (vec![Ty::U32], Ty::option(same())),
            Self::Checked(_) => (vec![same()], Ty::option(same())),
            Self::Overflowing(_) => (vec![same()], Ty::Tuple(vec![same(), Ty::BOOL])),
            Self::Count(_) | Self::CountOfComplement(_) | Self::Ilog2 => (vec![], Ty::U32),
            Self::WrappingNeg
            | Self::Permute(_)
            | Self::Abs
            | Self::Signum
            | Self::Isqrt
            | Self::Float(_)
            | Self::Fract
            | Self::FloatSignum
            | Self::Recip
            | Self::Clone => (vec![], same()),
            Self::UnsignedAbs | Self::ToBits => (vec![], unsigned()),
            Self::AbsDiff => (vec![same()], unsigned()),
            Self::Clamp | Self::MulAdd => (vec![same(), same()], same()),
            Self::FromBits(prim) => (vec![], Ty::Prim(prim)),
            Self::IsPowerOfTwo
            | Self::IsPositive
            | Self::IsNegative
            | Self::IsNan
            | Self::IsInfinite
            | Self::IsFinite
            | Self::IsSubnormal
            | Self::IsNormal
            | Self::IsSignNegative
            | Self::IsSignPositive => (vec![], Ty::BOOL),
            Self::ItemId | Self::ItemRange => (vec![Ty::USIZE], Ty::USIZE),
            Self::ItemLinearId => (vec![], Ty::USIZE),
            Self::GlobalGet => (vec![Ty::USIZE], element),
            Self::GlobalSet => (vec![Ty::USIZE, element], Ty::Unit),
            Self::Unwrap => (vec![], value),
            Self::UnwrapOr => (vec![value.clone()], value),
        }
    }

    /// Does it write what it is called on?
    pub const fn writes(self) -> bool {
        matches!(self, Self::Fill | Self::CopyFromSlice | Self::Swap)
    }
}

/// The names of the methods that numbers have in kernels, for a type by its name in Rust; none if it is no number's.
#[must_use]
pub fn number_methods(ty: &str) -> Vec<String> {
    Prim::from_name(ty).map(|prim| Builtin::names(&Ty::Prim(prim))).unwrap_or_default()
}

fn table(ty: &Ty) -> &'static [(&'static str, Builtin)] {
    match ty {
        Ty::Prim(prim) if prim.is_integer() => &INTEGER,
        Ty::Prim(prim) if prim.is_float() => &FLOAT,
        Ty::Array(..) | Ty::Slice(_) => &SLICE,
        Ty::Option(_) => &OPTION,
        Ty::Item(_) => &ITEM,
        Ty::Global(_) => &GLOBAL,
        _ => &[],
    }
}
