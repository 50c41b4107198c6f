//! Types as the kernel language has them.

use std::fmt;
use std::rc::Rc;

use sycl_hls_ir::ChannelEnd;
use sycl_hls_numbers::Shape;
use sycl_hls_types::{Scalar, ScalarValue};

use crate::ids::AdtId;
use crate::number::Number;

/// A primitive type. Unlike [`Scalar`], `usize` and `isize` are types of their own here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Prim {
    Bool,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    F32,
    F64,
}

/// A type, perhaps not yet known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    Prim(Prim),
    /// An integer of any width.
    Number(Number),
    Unit,
    /// Of what never ends, such as `break`: fits everything.
    Never,
    Tuple(Vec<Self>),
    /// A struct or an enum of the module.
    Adt(AdtRef),
    Option(Box<Self>),
    Array(Box<Self>, u64),
    Slice(Box<Self>),
    /// `Global<T>`: a slice that all work items write; always behind a reference.
    Global(Box<Self>),
    /// `Local<T, N>`: memory of a work-group; always behind a reference.
    Local(Box<Self>, u64),
    /// `Item<D>`: the indices of a work item.
    Item(u32),
    /// `NdItem<D>`: a work item and its group.
    NdItem(u32),
    /// `Group<D>`: the group of a work item.
    Group(u32),
    /// `Sender<T>` or `Receiver<T>`: an end of a stream; of blocks, `BlockSender<[T; N]>` or `BlockReceiver<[T; N]>`.
    End(ChannelEnd, Box<Self>),
    /// What is handed over through a stream of blocks: an array. Only the element of an end.
    Block(Box<Self>),
    /// What can be called, as `impl Fn(u32) -> u32`: the types of its arguments, and of its result.
    Fn(Vec<Self>, Box<Self>),
    Ref {
        mutable: bool,
        inner: Box<Self>,
    },
    /// To be inferred.
    Var(Var),
    /// Already reported: fits everything.
    Error,
}

/// A struct or an enum by its place among the module's, its name, and what its parameters stand for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AdtRef {
    pub id: AdtId,
    pub name: Rc<str>,
    /// In order. Empty where a type with parameters is named without them: nothing is known of them then.
    pub args: Rc<[GenericArg]>,
}

/// An argument for a generic parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GenericArg {
    Ty(Ty),
    Const(ScalarValue),
}

/// A type that is not decided yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Var(pub usize);

impl Prim {
    pub const ALL: [Self; 15] = [
        Self::Bool,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::U128,
        Self::Usize,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::I128,
        Self::Isize,
        Self::F32,
        Self::F64,
    ];

