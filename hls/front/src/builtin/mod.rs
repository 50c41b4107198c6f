//! The methods of numbers, arrays, slices, `Option` and ends of streams.

mod byte_order;
mod group;
mod integer;
mod nd_item;
mod number;

use sycl_hls_ir::{BinaryOp, ChannelEnd, UnaryOp};

use crate::ty::{Prim, Ty};
pub(crate) use byte_order::ByteOrder;
pub(crate) use group::GroupFn;
pub(crate) use integer::{Exact, Form};
pub(crate) use nd_item::{Extent, NdMethod};
pub(crate) use number::NumberMethod;

/// A method of the kernel language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    // Arrays and slices.
    Len,
    IsEmpty,
    Fill,
    CopyFromSlice,
    /// Its first argument is the part that the range chooses, borrowed.
    CopyWithin,
    Swap,
    Reverse,
    /// `rotate_left` of [`BinaryOp::Shl`], `rotate_right` of [`BinaryOp::Shr`].
    RotateElements(BinaryOp),
    Contains,
    /// `first`, `first_mut`
    First(bool),
    /// `last`, `last_mut`
    Last(bool),
    /// `get`, `get_mut`
    Get(bool),
    /// `split_at`, `split_at_mut`
    SplitAt(bool),
    /// Of integers: an operation, and what happens where its exact result does not fit.
    Exact(Form, Exact),
    /// A distance of the width or more shifts everything out.
    UnboundedShift(BinaryOp),
    // Integers, by their bits.
    Rotate(BinaryOp),
    /// `count_ones`, `leading_zeros`, `trailing_zeros`.
    Count(UnaryOp),
    /// The same of the complement: `count_zeros`, `leading_ones`, `trailing_ones`.
    CountOfComplement(UnaryOp),
    /// `swap_bytes`, `reverse_bits`.
    Permute(UnaryOp),
    IsPowerOfTwo,
    IsMultipleOf,
    // Integers, by value.
    /// `cast_signed`, `cast_unsigned`
    OtherSign,
    UnsignedAbs,
    AbsDiff,
    Signum,
    IsPositive,
    IsNegative,
    DivCeil,
    Midpoint,
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
    /// `into`, of a number that always fits.
    Into(Prim),
    /// `to_le_bytes` and its like.
    ToBytes(ByteOrder),
    /// `u32::from_le_bytes` and its like.
    FromBytes(ByteOrder, Prim),
    IsNan,
    IsInfinite,
    IsFinite,
    IsSubnormal,
    IsNormal,
    IsSignNegative,
    IsSignPositive,
    /// Gives a `FpCategory`.
    Classify,
    // `Option`.
    IsSome,
    IsNone,
    Unwrap,
    UnwrapOr,
    UnwrapOrDefault,
    /// `o.or(p)`
    Or,
    /// `copied`, `cloned`: of an `Option` of a reference.
    Copied,
    /// `clone` of what is copied anyway.
    Clone,
    // Work items and what they share.
    /// The index of an item in a dimension.
    ItemId,
    /// The number of items in a dimension.
    ItemRange,
    /// The index of an item among all, the last dimension first (S20 §3.11.1).
    ItemLinearId,
    /// Of an item of a group, or of its group.
    NdItem(NdMethod),
    /// Of a group, called by all its items.
    Group(GroupFn),
    GlobalGet,
    GlobalSet,
    // Integers of any width.
    Number(NumberMethod),
    // Ends of streams.
    Send,
    TrySend,
    Recv,
    TryRecv,
    Peek,
    /// Whether more comes before the producer ends: of processes that the front end writes.
    More,
    /// `is_full` of a sender, `is_empty` of a receiver.
    CannotGoOn,
    /// Of an end of a stream of blocks: the next block, until the variable that has it goes out of scope.
    Acquire,
    /// `drop(block)`: hands a block over at once.
    HandOver,
}

use Builtin as B;

