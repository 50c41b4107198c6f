//! Generic parameters in the host code.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics, Ident};

/// The parameters of a function as the arguments with which it is named in its own body: `::<T, N>`.
pub(super) fn arguments(generics: &Generics) -> Option<TokenStream> {
    let names = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    });
    let names: Vec<&Ident> = names.collect();
    (!names.is_empty()).then(|| quote!(::<#(#names),*>))
}
