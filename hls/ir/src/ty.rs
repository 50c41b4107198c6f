//! Types of memory objects. SSA values are scalars.

use std::fmt;
use std::sync::Arc;

use sycl_hls_types::{ElementType, Scalar, StructLayout};

use crate::{Span, Step};

/// The type of a slot, a constant or a parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A scalar.
    Scalar(Scalar),
    /// An array: element type and length, row-major.
    Array(Box<Self>, u64),
    /// A struct; [`Module::structs`](crate::Module::structs) has it, too.
    Struct(Arc<Struct>),
}

/// A struct type. Tuples and enums with data are structs as well.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Struct {
    /// The Rust name.
    pub name: String,
    /// The fields, at least one.
    pub fields: Vec<Field>,
    /// The item.
    pub span: Span,
}

/// A field of a struct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The Rust name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

impl Type {
    /// `[element; len]`
    #[must_use]
    pub fn array(element: Self, len: u64) -> Self {
        Self::Array(Box::new(element), len)
    }

    /// The scalar, if it is one.
    #[must_use]
    pub const fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            Self::Array(..) | Self::Struct(_) => None,
        }
    }

    /// The scalar at the bottom of the array, or the scalar itself; `None` where a struct is at the bottom.
    #[must_use]
    pub fn leaf(&self) -> Option<Scalar> {
        self.bottom().scalar()
    }

    /// What is at the bottom of the array: a scalar or a struct. Of what is no array, the type itself.
    #[must_use]
    pub fn bottom(&self) -> &Self {
        match self {
            Self::Array(element, _) => element.bottom(),
            Self::Scalar(_) | Self::Struct(_) => self,
        }
    }

    /// Number of scalars in an object of this type; saturates.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        match self {
            Self::Scalar(_) => 1,
            Self::Array(element, len) => element.leaves().saturating_mul(*len),
            Self::Struct(data) => {
                data.fields.iter().fold(0, |sum: u64, field| sum.saturating_add(field.ty.leaves()))
            }
        }
    }

    /// The type of every scalar in an object of this type: row-major, fields in order.
    #[must_use]
    pub fn scalars(&self) -> Box<dyn Iterator<Item = Scalar> + '_> {
        match self {
            Self::Scalar(scalar) => Box::new(std::iter::once(*scalar)),
            Self::Array(element, len) => Box::new((0..*len).flat_map(|_| element.scalars())),
            Self::Struct(data) => Box::new(data.fields.iter().flat_map(|field| field.ty.scalars())),
        }
    }

    /// Whether an object of this type has a scalar of this one.
    #[must_use]
    pub fn contains(&self, scalar: Scalar) -> bool {
        match self {
            Self::Scalar(own) => *own == scalar,
            Self::Array(element, _) => element.contains(scalar),
            Self::Struct(data) => data.fields.iter().any(|field| field.ty.contains(scalar)),
        }
    }

    /// The lengths of the dimensions, outermost first; empty for what is no array.
    #[must_use]
    pub fn dims(&self) -> Vec<u64> {
        let mut dims = Vec::new();
        let mut ty = self;
        while let Self::Array(element, len) = ty {
            dims.push(*len);
            ty = element;
        }
        dims
    }

    /// The type that a step leads to, `None` if there is no such step.
    #[must_use]
    pub fn step(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Array(element, _), Step::Index(_)) => Some(element),
            (Self::Struct(data), Step::Field(index)) => data.fields.get(*index).map(|field| &field.ty),
            _ => None,
        }
    }

    /// The type that a path leads to, `None` if there is no such path.
    #[must_use]
    pub fn at(&self, path: &[Step]) -> Option<&Self> {
        path.iter().try_fold(self, |ty, step| ty.step(step))
    }

    /// How an object of this type lies in memory.
    #[must_use]
    pub fn layout(&self) -> ElementType {
        match self {
            Self::Scalar(scalar) => (*scalar).into(),
            Self::Array(element, len) => {
                ElementType::Array { element: Box::new(element.layout()), len: *len }
            }
            Self::Struct(data) => ElementType::Struct(data.layout()),
        }
    }
}

impl Struct {
    /// How the struct lies in memory.
    #[must_use]
    pub fn layout(&self) -> StructLayout {
        let fields = self.fields.iter().map(|field| (field.name.clone(), field.ty.layout()));
        StructLayout::new(&self.name, fields)
    }

    /// The number of scalars before a field; saturates.
    #[must_use]
    pub fn leaves_before(&self, field: usize) -> u64 {
        self.fields.iter().take(field).fold(0, |sum: u64, field| sum.saturating_add(field.ty.leaves()))
    }
}

impl From<Scalar> for Type {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

impl From<Arc<Struct>> for Type {
    fn from(data: Arc<Struct>) -> Self {
        Self::Struct(data)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Array(element, len) => write!(f, "[{element}; {len}]"),
            Self::Struct(data) => write!(f, "@{}", data.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(name: &str, fields: &[(&str, Type)]) -> Arc<Struct> {
        let field = |(name, ty): &(&str, Type)| Field { name: (*name).to_owned(), ty: ty.clone() };
        Arc::new(Struct {
            name: name.to_owned(),
            fields: fields.iter().map(field).collect(),
            span: Span::NONE,
        })
    }

    fn index() -> Step {
        Step::Index(la_arena::Idx::from_raw(la_arena::RawIdx::from_u32(0)))
    }

    #[test]
    fn nested_arrays() {
        let ty = Type::array(Type::array(Scalar::F32.into(), 4), 3);
        assert_eq!(ty.to_string(), "[[f32; 4]; 3]");
        assert_eq!((ty.leaf(), ty.leaves(), ty.dims()), (Some(Scalar::F32), 12, vec![3, 4]));
        assert_eq!(ty.step(&index()), Some(&Type::array(Scalar::F32.into(), 4)));
        assert_eq!(ty.at(&[index(), index()]), Some(&Scalar::F32.into()));
        assert_eq!(ty.at(&[index(), index(), index()]), None);
        assert_eq!(ty.step(&Step::Field(0)), None);
    }

    #[test]
    fn structs_of_arrays_of_structs() {
        let inner = data("In", &[("a", Scalar::U8.into()), ("b", Scalar::F32.into())]);
        let pair = Type::array(inner.clone().into(), 2);
        let outer = data("Out", &[("n", Scalar::I16.into()), ("pair", pair.clone())]);
        let ty = Type::array(outer.clone().into(), 3);
        assert_eq!((ty.leaf(), ty.leaves(), ty.dims()), (None, 15, vec![3]));
        let scalars: Vec<Scalar> = Type::from(outer.clone()).scalars().collect();
        assert_eq!(scalars, [Scalar::I16, Scalar::U8, Scalar::F32, Scalar::U8, Scalar::F32]);
        assert_eq!(ty.at(&[index(), Step::Field(1)]), Some(&pair));
        assert_eq!(ty.at(&[index(), Step::Field(1), index(), Step::Field(1)]), Some(&Scalar::F32.into()));
        assert_eq!(ty.at(&[index(), Step::Field(2)]), None);
        assert_eq!(ty.at(&[index(), index()]), None);
        assert_eq!((outer.leaves_before(1), inner.leaves_before(2)), (1, 2));
        assert_eq!((outer.layout().size, ty.layout().size()), (20, 60));
    }
}
