//! Types as the kernel language has them.

use std::fmt;

use sycl_hls_ir::Type;
use sycl_hls_types::Scalar;

/// A primitive type. Unlike [`Scalar`], `usize` is a type of its own here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Prim {
    Bool,
    U8,
    U32,
    U64,
    Usize,
    I32,
    I64,
    F32,
    F64,
}

/// A type, perhaps not yet known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    Prim(Prim),
    Unit,
    Array(Box<Self>, u64),
    Slice(Box<Self>),
    Ref {
        mutable: bool,
        inner: Box<Self>,
    },
    /// To be inferred.
    Var(Var),
    /// Already reported: fits everything.
    Error,
}

/// A literal's type that is not decided yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Var(pub usize);

impl Prim {
    pub const ALL: [Self; 9] =
        [Self::Bool, Self::U8, Self::U32, Self::U64, Self::Usize, Self::I32, Self::I64, Self::F32, Self::F64];

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|prim| prim.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Usize => "usize",
            other => other.scalar().name(),
        }
    }

    pub const fn scalar(self) -> Scalar {
        match self {
            Self::Bool => Scalar::Bool,
            Self::U8 => Scalar::U8,
            Self::U32 => Scalar::U32,
            Self::U64 | Self::Usize => Scalar::U64,
            Self::I32 => Scalar::I32,
            Self::I64 => Scalar::I64,
            Self::F32 => Scalar::F32,
            Self::F64 => Scalar::F64,
        }
    }

    pub const fn is_integer(self) -> bool {
        self.scalar().is_integer()
    }

    pub const fn is_float(self) -> bool {
        self.scalar().is_float()
    }
}

impl Ty {
    pub const BOOL: Self = Self::Prim(Prim::Bool);
    pub const USIZE: Self = Self::Prim(Prim::Usize);

    pub fn array(element: Self, len: u64) -> Self {
        Self::Array(Box::new(element), len)
    }

    pub fn as_prim(&self) -> Option<Prim> {
        match self {
            Self::Prim(prim) => Some(*prim),
            _ => None,
        }
    }

    /// The IR type of a scalar or an array; `None` for what is no object in memory.
    pub fn to_ir(&self) -> Option<Type> {
        match self {
            Self::Prim(prim) => Some(prim.scalar().into()),
            Self::Array(element, len) => Some(Type::array(element.to_ir()?, *len)),
            _ => None,
        }
    }

    /// Behind a reference, what it refers to; otherwise the type itself.
    pub fn deref(&self) -> &Self {
        match self {
            Self::Ref { inner, .. } => inner,
            other => other,
        }
    }

    /// Scalars in all dimensions.
    pub fn leaves(&self) -> u64 {
        match self {
            Self::Array(element, len) => element.leaves().saturating_mul(*len),
            _ => 1,
        }
    }

    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(..))
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prim(prim) => f.write_str(prim.name()),
            Self::Unit => f.write_str("()"),
            Self::Array(element, len) => write!(f, "[{element}; {len}]"),
            Self::Slice(element) => write!(f, "[{element}]"),
            Self::Ref { mutable: true, inner } => write!(f, "&mut {inner}"),
            Self::Ref { mutable: false, inner } => write!(f, "&{inner}"),
            Self::Var(_) => f.write_str("{number}"),
            Self::Error => f.write_str("{unknown}"),
        }
    }
}
