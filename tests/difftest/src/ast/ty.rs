//! Types of generated programs.

use std::fmt;
use std::sync::Arc;

use sycl_hls_types::Scalar;

/// A primitive type of the kernel language; unlike in [`Scalar`], `usize` and `isize` are of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Prim {
    Bool,
    U8,
    U16,
    U32,
    U64,
    Usize,
    I8,
    I16,
    I32,
    I64,
    Isize,
    F32,
    F64,
}

impl Prim {
    /// Every primitive type.
    pub const ALL: [Self; 13] = [
        Self::Bool,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::Usize,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::Isize,
        Self::F32,
        Self::F64,
    ];
    /// The integer types.
    pub const INTS: [Self; 10] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::Usize,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::Isize,
    ];
    /// The types of slice elements.
    pub const ELEMENTS: [Self; 12] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::Usize,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::Isize,
        Self::F32,
        Self::F64,
    ];

    /// Rust's name of the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Usize => "usize",
            Self::Isize => "isize",
            other => other.scalar().native_name().unwrap_or_default(),
        }
    }

    /// The type as the device sees it.
    #[must_use]
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::Bool => Scalar::Bool,
            Self::U8 => Scalar::U8,
            Self::U16 => Scalar::U16,
            Self::U32 => Scalar::U32,
            Self::U64 | Self::Usize => Scalar::U64,
            Self::I8 => Scalar::I8,
            Self::I16 => Scalar::I16,
            Self::I32 => Scalar::I32,
            Self::I64 | Self::Isize => Scalar::I64,
            Self::F32 => Scalar::F32,
            Self::F64 => Scalar::F64,
        }
    }

    /// True for the integer types; `bool` is none.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        self.scalar().is_integer()
    }

    /// True for `i32` and its like.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        self.scalar().is_signed()
    }

    /// True for `f32` and `f64`.
    #[must_use]
    pub const fn is_float(self) -> bool {
        self.scalar().is_float()
    }

    /// The unsigned integer type of the same width.
    #[must_use]
    pub const fn unsigned(self) -> Self {
        match self {
            Self::I8 => Self::U8,
            Self::I16 => Self::U16,
            Self::I32 | Self::F32 => Self::U32,
            Self::I64 | Self::F64 => Self::U64,
            Self::Isize => Self::Usize,
            other => other,
        }
    }

    /// True if there is a cast from this type to `to`.
    #[must_use]
    pub const fn casts_to(self, to: Self) -> bool {
        match (self, to) {
            (Self::Bool, Self::Bool) => true,
            (_, Self::Bool) | (Self::Bool, Self::F32 | Self::F64) => false,
            _ => true,
        }
    }
}

impl fmt::Display for Prim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The length of an array: a number, perhaps written as the name of a constant, of which only the number counts; or a
/// parameter of the function.
#[derive(Clone, Eq, Debug)]
pub struct Len {
    /// Number of elements, or the least one that the parameter stands for.
    pub count: u64,
    /// The constant or the parameter that the text names.
    pub name: Option<String>,
    /// The greatest number that the parameter stands for, if it is one.
    most: Option<u64>,
}

impl Len {
    /// A parameter that stands for numbers between these.
    #[must_use]
    pub fn open(name: &str, [least, most]: [u64; 2]) -> Self {
        Self { count: least, name: Some(name.to_owned()), most: Some(most) }
    }

    /// True if it is a parameter.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.most.is_some()
    }

    /// Elements at least and at most.
    #[must_use]
    pub fn bounds(&self) -> [u64; 2] {
        [self.count, self.most.unwrap_or(self.count)]
    }
}

impl PartialEq for Len {
    fn eq(&self, other: &Self) -> bool {
        (self.count, self.most) == (other.count, other.most)
    }
}

impl From<u64> for Len {
    fn from(count: u64) -> Self {
        Self { count, name: None, most: None }
    }
}

impl fmt::Display for Len {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "{}", self.count),
        }
    }
}

/// The type of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// A scalar.
    Prim(Prim),
    /// An array, perhaps of arrays.
    Array(Box<Self>, Len),
    /// What a slice parameter refers to.
    Slice(Box<Self>),
    /// `Option<T>`
    Option(Box<Self>),
    /// `(A, B)`
    Tuple(Vec<Self>),
    /// A struct or an enum.
    Named(Arc<Adt>),
    /// The type parameter of the function, whose name is always `T`.
    Param(Bound),
    /// `()`
    Unit,
}

/// What a type parameter has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Bound {
    Number,
    Integer,
}

/// A struct or an enum.
#[derive(PartialEq, Eq, Debug)]
pub struct Adt {
    /// Its name.
    pub name: String,
    /// True if it is a struct that slices of kernels may have.
    pub element: bool,
    /// One without a name is that of a struct.
    pub variants: Vec<Variant>,
    /// What its parameters stand for, if it has any: each type is written with its arguments.
    pub arguments: Arguments,
}

