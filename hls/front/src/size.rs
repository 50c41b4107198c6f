//! Bounds on sizes of types and on chains of definitions, so that no input exhausts memory or the stack.

use sycl_hls_ir::{Diagnostic, Span};

use crate::codes;
use crate::front::{AdtDef, Front};
use crate::ty::Ty;
use crate::types::MAX_ARRAY_LEN;

/// The largest number of parts of a type, counting fields of fields.
pub(crate) const MAX_PARTS: usize = 1024;

/// The longest chain of definitions that depend on each other.
const MAX_NEEDED: usize = 32;

impl Front<'_> {
    /// Returns the type, or reports that it is too large for a device, or has too many parts.
    pub fn bounded(&mut self, ty: Ty, at: Span) -> Ty {
        if ty.is_wrong() || self.is_bounded(&ty, at) { ty } else { Ty::Error }
    }

    /// Reports a type that is too large for a device, or has too many parts.
    pub fn is_bounded(&mut self, ty: &Ty, at: Span) -> bool {
        if self.all_parts(ty) > MAX_PARTS {
            return self.too_many_parts(at);
        }
        // The type of an array was looked at where it is written.
        let leaves = if ty.is_array() { 0 } else { self.leaves(ty) };
        if leaves > MAX_ARRAY_LEN {
            let message = format!("a value of {leaves} scalars is too large for a device");
            self.report(
                Diagnostic::error(codes::ARRAY_LENGTH, at, message)
                    .note(format!("no device has memory on the chip for more than {MAX_ARRAY_LEN}"))
                    .help("pass large data as a slice"),
            );
            return false;
        }
        true
    }

    /// Reports a type with too many parts, and returns false.
    pub fn too_many_parts(&mut self, at: Span) -> bool {
        let message = format!("a value of more than {MAX_PARTS} parts is too large");
        let error = Diagnostic::error(codes::DEPTH, at, message)
            .note("each part is wires or a memory of its own on the device");
        self.report(error.help("use arrays, whose elements are one part"));
        false
    }

    /// The parts of a type with those of the module's structs and enums in it.
    fn all_parts(&mut self, ty: &Ty) -> usize {
        match ty {
            Ty::Tuple(parts) => {
                parts.iter().fold(1, |sum: usize, part| sum.saturating_add(self.all_parts(part)))
            }
            Ty::Option(inner) | Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Ref { inner, .. } => {
                self.all_parts(inner).saturating_add(1)
            }
            Ty::Adt(adt) => self.defs.get(adt).map_or(1, |item| item.parts),
            _ => 1,
        }
    }

    /// The number of parts of a struct or an enum. Reports too many parts, and too many scalars.
    pub fn parts_of(&mut self, def: &AdtDef, at: Span) -> Option<usize> {
        let variants = match def {
            AdtDef::Struct(def) => std::slice::from_ref(def),
            AdtDef::Enum(def) => &def.variants,
        };
        let fields = variants.iter().flat_map(|variant| &variant.fields).map(|field| field.ty.clone());
        // All of them together are as large as a tuple of them.
        let together = Ty::Tuple(fields.collect());
        self.is_bounded(&together, at).then(|| self.all_parts(&together))
    }

    /// Evaluates a definition on which another one depends; `None` after reporting a chain that is too long.
    pub fn needed<R>(&mut self, at: Span, inner: impl FnOnce(&mut Self) -> Option<R>) -> Option<R> {
        if self.needing == MAX_NEEDED {
            let message = format!("more than {MAX_NEEDED} definitions need each other in a row");
            let error = Diagnostic::error(codes::DEPTH, at, message);
            self.report(error.help("write first what the others need"));
            return None;
        }
        self.needing += 1;
        let result = inner(self);
        self.needing -= 1;
        result
    }
}