    /// The type of this name in Rust.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|prim| prim.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Usize => "usize",
            Self::Isize => "isize",
            Self::U128 => "u128",
            Self::I128 => "i128",
            other => other.scalar().native_name().unwrap_or_default(),
        }
    }

    /// The scalar type of KIR; `usize` and `isize` have 64 bits.
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::Bool => Scalar::Bool,
            Self::U8 => Scalar::U8,
            Self::U16 => Scalar::U16,
            Self::U32 => Scalar::U32,
            Self::U64 | Self::Usize => Scalar::U64,
            Self::U128 => Scalar::U128,
            Self::I8 => Scalar::I8,
            Self::I16 => Scalar::I16,
            Self::I32 => Scalar::I32,
            Self::I64 | Self::Isize => Scalar::I64,
            Self::I128 => Scalar::I128,
            Self::F32 => Scalar::F32,
            Self::F64 => Scalar::F64,
        }
    }

    /// The unsigned integer type of the same width.
    pub const fn unsigned(self) -> Self {
        match self {
            Self::I8 => Self::U8,
            Self::I16 => Self::U16,
            Self::I32 | Self::F32 => Self::U32,
            Self::I64 | Self::F64 => Self::U64,
            Self::I128 => Self::U128,
            Self::Isize => Self::Usize,
            other => other,
        }
    }

    /// The integer type of the same width, signed if this is unsigned and the other way round.
    pub const fn other_sign(self) -> Self {
        match self {
            Self::U8 => Self::I8,
            Self::U16 => Self::I16,
            Self::U32 => Self::I32,
            Self::U64 => Self::I64,
            Self::U128 => Self::I128,
            Self::Usize => Self::Isize,
            other => other.unsigned(),
        }
    }

    /// True if every value of the type is one of `to`, so that Rust has a `From` for them.
    pub fn fits_into(self, to: Self) -> bool {
        let bits = || self.scalar().bits();
        let whole = |prim: Self| prim.scalar().bits() - u32::from(prim.is_signed());
        match (self, to) {
            (from, to) if from == to => true,
            (Self::Usize | Self::Isize, _) => false,
            (Self::Bool, to) => to.is_integer(),
            (from, Self::Usize) => matches!(from, Self::U8 | Self::U16),
            (from, Self::Isize) => matches!(from, Self::I8 | Self::I16 | Self::U8),
            (Self::F32, to) => to == Self::F64,
            (_, Self::F32) => bits() <= 16,
            (_, Self::F64) => bits() <= 32,
            (from, to) if !from.is_integer() || !to.is_integer() => false,
            (from, to) => whole(from) <= whole(to) && (to.is_signed() || !from.is_signed()),
        }
    }

    pub const fn is_integer(self) -> bool {
        self.scalar().is_integer()
    }

    pub const fn is_signed(self) -> bool {
        self.scalar().is_signed()
    }

    pub const fn is_float(self) -> bool {
        self.scalar().is_float()
    }
}

impl Ty {
    pub const BOOL: Self = Self::Prim(Prim::Bool);
    pub const USIZE: Self = Self::Prim(Prim::Usize);
    pub const U32: Self = Self::Prim(Prim::U32);

    /// `[element; len]`
    pub fn array(element: Self, len: u64) -> Self {
        Self::Array(Box::new(element), len)
    }

    /// `Option<value>`
    pub fn option(value: Self) -> Self {
        Self::Option(Box::new(value))
    }

    /// `&inner` or `&mut inner`
    pub fn reference(mutable: bool, inner: Self) -> Self {
        Self::Ref { mutable, inner: Box::new(inner) }
    }

    /// The type as a primitive one, if it is one.
    pub fn as_prim(&self) -> Option<Prim> {
        match self {
            Self::Prim(prim) => Some(*prim),
            _ => None,
        }
    }

    /// The type as a number of any width, if it is one; native integers are none.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The shape of an operand beside a number of any width: native integers and `bool` are operands, too.
    pub fn shape(&self) -> Option<Shape> {
        match self {
            Self::Number(number) => Some(number.shape),
            Self::Prim(Prim::Bool) => Some(Shape::integer(false, 1)),
            Self::Prim(prim) if prim.is_integer() => {
                Some(Shape::integer(prim.is_signed(), prim.scalar().bits()))
            }
            _ => None,
        }
    }

    /// The referenced type of references, through any number of them; otherwise the type itself.
    pub fn deref(&self) -> &Self {
        match self {
            Self::Ref { inner, .. } => inner.deref(),
            other => other,
        }
    }

