//! Structs and enums as they are written: what names resolve to before types are known.

use syn::{Attribute, Fields};

use crate::front::{AdtSyn, Style};
use crate::names::plain_name;

impl<'a> AdtSyn<'a> {
    pub fn attrs(self) -> &'a [Attribute] {
        match self {
            Self::Struct(item) => &item.attrs,
            Self::Enum(item) => &item.attrs,
        }
    }

    /// The fields of a struct, or of a variant.
    pub fn fields(self, variant: Option<usize>) -> Option<&'a Fields> {
        match (self, variant) {
            (Self::Struct(item), None) => Some(&item.fields),
            (Self::Enum(item), Some(index)) => item.variants.get(index).map(|variant| &variant.fields),
            _ => None,
        }
    }

    /// The names of the variants of an enum.
    pub fn variants(self) -> Vec<String> {
        match self {
            Self::Struct(_) => Vec::new(),
            Self::Enum(item) => item.variants.iter().map(|variant| plain_name(&variant.ident)).collect(),
        }
    }

    /// The name of a struct, or of a variant.
    pub fn name(self, variant: Option<usize>) -> String {
        match (self, variant) {
            (Self::Struct(item), _) => plain_name(&item.ident),
            (Self::Enum(item), Some(index)) if let Some(variant) = item.variants.get(index) => {
                plain_name(&variant.ident)
            }
            (Self::Enum(item), _) => plain_name(&item.ident),
        }
    }
}

impl Style {
    /// How fields are written.
    pub fn of(fields: &Fields) -> Self {
        match fields {
            Fields::Named(_) => Self::Named,
            Fields::Unnamed(_) => Self::Tuple,
            Fields::Unit => Self::Unit,
        }
    }
}

/// The names of fields: those in parentheses are numbers.
pub(crate) fn field_names(fields: &Fields) -> Vec<String> {
    let names = fields.iter().enumerate();
    names.map(|(index, field)| field.ident.as_ref().map_or_else(|| index.to_string(), plain_name)).collect()
}
