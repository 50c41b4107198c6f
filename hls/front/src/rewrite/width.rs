//! Widths that are generic parameters: rustc asks for a bound, which the host code states for the user.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericParam, ItemFn, WherePredicate, parse_quote};

use crate::number::Number;

/// States of each parameter `N` of a function that has an `Int<N>` or a `Uint<N>` that integers of such a width exist.
pub(super) fn supported(func: &mut ItemFn) {
    let params = func.sig.generics.params.iter().filter_map(|param| match param {
        GenericParam::Const(param) => Some(param.ident.to_string()),
        _ => None,
    });
    let params: Vec<String> = params.collect();
    if params.is_empty() {
        return;
    }
    let mut widths = Vec::new();
    note_widths(func.to_token_stream(), &mut widths);
    let bounds = params.iter().filter(|param| widths.contains(param)).map(|param| -> WherePredicate {
        let width = proc_macro2::Ident::new(param, proc_macro2::Span::call_site());
        parse_quote!(::sycl_hls::numbers::Width<#width>: ::sycl_hls::numbers::Supported)
    });
    let bounds: Vec<WherePredicate> = bounds.collect();
    if !bounds.is_empty() {
        func.sig.generics.make_where_clause().predicates.extend(bounds);
    }
}

/// Notes the names that follow `Int<` and `Uint<`, or `Int::<`.
fn note_widths(tokens: TokenStream, widths: &mut Vec<String>) {
    // True behind the name of a type, and behind the bracket that follows it.
    let (mut named, mut opened) = (false, false);
    for token in tokens {
        match token {
            TokenTree::Group(group) => note_widths(group.stream(), widths),
            TokenTree::Ident(ident) => {
                let ident = ident.to_string();
                if opened {
                    widths.push(ident.clone());
                }
                (named, opened) = (Number::sign_of(&ident).is_some(), false);
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Punct(punct) => (named, opened) = (false, named && punct.as_char() == '<'),
            TokenTree::Literal(_) => (named, opened) = (false, false),
        }
    }
}