    /// The number of parts that a pattern can name: of a tuple or an array, also behind references.
    pub fn parts(&self) -> usize {
        match self.deref() {
            Self::Tuple(parts) => parts.len(),
            Self::Array(_, len) => usize::try_from(*len).unwrap_or(usize::MAX),
            _ => 0,
        }
    }

    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(..))
    }

    pub fn is_ref(&self) -> bool {
        matches!(self, Self::Ref { .. })
    }

    /// The parts that the type is written with, down to scalars; an array has those of one element, a struct of the
    /// module counts as one.
    pub fn written_parts(&self) -> usize {
        match self {
            Self::Tuple(parts) => parts.iter().fold(1, |sum, part| sum + part.written_parts()),
            Self::Option(inner)
            | Self::Array(inner, _)
            | Self::Slice(inner)
            | Self::End(_, inner)
            | Self::Block(inner)
            | Self::Ref { inner, .. } => 1 + inner.written_parts(),
            Self::Fn(params, ret) => {
                params.iter().fold(1 + ret.written_parts(), |sum, param| sum + param.written_parts())
            }
            _ => 1,
        }
    }

    /// True if it contains a reference, an end of a stream or a closure. Such a value is never in memory.
    pub fn holds_ref(&self) -> bool {
        match self {
            Self::Ref { .. } | Self::Slice(_) | Self::Global(_) | Self::Local(..) | Self::End(..) => true,
            Self::Item(_) | Self::NdItem(_) | Self::Group(_) | Self::Fn(..) => true,
            Self::Tuple(parts) => parts.iter().any(Self::holds_ref),
            Self::Option(inner) | Self::Array(inner, _) => inner.holds_ref(),
            _ => false,
        }
    }

    /// True of the references that functions and closures give: to values, and to parts of arrays and slices of them.
    pub fn is_given(&self) -> bool {
        match self {
            Self::Ref { inner, .. } => match &**inner {
                Self::Slice(element) => !element.holds_ref(),
                other => !other.holds_ref(),
            },
            _ => false,
        }
    }

    /// The end of a stream whose type has this name, and whether it is one of blocks.
    pub fn end_named(name: &str) -> Option<(ChannelEnd, bool)> {
        match name {
            "Sender" => Some((ChannelEnd::Write, false)),
            "Receiver" => Some((ChannelEnd::Read, false)),
            "BlockSender" => Some((ChannelEnd::Write, true)),
            "BlockReceiver" => Some((ChannelEnd::Read, true)),
            _ => None,
        }
    }

    /// What an end of a stream of blocks hands over.
    pub fn block(&self) -> Option<&Self> {
        match self {
            Self::End(_, element) => match &**element {
                Self::Block(array) => Some(array),
                _ => None,
            },
            _ => None,
        }
    }

    /// True of an end of a stream, also behind a reference.
    pub fn is_end(&self) -> bool {
        matches!(self.deref(), Self::End(..))
    }

    /// True of an end of a stream, and of a tuple or an array that has one, not behind a reference: using its value moves it.
    pub fn owns_end(&self) -> bool {
        match self {
            Self::End(..) => true,
            Self::Tuple(parts) => parts.iter().any(Self::owns_end),
            Self::Array(inner, _) => inner.owns_end(),
            _ => false,
        }
    }

    /// True of an array of ends.
    pub fn is_array_of_ends(&self) -> bool {
        matches!(self, Self::Array(end, _) if matches!(**end, Self::End(..)))
    }

    /// True if what an `impl` block gives to this type, another one has, too: a type without its arguments stands for all.
    pub fn covers(&self, other: &Self) -> bool {
        self == other || matches!((self, other), (Self::Adt(own), Self::Adt(other)) if *own == other.open())
    }

    /// True if it, or a part of it, has an error that was reported.
    pub fn is_wrong(&self) -> bool {
        match self {
            Self::Error => true,
            Self::Tuple(parts) => parts.iter().any(Self::is_wrong),
            Self::Option(inner)
            | Self::Array(inner, _)
            | Self::Slice(inner)
            | Self::End(_, inner)
            | Self::Block(inner) => inner.is_wrong(),
            Self::Ref { inner, .. } => inner.is_wrong(),
            Self::Adt(adt) => adt.types().any(Self::is_wrong),
            Self::Fn(params, ret) => params.iter().any(Self::is_wrong) || ret.is_wrong(),
            _ => false,
        }
    }

    /// True if a part of it is to be inferred.
    pub fn has_vars(&self) -> bool {
        match self {
            Self::Var(_) => true,
            Self::Tuple(parts) => parts.iter().any(Self::has_vars),
            Self::Option(inner)
            | Self::Array(inner, _)
            | Self::Slice(inner)
            | Self::Global(inner)
            | Self::Local(inner, _)
            | Self::End(_, inner)
            | Self::Block(inner)
            | Self::Ref { inner, .. } => inner.has_vars(),
            Self::Adt(adt) => adt.types().any(Self::has_vars),
            Self::Fn(params, ret) => params.iter().any(Self::has_vars) || ret.has_vars(),
            _ => false,
        }
    }
}

