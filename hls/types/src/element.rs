//! How the elements of slices and structs lie in memory: Rust's `repr(C)`, which is also what C++ does.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Scalar;

/// The type of a slice's element, or of a struct's field, with its layout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ElementType {
    /// A scalar.
    Scalar(Scalar),
    /// An array.
    Array {
        /// Type of an element.
        element: Box<Self>,
        /// Number of elements.
        len: u64,
    },
    /// A struct.
    Struct(StructLayout),
}

/// A struct as it lies in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StructLayout {
    /// The Rust name.
    pub name: String,
    /// Size in bytes, a multiple of the alignment.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// The fields, in order.
    pub fields: Vec<FieldLayout>,
}

/// A field of a struct as it lies in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldLayout {
    /// The Rust name.
    pub name: String,
    /// Bytes from the struct's beginning.
    pub offset: u64,
    /// The type.
    #[serde(rename = "type")]
    pub ty: ElementType,
}

impl ElementType {
    /// Size in bytes; saturates.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::Scalar(scalar) => scalar.bytes() as u64,
            Self::Array { element, len } => element.size().saturating_mul(*len),
            Self::Struct(layout) => layout.size,
        }
    }

    /// Alignment in bytes.
    #[must_use]
    pub fn align(&self) -> u64 {
        match self {
            Self::Scalar(scalar) => scalar.align() as u64,
            Self::Array { element, .. } => element.align(),
            Self::Struct(layout) => layout.align,
        }
    }

    /// The scalar, if it is one.
    #[must_use]
    pub const fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            Self::Array { .. } | Self::Struct(_) => None,
        }
    }

    /// Every scalar with its offset in bytes: row-major, fields in order.
    #[must_use]
    pub fn scalars(&self) -> Vec<(u64, Scalar)> {
        match self {
            Self::Scalar(scalar) => vec![(0, *scalar)],
            Self::Array { element, len } => {
                let (inner, size) = (element.scalars(), element.size());
                (0..*len).flat_map(|index| moved(&inner, index * size)).collect()
            }
            Self::Struct(layout) => layout.scalars(),
        }
    }

    /// True if there are bytes between or after fields that belong to none.
    #[must_use]
    pub fn has_padding(&self) -> bool {
        match self {
            Self::Scalar(_) => false,
            Self::Array { element, .. } => element.has_padding(),
            Self::Struct(layout) => layout.has_padding(),
        }
    }

    /// The type with all that its layout depends on, as text.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Self::Scalar(scalar) => scalar.to_string(),
            Self::Array { element, len } => format!("[{}; {len}]", element.description()),
            Self::Struct(layout) => layout.description(),
        }
    }
}

impl StructLayout {
    /// Lays out a `repr(C)` struct with these fields: names and types, in order.
    #[must_use]
    pub fn new(name: impl Into<String>, fields: impl IntoIterator<Item = (String, ElementType)>) -> Self {
        let mut layout = Self { name: name.into(), size: 0, align: 1, fields: Vec::new() };
        for (name, ty) in fields {
            let offset = round_up(layout.size, ty.align());
            layout.align = layout.align.max(ty.align());
            layout.size = offset.saturating_add(ty.size());
            layout.fields.push(FieldLayout { name, offset, ty });
        }
        layout.size = round_up(layout.size, layout.align);
        layout
    }

    /// Every scalar with its offset in bytes, in order.
    #[must_use]
    pub fn scalars(&self) -> Vec<(u64, Scalar)> {
        self.fields.iter().flat_map(|field| moved(&field.ty.scalars(), field.offset)).collect()
    }

    /// True if there are bytes between or after fields that belong to none.
    #[must_use]
    pub fn has_padding(&self) -> bool {
        let used = self.fields.iter().fold(0_u64, |sum, field| sum.saturating_add(field.ty.size()));
        used != self.size || self.fields.iter().any(|field| field.ty.has_padding())
    }

