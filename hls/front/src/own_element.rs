//! `#[each]`: arguments of which each item of a range has an element of its own (S20 §4.9.1 has only indices).

use sycl_hls_ir::{Diagnostic, FuncKind};
use syn::{Attribute, Expr, Meta, PatType};

use crate::codes;
use crate::extent::type_span;
use crate::front::{Front, ParamItem};
use crate::names::counted;
use crate::span::span_of;
use crate::ty::Ty;

/// The attribute on an argument of a kernel that makes it each item's own.
pub(crate) fn own_element(typed: &PatType, kind: FuncKind) -> Option<&Attribute> {
    let mut attrs = typed.attrs.iter().filter(|_| kind == FuncKind::Kernel);
    attrs.find(|attr| attr.path().is_ident("each"))
}

impl Front<'_> {
    /// The type itself if an item can have an element of it, otherwise a complaint.
    pub(crate) fn own_element_type(&mut self, ty: Ty, typed: &PatType, attr: &Attribute) -> Ty {
        let at = type_span(&typed.ty);
        let Ty::Ref { inner, .. } = &ty else {
            if !matches!(ty, Ty::Error) {
                let message = format!("`#[each]` is about an element of a slice, and `{ty}` is none");
                let error = Diagnostic::error(codes::KERNEL_PARAM, at, message);
                self.report(error.help("take a reference to it: `&T` to read, `&mut T` to write"));
            }
            return Ty::Error;
        };
        if let Ty::Slice(element) | Ty::Global(element) | Ty::Local(element, _) = &**inner {
            let message = format!("`#[each]` is about one element, and `{ty}` holds any number");
            let help = format!(
                "take a reference to an element, `&mut {element}`, or to a block of them, `&mut [{element}; 4]`"
            );
            self.report(Diagnostic::error(codes::KERNEL_PARAM, at, message).help(help));
            return Ty::Error;
        }
        if !self.is_exchanged(inner, at) || !self.is_own_block(inner, attr) {
            return Ty::Error;
        }
        ty
    }

    /// Complains about `#[each(4)]` unless there are so many elements in the array.
    fn is_own_block(&mut self, ty: &Ty, attr: &Attribute) -> bool {
        let Some(count) = (match &attr.meta {
            Meta::Path(_) => return true,
            Meta::List(list) => {
                list.parse_args::<Expr>().ok().and_then(|written| self.array_length(&written))
            }
            Meta::NameValue(_) => None,
        }) else {
            let error = Diagnostic::error(
                codes::DIRECTIVE_ARGUMENT,
                span_of(attr),
                "`#[each]` takes the length of a block",
            );
            self.report(error.help("write `#[each]`, or `#[each(4)] y: &mut [T; 4]`"));
            return false;
        };
        let message = match ty {
            Ty::Array(_, len) if *len == count => return true,
            Ty::Array(_, len) => {
                format!("each item has {}, and its array has {len}", counted_elements(count))
            }
            _ => format!("each item has {}, and `{ty}` is one", counted_elements(count)),
        };
        let error = Diagnostic::error(codes::KERNEL_PARAM, span_of(attr), message);
        self.report(error.help(format!("take an array of that length: `&mut [T; {count}]`")));
        false
    }

    /// An item's own elements are those of a kernel of items, and the range says how many there are.
    pub(crate) fn own_elements(&mut self, sig: &syn::Signature, params: &[ParamItem]) {
        let parallel = matches!(params.first(), Some(ParamItem { ty: Ty::Item(_) | Ty::NdItem(_), .. }));
        for input in &sig.inputs {
            let syn::FnArg::Typed(typed) = input else { continue };
            let Some(each) = own_element(typed, FuncKind::Kernel) else { continue };
            let error = if !parallel {
                Diagnostic::error(
                    codes::KERNEL_PARAM,
                    span_of(each),
                    "only a kernel that runs for each item of a range has arguments with `#[each]`",
                )
                .help("take an `Item<1>` as the first argument, or take `&mut [T]` and loop over it")
            } else if let Some(len) = typed.attrs.iter().find(|attr| attr.path().is_ident("len")) {
                Diagnostic::error(
                    codes::LENGTH,
                    span_of(len),
                    "there is an element for each item of the range",
                )
                .help("leave `#[len]` away")
            } else {
                continue;
            };
            self.report(error);
        }
    }
}

/// "4 elements"
fn counted_elements(count: u64) -> String {
    counted(usize::try_from(count).unwrap_or(usize::MAX), "element")
}