/// Methods of floats by name: those that are exact or correctly rounded.
const FLOAT: [(&str, Builtin); 28] = [
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
    ("to_le_bytes", B::ToBytes(ByteOrder::Little)),
    ("to_be_bytes", B::ToBytes(ByteOrder::Big)),
    ("to_ne_bytes", B::ToBytes(ByteOrder::Little)),
    ("is_nan", B::IsNan),
    ("is_infinite", B::IsInfinite),
    ("is_finite", B::IsFinite),
    ("is_subnormal", B::IsSubnormal),
    ("is_normal", B::IsNormal),
    ("is_sign_negative", B::IsSignNegative),
    ("is_sign_positive", B::IsSignPositive),
    ("classify", B::Classify),
    ("clone", B::Clone),
];

/// Methods of arrays and slices by name.
const SLICE: [(&str, Builtin); 19] = [
    ("len", B::Len),
    ("is_empty", B::IsEmpty),
    ("fill", B::Fill),
    ("copy_from_slice", B::CopyFromSlice),
    (COPY_WITHIN, B::CopyWithin),
    ("swap", B::Swap),
    ("reverse", B::Reverse),
    ("rotate_left", B::RotateElements(BinaryOp::Shl)),
    ("rotate_right", B::RotateElements(BinaryOp::Shr)),
    ("contains", B::Contains),
    ("first", B::First(false)),
    ("first_mut", B::First(true)),
    ("last", B::Last(false)),
    ("last_mut", B::Last(true)),
    ("get", B::Get(false)),
    ("get_mut", B::Get(true)),
    ("split_at", B::SplitAt(false)),
    ("split_at_mut", B::SplitAt(true)),
    ("clone", B::Clone),
];

/// The method of slices that takes a range.
pub(crate) const COPY_WITHIN: &str = "copy_within";

/// The method that `From` of another type gives to one.
pub(crate) const INTO: &str = "into";

/// The name of the method that `drop(block)` is.
pub(crate) const DROP: &str = "__drop";

/// Methods of `Item` by name.
const ITEM: [(&str, Builtin); 3] =
    [("id", B::ItemId), ("range", B::ItemRange), ("linear_id", B::ItemLinearId)];

/// Methods of `NdItem` by name.
const ND_ITEM: [(&str, Builtin); 11] = [
    ("global_id", B::NdItem(NdMethod::Global(Extent::Id))),
    ("global_range", B::NdItem(NdMethod::Global(Extent::Range))),
    ("global_linear_id", B::NdItem(NdMethod::Global(Extent::LinearId))),
    ("local_id", B::NdItem(NdMethod::Local(Extent::Id))),
    ("local_range", B::NdItem(NdMethod::Local(Extent::Range))),
    ("local_linear_id", B::NdItem(NdMethod::Local(Extent::LinearId))),
    ("group_id", B::NdItem(NdMethod::Group(Extent::Id))),
    ("group_range", B::NdItem(NdMethod::Group(Extent::Range))),
    ("group_linear_id", B::NdItem(NdMethod::Group(Extent::LinearId))),
    ("group", B::NdItem(NdMethod::OfGroup)),
    ("barrier", B::NdItem(NdMethod::Barrier)),
];

/// Methods of `Group` by name.
const GROUP: [(&str, Builtin); 21] = [
    ("group_id", B::NdItem(NdMethod::Group(Extent::Id))),
    ("group_range", B::NdItem(NdMethod::Group(Extent::Range))),
    ("group_linear_id", B::NdItem(NdMethod::Group(Extent::LinearId))),
    ("local_id", B::NdItem(NdMethod::Local(Extent::Id))),
    ("local_range", B::NdItem(NdMethod::Local(Extent::Range))),
    ("local_linear_id", B::NdItem(NdMethod::Local(Extent::LinearId))),
    ("leader", B::NdItem(NdMethod::Leader)),
    ("broadcast", B::Group(GroupFn::Broadcast)),
    ("any", B::Group(GroupFn::Any)),
    ("all", B::Group(GroupFn::All)),
    ("none", B::Group(GroupFn::None)),
    ("sum", B::Group(GroupFn::Reduce(BinaryOp::Add))),
    ("product", B::Group(GroupFn::Reduce(BinaryOp::Mul))),
    ("min", B::Group(GroupFn::Reduce(BinaryOp::Min))),
    ("max", B::Group(GroupFn::Reduce(BinaryOp::Max))),
    ("and", B::Group(GroupFn::Reduce(BinaryOp::And))),
    ("or", B::Group(GroupFn::Reduce(BinaryOp::Or))),
    ("xor", B::Group(GroupFn::Reduce(BinaryOp::Xor))),
    ("inclusive_sum", B::Group(GroupFn::Scan { inclusive: true })),
    ("exclusive_sum", B::Group(GroupFn::Scan { inclusive: false })),
    ("barrier", B::NdItem(NdMethod::Barrier)),
];