/// What the parameters `T` and `N` of a struct or an enum stand for: the types of some fields, and the lengths of others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Arguments {
    pub ty: Option<Ty>,
    pub len: Option<u64>,
}

impl Arguments {
    /// A type of a field, with parameters where it has what they stand for.
    fn abstracted(&self, ty: &Ty) -> String {
        match ty {
            _ if self.ty.as_ref() == Some(ty) => "T".to_owned(),
            Ty::Array(element, len) if self.len == Some(len.count) => {
                format!("[{}; N]", self.abstracted(element))
            }
            other => other.to_string(),
        }
    }

    /// A list between `<` and `>`, without anything that is not there.
    fn list(&self, ty: impl fmt::Display, len: impl fmt::Display) -> String {
        let (ty, len) = (self.ty.as_ref().map(|_| ty.to_string()), self.len.map(|_| len.to_string()));
        let parts: Vec<String> = ty.into_iter().chain(len).collect();
        if parts.is_empty() { String::new() } else { format!("<{}>", parts.join(", ")) }
    }

    /// As they are declared: `<T, const N: usize>`.
    fn declared(&self) -> String {
        self.list("T", "const N: usize")
    }

    /// As they are written: `<u32, 4>`.
    fn written(&self) -> String {
        self.list(self.ty.as_ref().unwrap_or(&Ty::Unit), self.len.unwrap_or_default())
    }
}

/// A variant of an enum, or a struct.
#[derive(PartialEq, Eq, Debug)]
pub struct Variant {
    /// Without the enum's name; nothing for a struct.
    pub name: Option<String>,
    /// Its fields.
    pub fields: Fields,
}

/// Fields of a struct or of a variant.
#[derive(PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Fields {
    Unit,
    Tuple(Vec<Ty>),
    Named(Vec<(String, Ty)>),
}

impl Fields {
    /// Names, which are numbers for fields without any, and types.
    #[must_use]
    pub fn all(&self) -> Vec<(String, Ty)> {
        match self {
            Self::Unit => Vec::new(),
            Self::Tuple(parts) => positions(parts),
            Self::Named(fields) => fields.clone(),
        }
    }

    fn text(&self, arguments: &Arguments) -> String {
        match self {
            Self::Unit => String::new(),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| arguments.abstracted(part)).collect();
                format!("({})", parts.join(", "))
            }
            Self::Named(fields) => {
                let fields = fields.iter().map(|(name, ty)| format!("{name}: {}", arguments.abstracted(ty)));
                format!(" {{ {} }}", fields.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl Adt {
    /// The struct, unless it is an enum.
    #[must_use]
    pub fn fields(&self) -> Option<&Fields> {
        match self.variants.as_slice() {
            [Variant { name: None, fields }] => Some(fields),
            _ => None,
        }
    }

    /// The path of a variant. Fields decide the arguments of a struct, and not those of an enum.
    #[must_use]
    pub fn path(&self, variant: &Variant) -> String {
        match &variant.name {
            Some(name) if self.is_generic() => format!("{}::{}::{name}", self.name, self.arguments.written()),
            Some(name) => format!("{}::{name}", self.name),
            None => self.name.clone(),
        }
    }

    /// True if it has parameters.
    #[must_use]
    pub fn is_generic(&self) -> bool {
        self.arguments != Arguments::default()
    }

    /// The `impl` block of a type with parameters, which has a function that returns its receiver.
    #[must_use]
    pub fn generic_impl(&self) -> String {
        let (declared, named) =
            (self.arguments.list("T: Copy", "const N: usize"), self.arguments.list("T", "N"));
        format!("impl{declared} {}{named} {{ const fn same(self) -> Self {{ self }} }}", self.name)
    }
}

impl fmt::Display for Adt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An operator's operands and result are as visible as its type.
        f.write_str("pub ")?;
        let name = format!("{}{}", self.name, self.arguments.declared());
        match self.fields() {
            Some(fields @ Fields::Named(_)) => write!(f, "struct {name}{}", fields.text(&self.arguments)),
            Some(fields) => write!(f, "struct {name}{};", fields.text(&self.arguments)),
            None => {
                let variant = |variant: &Variant| {
                    let name = variant.name.as_deref().unwrap_or_default();
                    format!("{name}{}", variant.fields.text(&self.arguments))
                };
                let variants: Vec<String> = self.variants.iter().map(variant).collect();
                write!(f, "enum {name} {{ {} }}", variants.join(", "))
            }
        }
    }
}

/// A step from a place to a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// `[..]`
    Index,
    /// `.name`
    Field(String),
}

fn positions(parts: &[Ty]) -> Vec<(String, Ty)> {
    parts.iter().enumerate().map(|(index, ty)| (index.to_string(), ty.clone())).collect()
}