/// What can be called, for messages. Apart from other types, since these nest deeply.
fn shown_fn(params: &[Ty], ret: &Ty) -> String {
    let params: Vec<String> = params.iter().map(Ty::to_string).collect();
    function_text(&params, &ret.to_string())
}

/// The text for what is called with arguments of these types: `impl Fn(u32) -> u32`.
pub(crate) fn function_text(params: &[String], ret: &str) -> String {
    let params = params.join(", ");
    if ret == "()" { format!("impl Fn({params})") } else { format!("impl Fn({params}) -> {ret}") }
}

impl AdtRef {
    /// The same with nothing known of its parameters.
    pub fn open(&self) -> Self {
        Self { args: Rc::from([]), ..self.clone() }
    }

    /// The same with what `of` makes of each type among its arguments.
    pub fn map(&self, of: impl Fn(&Ty) -> Ty) -> Self {
        Self { args: self.args.iter().map(|arg| arg.map(&of)).collect(), ..self.clone() }
    }

    /// The types among its arguments.
    pub fn types(&self) -> impl Iterator<Item = &Ty> {
        self.args.iter().filter_map(|arg| match arg {
            GenericArg::Ty(ty) => Some(ty),
            GenericArg::Const(_) => None,
        })
    }
}

impl fmt::Display for AdtRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.args.is_empty() {
            return Ok(());
        }
        let args: Vec<String> = self.args.iter().map(GenericArg::to_string).collect();
        write!(f, "<{}>", args.join(", "))
    }
}

impl GenericArg {
    /// The same with what `of` makes of it if it is a type.
    pub fn map(&self, of: impl Fn(&Ty) -> Ty) -> Self {
        match self {
            Self::Ty(ty) => Self::Ty(of(ty)),
            Self::Const(value) => Self::Const(value.clone()),
        }
    }
}

impl fmt::Display for GenericArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ty(ty) => ty.fmt(f),
            Self::Const(value) => value.fmt(f),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prim(prim) => f.write_str(prim.name()),
            Self::Number(number) => number.fmt(f),
            Self::Unit => f.write_str("()"),
            Self::Never => f.write_str("!"),
            Self::Tuple(parts) => {
                let texts: Vec<String> = parts.iter().map(Self::to_string).collect();
                let comma = if parts.len() == 1 { "," } else { "" };
                write!(f, "({}{comma})", texts.join(", "))
            }
            Self::Adt(adt) => adt.fmt(f),
            Self::Option(value) => write!(f, "Option<{value}>"),
            Self::Array(element, len) => write!(f, "[{element}; {len}]"),
            Self::Slice(element) => write!(f, "[{element}]"),
            Self::Global(element) => write!(f, "Global<{element}>"),
            Self::Local(element, len) => write!(f, "Local<{element}, {len}>"),
            Self::End(end, element) => {
                let of = if matches!(**element, Self::Block(_)) { "Block" } else { "" };
                let name = if *end == ChannelEnd::Write { "Sender" } else { "Receiver" };
                write!(f, "{of}{name}<{element}>")
            }
            Self::Block(array) => write!(f, "{array}"),
            Self::Fn(params, ret) => f.write_str(&shown_fn(params, ret)),
            Self::Item(dimensions) => write!(f, "Item<{dimensions}>"),
            Self::NdItem(dimensions) => write!(f, "NdItem<{dimensions}>"),
            Self::Group(dimensions) => write!(f, "Group<{dimensions}>"),
            Self::Ref { mutable: true, inner } => write!(f, "&mut {inner}"),
            Self::Ref { mutable: false, inner } => write!(f, "&{inner}"),
            Self::Var(_) => f.write_str("_"),
            Self::Error => f.write_str("{unknown}"),
        }
    }
}