/// Methods of `Global` and `Local` by name.
const GLOBAL: [(&str, Builtin); 4] =
    [("len", B::Len), ("is_empty", B::IsEmpty), ("get", B::GlobalGet), ("set", B::GlobalSet)];

/// Methods of `Sender` by name.
const SENDER: [(&str, Builtin); 3] =
    [("send", B::Send), ("try_send", B::TrySend), ("is_full", B::CannotGoOn)];

/// Methods of `Receiver` by name.
const RECEIVER: [(&str, Builtin); 5] = [
    ("recv", B::Recv),
    ("try_recv", B::TryRecv),
    ("peek", B::Peek),
    ("is_empty", B::CannotGoOn),
    ("__more", B::More),
];

/// Methods of `BlockSender` by name.
const BLOCK_SENDER: [(&str, Builtin); 1] = [("acquire", B::Acquire)];

/// Methods of `BlockReceiver` by name.
const BLOCK_RECEIVER: [(&str, Builtin); 2] = [("acquire", B::Acquire), ("__more", B::More)];

/// Methods of `Option` by name.
const OPTION: [(&str, Builtin); 9] = [
    ("is_some", B::IsSome),
    ("is_none", B::IsNone),
    ("unwrap", B::Unwrap),
    ("unwrap_or", B::UnwrapOr),
    ("unwrap_or_default", B::UnwrapOrDefault),
    ("or", B::Or),
    ("copied", B::Copied),
    ("cloned", B::Copied),
    ("clone", B::Clone),
];

impl Builtin {
    /// The method of a type, behind references.
    pub fn find(ty: &Ty, name: &str) -> Option<Self> {
        if let Some(prim) = ty.as_prim().filter(|prim| prim.is_integer()) {
            let is_it = |[form, word]: [&str; 2]| name.strip_prefix(form) == Some(word);
            return integer::methods(prim).find(|(known, _)| is_it(*known)).map(|(_, builtin)| builtin);
        }
        match (name, ty) {
            ("clone", Ty::Tuple(_) | Ty::Adt(_) | Ty::Prim(Prim::Bool)) => Some(Self::Clone),
            // The values themselves are at hand.
            ("copied" | "cloned", Ty::Option(value)) if !value.is_ref() => None,
            _ => table(ty).iter().find(|(known, _)| *known == name).map(|(_, builtin)| *builtin),
        }
    }

    /// True if some type has a method of this name.
    pub fn is_method(name: &str) -> bool {
        let tables: [&[(&str, Self)]; 8] =
            [&FLOAT, &SLICE, &ITEM, &GLOBAL, &OPTION, &SENDER, &RECEIVER, &BLOCK_RECEIVER];
        if NumberMethod::ALL.contains(&name) {
            return true;
        }
        let of_integers = [Prim::I64, Prim::U64].into_iter().flat_map(integer::methods);
        tables.iter().any(|table| table.iter().any(|(known, _)| *known == name))
            || of_integers.into_iter().any(|([form, word], _)| name.strip_prefix(form) == Some(word))
    }

    /// A function of a number's type that is no method, and what it takes.
    pub fn of_type(prim: Prim, name: &str) -> Option<(Ty, Self)> {
        match name {
            "from_bits" if prim.is_float() => Some((Ty::Prim(prim.unsigned()), Self::FromBits(prim))),
            "from_le_bytes" | "from_ne_bytes" => {
                Some((bytes(prim), Self::FromBytes(ByteOrder::Little, prim)))
            }
            "from_be_bytes" => Some((bytes(prim), Self::FromBytes(ByteOrder::Big, prim))),
            _ => None,
        }
    }