impl Ty {
    /// The parts of a place of this type.
    #[must_use]
    pub fn steps(&self) -> Vec<(Step, Self)> {
        let fields = match self {
            Self::Array(element, _) | Self::Slice(element) => {
                return vec![(Step::Index, (**element).clone())];
            }
            Self::Tuple(parts) => positions(parts),
            Self::Named(adt) => adt.fields().map(Fields::all).unwrap_or_default(),
            _ => Vec::new(),
        };
        fields.into_iter().map(|(name, ty)| (Step::Field(name), ty)).collect()
    }

    /// The ways from a place of this type to parts that satisfy `wanted`, perhaps to all of it.
    pub fn paths(&self, wanted: &impl Fn(&Self) -> bool) -> Vec<Vec<Step>> {
        let mut found = Vec::new();
        if wanted(self) {
            found.push(Vec::new());
        }
        for (step, ty) in self.steps() {
            let rest = ty.paths(wanted).into_iter();
            found.extend(rest.map(|rest| [vec![step.clone()], rest].concat()));
        }
        found
    }

    /// True for tuples, structs, enums, options, and what a type parameter stands for.
    #[must_use]
    pub const fn is_aggregate(&self) -> bool {
        matches!(self, Self::Tuple(_) | Self::Named(_) | Self::Option(_) | Self::Param(_))
    }

    /// An array of this type.
    #[must_use]
    pub fn array(self, len: impl Into<Len>) -> Self {
        Self::Array(Box::new(self), len.into())
    }

    /// What a slice of elements of this type is behind its reference.
    #[must_use]
    pub fn slice(self) -> Self {
        Self::Slice(Box::new(self))
    }

    /// The scalars in it, in order, if kernels can have slices of it.
    #[must_use]
    pub fn element_scalars(&self) -> Option<Vec<Scalar>> {
        match self {
            Self::Prim(prim) if *prim != Prim::Bool => Some(vec![prim.scalar()]),
            Self::Array(element, len) => Some(element.element_scalars()?.repeat(len.count as usize)),
            Self::Named(adt) if adt.element => {
                let fields = adt.fields()?.all();
                let fields: Option<Vec<_>> = fields.iter().map(|(_, ty)| ty.element_scalars()).collect();
                Some(fields?.concat())
            }
            _ => None,
        }
    }

    /// An `Option` of this type.
    #[must_use]
    pub fn option(self) -> Self {
        Self::Option(Box::new(self))
    }

    /// The scalar type, if it is one.
    #[must_use]
    pub const fn prim(&self) -> Option<Prim> {
        match self {
            Self::Prim(prim) => Some(*prim),
            _ => None,
        }
    }

    /// True for arrays, not for slices.
    #[must_use]
    pub const fn is_array(&self) -> bool {
        matches!(self, Self::Array(..))
    }

    /// What an index leads to.
    #[must_use]
    pub fn element(&self) -> Option<Self> {
        match self {
            Self::Array(element, _) | Self::Slice(element) => Some((**element).clone()),
            _ => None,
        }
    }

    /// The type of the scalars in it.
    #[must_use]
    pub fn leaf(&self) -> Option<Prim> {
        match self {
            Self::Prim(prim) => Some(*prim),
            Self::Array(element, _) | Self::Slice(element) => element.leaf(),
            Self::Unit | Self::Option(_) | Self::Tuple(_) | Self::Named(_) | Self::Param(_) => None,
        }
    }

    /// Elements of an array, at least and at most.
    #[must_use]
    pub fn length(&self) -> Option<[u64; 2]> {
        match self {
            Self::Array(_, len) => Some(len.bounds()),
            _ => None,
        }
    }

    /// Lengths of an array's dimensions, outermost first; the least ones.
    #[must_use]
    pub fn dims(&self) -> Vec<u64> {
        match self {
            Self::Array(element, len) => [vec![len.count], element.dims()].concat(),
            _ => Vec::new(),
        }
    }

    /// Number of scalars in it; 0 for a slice.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        match self {
            Self::Slice(_) | Self::Unit | Self::Option(_) | Self::Tuple(_) | Self::Named(_) => 0,
            other => other.dims().iter().product(),
        }
    }
}

impl From<Prim> for Ty {
    fn from(prim: Prim) -> Self {
        Self::Prim(prim)
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prim(prim) => write!(f, "{prim}"),
            Self::Array(element, len) => write!(f, "[{element}; {len}]"),
            Self::Slice(element) => write!(f, "[{element}]"),
            Self::Option(value) => write!(f, "Option<{value}>"),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            Self::Named(adt) => write!(f, "{}{}", adt.name, adt.arguments.written()),
            Self::Param(_) => f.write_str("T"),
            Self::Unit => f.write_str("()"),
        }
    }
}
