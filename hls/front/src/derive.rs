//! Derived traits: rustc requires them where values are compared or have defaults, also for fields.

use sycl_hls_ir::Diagnostic;

use crate::codes;
use crate::element::{ELEMENT, derives};
use crate::front::{AdtDef, AdtSyn, FieldDef, Front, Item};
use crate::ids::{AdtId, FnId};
use crate::ty::Ty;

/// The traits of `==` and of `<`.
pub(crate) const EQUALITY: &str = "PartialEq";
pub(crate) const ORDER: &str = "PartialOrd";

/// The trait of `cmp`, `min` and `max`.
pub(crate) const TOTAL_ORDER: &str = "Ord";

/// The trait of what a stream copies.
pub(crate) const COPY: &str = "Copy";

/// The trait of `Type::default()`.
pub(crate) const DEFAULT: &str = "Default";

/// The longest array that Rust has a default of.
pub(crate) const LONGEST_DEFAULT: u64 = 32;

impl Front<'_> {
    /// The first struct or enum in the type that does not derive a trait.
    pub fn underived(&mut self, ty: &Ty, name: &str) -> Option<AdtId> {
        match ty {
            Ty::Option(_) if name == DEFAULT => None,
            Ty::Ref { inner: value, .. } | Ty::Option(value) | Ty::Array(value, _) | Ty::Slice(value) => {
                self.underived(value, name)
            }
            Ty::Tuple(parts) => parts.iter().find_map(|part| self.underived(part, name)),
            Ty::Adt(_) if name == DEFAULT && self.own_default(ty).is_some() => None,
            Ty::Adt(adt) if !derives(self.adts[adt.id.0].syn.attrs(), name) => Some(adt.id),
            _ => None,
        }
    }

    /// The function of an `impl Default` of a type.
    pub fn own_default(&self, ty: &Ty) -> Option<FnId> {
        match self.member(ty, "default")? {
            Item::Fn(func) => Some(func),
            _ => None,
        }
    }

    /// Reports a type that derives a trait although a field's type does not.
    pub fn check_derived(&mut self, id: AdtId) {
        let item = &self.adts[id.0];
        if !item.params.is_empty() && derives(item.syn.attrs(), ELEMENT) {
            let error =
                Diagnostic::error(codes::ELEMENT, item.span, "a type with parameters is no `Element`")
                    .note("the host and the device exchange its bytes, so its layout must be fixed");
            self.report(error.help("exchange a struct without parameters, and convert it in the kernel"));
        }
        let Some(def) = self.adt(&self.adt_ref(id)) else { return };
        let syn = self.adts[id.0].syn;
        let used = default_variant(syn);
        let fields = |name: &str| -> Vec<FieldDef> {
            match &*def {
                AdtDef::Struct(def) => def.fields.clone(),
                AdtDef::Enum(def) => {
                    let variants = def.variants.iter().enumerate();
                    let variants = variants.filter(|(index, _)| name != DEFAULT || used == Some(*index));
                    variants.flat_map(|(_, variant)| variant.fields.clone()).collect()
                }
            }
        };
        for name in
            [EQUALITY, ORDER, TOTAL_ORDER, DEFAULT].into_iter().filter(|name| derives(syn.attrs(), name))
        {
            if let (DEFAULT, AdtSyn::Enum(_), None) = (name, syn, used) {
                let error =
                    Diagnostic::error(codes::TYPE, self.adts[id.0].span, "no variant is the default one");
                self.report(error.help("write `#[default]` above one without data"));
            }
            for field in fields(name) {
                self.check_field(&field, name);
            }
        }
    }

    /// Reports a field whose type lacks the trait that is derived, or is too long an array for `Default`.
    fn check_field(&mut self, field: &FieldDef, name: &str) {
        if let Some(part) = self.underived(&field.ty, name) {
            let message = format!("the derive `{name}` needs it of each field");
            let error = Diagnostic::error(codes::ARRAY_VALUE, field.span, message);
            let error = self.lacks_derive(error, part, name);
            self.report(error);
        }
        if name == DEFAULT && is_too_long(&field.ty) {
            let message = format!("Rust has a default of arrays up to {LONGEST_DEFAULT} elements");
            let error = Diagnostic::error(codes::ARRAY_LENGTH, field.span, message);
            self.report(error.help("write a function that gives the value: `fn new() -> Self { .. }`"));
        }
    }

    /// Adds a note that a type does not derive a trait.
    pub fn lacks_derive(&self, error: Diagnostic, adt: AdtId, name: &str) -> Diagnostic {
        let item = &self.adts[adt.0];
        let traits = match name {
            ORDER => ", PartialEq, PartialOrd".to_owned(),
            TOTAL_ORDER => ", PartialEq, Eq, PartialOrd, Ord".to_owned(),
            COPY => String::new(),
            name => format!(", {name}"),
        };
        error
            .related(item.span, format!("this type does not derive `{name}`"))
            .help(format!("write `#[derive(Clone, Copy{traits})]` above `{}`", item.name))
    }
}

/// The variant of an enum that is its default.
pub(crate) fn default_variant(syn: AdtSyn<'_>) -> Option<usize> {
    let AdtSyn::Enum(item) = syn else { return None };
    let marked = |variant: &syn::Variant| variant.attrs.iter().any(|attr| attr.path().is_ident("default"));
    item.variants.iter().position(marked)
}

/// True if an array in the type has more elements than `Default` is implemented for.
fn is_too_long(ty: &Ty) -> bool {
    match ty {
        Ty::Array(element, len) => *len > LONGEST_DEFAULT || is_too_long(element),
        Ty::Tuple(parts) => parts.iter().any(is_too_long),
        _ => false,
    }
}