    /// The methods of a type, without `clone`.
    pub fn names(ty: &Ty) -> Vec<String> {
        if let Ty::Number(number) = ty {
            return NumberMethod::names(number.form).map(str::to_owned).collect();
        }
        let names: Vec<String> = match ty.as_prim() {
            Some(prim) if prim.is_integer() => {
                integer::methods(prim).map(|(name, _)| name.concat()).collect()
            }
            _ => {
                let known = table(ty).iter().filter(|(name, _)| Self::find(ty, name).is_some());
                known.map(|(name, _)| (*name).to_owned()).collect()
            }
        };
        names.into_iter().filter(|name| name != "clone" && !name.starts_with("__")).collect()
    }

    /// The types of the arguments besides the receiver, and of the result.
    pub fn signature(self, ty: &Ty) -> (Vec<Ty>, Ty) {
        let same = || ty.clone();
        let prim = ty.as_prim();
        let unsigned = || prim.map_or(Ty::Error, |prim| Ty::Prim(prim.unsigned()));
        let (element, value) = match ty {
            Ty::Array(element, _)
            | Ty::Slice(element)
            | Ty::Global(element)
            | Ty::Local(element, _)
            | Ty::Block(element)
            | Ty::End(_, element) => ((**element).clone(), Ty::Error),
            Ty::Option(value) => (Ty::Error, (**value).clone()),
            _ => (Ty::Error, Ty::Error),
        };
        match self {
            Self::Len => (vec![], Ty::USIZE),
            Self::IsEmpty | Self::IsSome | Self::IsNone => (vec![], Ty::BOOL),
            Self::Fill => (vec![element], Ty::Unit),
            Self::CopyFromSlice => (vec![Ty::reference(false, Ty::Slice(Box::new(element)))], Ty::Unit),
            Self::CopyWithin => {
                (vec![Ty::reference(false, Ty::Slice(Box::new(element))), Ty::USIZE], Ty::Unit)
            }
            Self::Swap => (vec![Ty::USIZE, Ty::USIZE], Ty::Unit),
            Self::Reverse => (vec![], Ty::Unit),
            Self::RotateElements(_) => (vec![Ty::USIZE], Ty::Unit),
            Self::Contains => (vec![Ty::reference(false, element)], Ty::BOOL),
            Self::First(mutable) | Self::Last(mutable) => {
                (vec![], Ty::option(Ty::reference(mutable, element)))
            }
            Self::Get(mutable) => (vec![Ty::USIZE], Ty::option(Ty::reference(mutable, element))),
            Self::SplitAt(mutable) => {
                let part = Ty::reference(mutable, Ty::Slice(Box::new(element)));
                (vec![Ty::USIZE], Ty::Tuple(vec![part.clone(), part]))
            }
            Self::Exact(form, exact) => {
                let (arg, result) = exact.signature(prim.unwrap_or(Prim::Bool));
                (arg.map(Ty::Prim).into_iter().collect(), form.result(Ty::Prim(result)))
            }
            Self::MinMax(_) | Self::Midpoint | Self::DivCeil | Self::Copysign => (vec![same()], same()),
            Self::UnboundedShift(_) | Self::Rotate(_) => (vec![Ty::U32], same()),
            Self::Count(_) | Self::CountOfComplement(_) => (vec![], Ty::U32),
            Self::Permute(_)
            | Self::Signum
            | Self::Float(_)
            | Self::Fract
            | Self::FloatSignum
            | Self::Recip
            | Self::Clone => (vec![], same()),
            Self::UnsignedAbs | Self::ToBits => (vec![], unsigned()),
            Self::OtherSign => (vec![], Ty::Prim(prim.map_or(Prim::Bool, Prim::other_sign))),
            Self::IsMultipleOf => (vec![same()], Ty::BOOL),
            Self::AbsDiff => (vec![same()], unsigned()),
            Self::Clamp | Self::MulAdd => (vec![same(), same()], same()),
            Self::FromBits(prim) | Self::FromBytes(_, prim) | Self::Into(prim) => (vec![], Ty::Prim(prim)),
            Self::ToBytes(_) => (vec![], prim.map_or(Ty::Error, bytes)),
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
            // The type is one of the library: inference knows it.
            Self::Classify => (vec![], Ty::Error),
            Self::ItemId | Self::ItemRange => (vec![Ty::USIZE], Ty::USIZE),
            Self::ItemLinearId => (vec![], Ty::USIZE),
            Self::NdItem(method) => method.signature(ty),
            Self::GlobalGet => (vec![Ty::USIZE], element),
            Self::GlobalSet => (vec![Ty::USIZE, element], Ty::Unit),
            // Inference knows it.
            Self::Number(_) | Self::Group(_) => (vec![], Ty::Error),
            Self::Send => (vec![element], Ty::Unit),
            Self::TrySend => (vec![element], Ty::BOOL),
            Self::Recv | Self::Peek => (vec![], element),
            Self::TryRecv => (vec![], Ty::option(element)),
            Self::CannotGoOn | Self::More => (vec![], Ty::BOOL),
            Self::Acquire => {
                let mutable = matches!(ty, Ty::End(ChannelEnd::Write, _));
                (vec![], ty.block().map_or(Ty::Error, |array| Ty::reference(mutable, array.clone())))
            }
            Self::HandOver => (vec![], Ty::Unit),
            Self::Unwrap | Self::UnwrapOrDefault => (vec![], value),
            Self::UnwrapOr => (vec![value.clone()], value),
            Self::Or => (vec![same()], same()),
            Self::Copied => (vec![], Ty::option(value.deref().clone())),
        }
    }

