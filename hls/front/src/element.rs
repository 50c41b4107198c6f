//! Structs whose values the host and the device exchange as bytes.

use sycl_hls_ir::{Diagnostic, Span, Type};
use syn::{Attribute, Meta};

use crate::codes;
use crate::front::{AdtDef, AdtSyn, Front};
use crate::number::Number;
use crate::ty::{AdtRef, Prim, Ty};

/// The derive that makes a struct an element of slices.
pub(crate) const ELEMENT: &str = "Element";

impl Front<'_> {
    /// Reports a struct that cannot be an element of a kernel's slice.
    pub fn is_element_adt(&mut self, adt: &AdtRef, at: Span) -> bool {
        let (name, defined) = (adt.to_string(), self.adts[adt.id.0].span);
        let error =
            |message: String| Diagnostic::error(codes::ELEMENT, at, message).related(defined, "defined here");
        let Some(def) = self.adt(adt) else { return false };
        let (AdtSyn::Struct(item), AdtDef::Struct(def)) = (self.adts[adt.id.0].syn, &*def) else {
            let error = error(format!("the enum `{name}` cannot be an argument"))
                .note("a device could write a number that is none of its variants")
                .help("use an integer, and convert it in the kernel");
            self.report(error);
            return false;
        };
        if !adt.args.is_empty() {
            let error = error(format!("the struct `{name}` has parameters, and cannot be an argument"));
            self.report(error.help("exchange a struct without parameters, and convert it in the kernel"));
            return false;
        }
        if !derives(&item.attrs, ELEMENT) {
            let error = error(format!("the struct `{name}` is no `Element`"))
                .note("the host and the device exchange its bytes, so its layout must be fixed")
                .help(format!("write `#[derive(Clone, Copy, Element)]` above `struct {name}`"));
            self.report(error);
            return false;
        }
        if def.fields.is_empty() {
            let error = error(format!("the struct `{name}` has no fields"));
            self.report(error.help("leave the argument away: there is nothing to exchange"));
            return false;
        }
        for field in &def.fields {
            if let Some((what, help)) = self.no_element(&field.ty) {
                let error = Diagnostic::error(
                    codes::ELEMENT,
                    field.span,
                    format!("the field `{}` {what}", field.name),
                )
                .related(at, "the struct is an argument here")
                .help(help);
                self.report(error);
                return false;
            }
        }
        let Some(ty) = self.ir_type(&Ty::Adt(adt.clone())) else { return false };
        match padding(&ty) {
            None => true,
            Some(Padding { after, bytes, another_order }) => {
                let order = if another_order { "put larger fields first, or " } else { "" };
                let error =
                    error(format!("the struct `{name}` has {bytes} byte(s) of padding after `{after}`"))
                        .note("padding has no value, so host and device could not exchange the bytes")
                        .help(format!("{order}add a field `_pad: [u8; {bytes}]` behind it"));
                self.report(error);
                false
            }
        }
    }

    /// Why a field's bytes cannot be exchanged.
    fn no_element(&mut self, ty: &Ty) -> Option<(&'static str, &'static str)> {
        match ty {
            Ty::Prim(Prim::Bool) => {
                Some(("is a `bool`, of which a device could write an invalid byte", "use `u8`"))
            }
            wide @ (Ty::Prim(_) | Ty::Number(_))
                if wide.shape().is_some_and(|shape| shape.bits > Number::WIDEST_ELEMENT) =>
            {
                Some((
                    "is a number of more than 64 bits, which host and device do not exchange",
                    "use two fields",
                ))
            }
            Ty::Prim(_) | Ty::Number(_) => None,
            Ty::Array(element, _) => self.no_element(element),
            Ty::Adt(adt) => match (self.adts[adt.id.0].syn, self.adt(adt)?.as_ref()) {
                (_, AdtDef::Struct(def)) if def.fields.is_empty() => {
                    Some(("is a struct without fields", "leave it away"))
                }
                (AdtSyn::Struct(item), AdtDef::Struct(def)) if derives(&item.attrs, ELEMENT) => {
                    def.fields.iter().find_map(|field| self.no_element(&field.ty))
                }
                (AdtSyn::Struct(_), _) => Some((
                    "is a struct that is no `Element`",
                    "write `#[derive(Clone, Copy, Element)]` above it",
                )),
                _ => Some(("is an enum, of which a device could write an invalid number", "use an integer")),
            },
            _ => Some(("has no fixed layout", "use scalars, arrays and structs")),
        }
    }
}

/// True if the trait is among those that the attributes derive.
pub(crate) fn derives(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().filter(|attr| attr.path().is_ident("derive")).any(|attr| {
        let Meta::List(list) = &attr.meta else { return false };
        let paths =
            list.parse_args_with(syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated);
        paths.is_ok_and(|paths| {
            paths.iter().any(|path| path.segments.last().is_some_and(|segment| segment.ident == name))
        })
    })
}

/// The first padding of a struct with C's layout.
struct Padding {
    /// The field before it.
    after: String,
    bytes: u64,
    /// True if there is none with larger fields first: all fields together are as large as the struct's alignment wants.
    another_order: bool,
}

/// The first gap between fields, or behind the last one, that C's layout leaves.
fn padding(ty: &Type) -> Option<Padding> {
    let data = match ty {
        Type::Struct(data) => data,
        Type::Array(element, _) => return padding(element),
        Type::Scalar(_) => return None,
    };
    let whole = ty.layout();
    let sizes = data.fields.iter().map(|field| field.ty.layout().size());
    let another_order = sizes.sum::<u64>().is_multiple_of(whole.align());
    let found = |after: String, bytes: u64| Some(Padding { after, bytes, another_order });
    let mut end = 0;
    let mut last = String::new();
    for field in &data.fields {
        if let Some(inner) = padding(&field.ty) {
            return Some(inner);
        }
        let layout = field.ty.layout();
        let start = u64::next_multiple_of(end, layout.align());
        if start != end {
            return found(last, start - end);
        }
        end = start + layout.size();
        last.clone_from(&field.name);
    }
    if whole.size() == end { None } else { found(last, whole.size() - end) }
}