    /// The struct with its fields, as text.
    #[must_use]
    pub fn description(&self) -> String {
        let fields: Vec<String> =
            self.fields.iter().map(|field| format!("{}: {}", field.name, field.ty.description())).collect();
        format!("{} {{ {} }}", self.name, fields.join(", "))
    }
}

fn moved(scalars: &[(u64, Scalar)], by: u64) -> Vec<(u64, Scalar)> {
    scalars.iter().map(|(offset, scalar)| (offset + by, *scalar)).collect()
}

fn round_up(size: u64, align: u64) -> u64 {
    size.checked_next_multiple_of(align).unwrap_or(u64::MAX)
}

impl From<Scalar> for ElementType {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

impl fmt::Display for ElementType {
    /// As in Rust: a struct by its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Array { element, len } => write!(f, "[{element}; {len}]"),
            Self::Struct(layout) => f.write_str(&layout.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(name: &str, fields: &[ElementType]) -> StructLayout {
        let named = fields.iter().enumerate().map(|(index, ty)| (format!("f{index}"), ty.clone()));
        StructLayout::new(name, named)
    }

    fn array(element: impl Into<ElementType>, len: u64) -> ElementType {
        ElementType::Array { element: Box::new(element.into()), len }
    }

    #[test]
    fn layouts_are_those_of_rustc() {
        #[repr(C)]
        struct Inner(u8, u16);
        #[repr(C)]
        struct Outer(u8, [Inner; 3], f64, i32);
        let inner = layout("Inner", &[Scalar::U8.into(), Scalar::U16.into()]);
        let outer = layout(
            "Outer",
            &[
                Scalar::U8.into(),
                array(ElementType::Struct(inner.clone()), 3),
                Scalar::F64.into(),
                Scalar::I32.into(),
            ],
        );
        assert_eq!((inner.size, inner.align), (size_of::<Inner>() as u64, align_of::<Inner>() as u64));
        assert_eq!((outer.size, outer.align), (size_of::<Outer>() as u64, align_of::<Outer>() as u64));
        let offsets: Vec<u64> = outer.fields.iter().map(|field| field.offset).collect();
        let rustc = [
            std::mem::offset_of!(Outer, 0),
            std::mem::offset_of!(Outer, 1),
            std::mem::offset_of!(Outer, 2),
            std::mem::offset_of!(Outer, 3),
        ];
        assert_eq!(offsets, rustc.map(|offset| offset as u64));
        assert_eq!(inner.fields[1].offset, std::mem::offset_of!(Inner, 1) as u64);
        assert_eq!(outer.scalars()[2], (4, Scalar::U16));
        assert_eq!(outer.scalars().len(), 9);
    }

    #[test]
    fn padding_is_found_wherever_it_is() {
        let tight = layout("T", &[Scalar::U16.into(), Scalar::I16.into(), Scalar::F32.into()]);
        let tail = layout("T", &[Scalar::F32.into(), Scalar::U8.into()]);
        let between = layout("T", &[Scalar::U8.into(), Scalar::F32.into()]);
        let inside = layout("T", &[array(ElementType::Struct(tail.clone()), 2)]);
        assert!(!tight.has_padding());
        assert!(tail.has_padding() && between.has_padding() && inside.has_padding());
    }

    #[test]
    fn types_survive_json_and_scalars_are_their_names() {
        let all = layout("All", &[Scalar::U8.into(), array(array(Scalar::I8, 3), 2)]);
        for ty in [Scalar::F32.into(), array(Scalar::U16, 4), ElementType::Struct(all)] {
            let json = serde_json::to_string(&ty).unwrap();
            assert_eq!(serde_json::from_str::<ElementType>(&json).unwrap(), ty, "{json}");
        }
        assert_eq!(serde_json::to_string(&ElementType::from(Scalar::F32)).unwrap(), "\"f32\"");
    }
}
