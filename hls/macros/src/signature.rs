//! What a launcher takes from its kernel's signature.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{FnArg, Ident, ItemFn, Pat, Visibility};

/// The visibility of what stands in a launcher's module.
pub(crate) fn visibility_inside(visibility: &Visibility) -> TokenStream {
    match visibility {
        Visibility::Inherited => quote!(pub(super)),
        _ => quote!(pub),
    }
}

/// The parameters' names, which carry the user's spans.
pub(crate) fn argument_names(func: &ItemFn) -> impl Iterator<Item = Ident> {
    func.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(match &*typed.pat {
            Pat::Ident(pattern) => pattern.ident.clone(),
            _ => format_ident!("argument"),
        }),
        FnArg::Receiver(_) => None,
    })
}