    /// True if the items of a group wait for each other in it.
    pub const fn is_of_all_items(self) -> bool {
        matches!(self, Self::NdItem(NdMethod::Barrier) | Self::Group(_))
    }

    /// True if it writes what it is called on.
    pub const fn writes(self) -> bool {
        matches!(self, Self::Number(method) if method.writes())
            || matches!(
                self,
                Self::Fill
                    | Self::CopyFromSlice
                    | Self::CopyWithin
                    | Self::Swap
                    | Self::Reverse
                    | Self::RotateElements(_)
                    | Self::First(true)
                    | Self::Last(true)
                    | Self::Get(true)
                    | Self::SplitAt(true)
                    | Self::Send
                    | Self::TrySend
                    | Self::Recv
                    | Self::TryRecv
                    | Self::Peek
                    | Self::Acquire
            )
    }
}

/// The names of the methods that numbers have in kernels, for a type by its name in Rust; none if it is no number's.
#[must_use]
pub fn number_methods(ty: &str) -> Vec<String> {
    Prim::from_name(ty).map(|prim| Builtin::names(&Ty::Prim(prim))).unwrap_or_default()
}

/// A number as an array of bytes.
fn bytes(prim: Prim) -> Ty {
    Ty::Array(Box::new(Ty::Prim(Prim::U8)), u64::from(prim.scalar().bits() / 8))
}

/// The methods of a type, by name.
fn table(ty: &Ty) -> &'static [(&'static str, Builtin)] {
    match ty {
        Ty::Prim(prim) if prim.is_float() => &FLOAT,
        Ty::Array(..) | Ty::Slice(_) => &SLICE,
        Ty::Option(_) => &OPTION,
        Ty::Item(_) => &ITEM,
        Ty::NdItem(_) => &ND_ITEM,
        Ty::Group(_) => &GROUP,
        Ty::Global(_) | Ty::Local(..) => &GLOBAL,
        Ty::End(ChannelEnd::Write, _) if ty.block().is_some() => &BLOCK_SENDER,
        Ty::End(ChannelEnd::Read, _) if ty.block().is_some() => &BLOCK_RECEIVER,
        Ty::End(ChannelEnd::Write, _) => &SENDER,
        Ty::End(ChannelEnd::Read, _) => &RECEIVER,
        _ => &[],
    }
}
