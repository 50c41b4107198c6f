//! Struct types (K16) and what a host can share with a kernel (K3).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sycl_hls_types::Scalar;

use super::{CheckError, Report};
use crate::{Func, Module, ParamKind, Span, Struct, Type};

/// The structs of a module by name.
pub(super) struct Structs<'m> {
    known: FxHashMap<&'m str, &'m Arc<Struct>>,
}

impl<'m> Structs<'m> {
    /// Checks the list itself.
    pub fn new(module: &'m Module, errors: &mut Vec<CheckError>) -> Self {
        let mut structs = Self { known: FxHashMap::default() };
        for data in &module.structs {
            let mut error = |invariant, message: String| {
                errors.push(CheckError {
                    invariant,
                    place: format!("@{}", data.name),
                    span: data.span,
                    message,
                });
            };
            if data.fields.is_empty() {
                error("K16", "the struct has no fields".to_owned());
            }
            for (index, field) in data.fields.iter().enumerate() {
                let before = &data.fields[..index];
                if field.name.is_empty() || before.iter().any(|other| other.name == field.name) {
                    error("K1", format!("the field name `{}` is empty or taken", field.name));
                }
                if !structs.knows(&field.ty) {
                    error("K16", format!("{} is not listed before it", field.ty.bottom()));
                }
            }
            if data.name.is_empty() || structs.known.insert(&data.name, data).is_some() {
                error("K1", "the name is empty or taken".to_owned());
            }
        }
        structs
    }

    /// True if every struct in a type is one of the module's.
    pub fn knows(&self, ty: &Type) -> bool {
        match ty {
            Type::Scalar(_) => true,
            Type::Array(element, _) => self.knows(element),
            Type::Struct(data) => self.known.get(data.name.as_str()).is_some_and(|known| *known == data),
        }
    }
}

/// K16 for all types in a function's signature and locals.
pub(super) fn check_types(structs: &Structs<'_>, func: &Func, report: &mut Report<'_>) {
    let mut unknown = |ty: &Type, span: Span| {
        if !structs.knows(ty) {
            report.error("K16", span, format!("the module does not list {}", ty.bottom()));
        }
    };
    for param in &func.params {
        match &param.kind {
            ParamKind::Scalar(_) | ParamKind::Stream { .. } => {}
            ParamKind::Slice { element: ty, .. }
            | ParamKind::Ref { pointee: ty, .. }
            | ParamKind::Output { pointee: ty, .. } => unknown(ty, param.span),
        }
    }
    for (_, slot) in func.slots.iter() {
        unknown(&slot.ty, func.span);
    }
}

/// K3: true if memory of this type can be shared with a host, where every pattern of its bytes must be a value.
pub(super) fn is_shareable(ty: &Type) -> bool {
    is_of_host(ty) && !ty.layout().has_padding()
}

/// True if all scalars inside fit a word, and every pattern of bytes is a value of theirs.
fn is_of_host(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) => !scalar.is_wide() && *scalar != Scalar::Bool,
        Type::Array(element, _) => is_of_host(element),
        Type::Struct(data) => data.fields.iter().all(|field| is_of_host(&field.ty)),
    }
}
