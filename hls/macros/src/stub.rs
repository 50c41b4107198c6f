//! What stands in for a module with errors, so that rustc says nothing more about the same causes.
//!
//! Other code finds all names it may use, and accepts any arguments; rustc never sees the bodies, whose mistakes are
//! reported already.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use sycl_hls_front::span_of;
use sycl_hls_ir::Diagnostic;
use syn::{Attribute, FnArg, Ident, ImplItem, Item, ItemConst, ItemFn, ItemImpl, ItemMod, Type, parse_quote};

use crate::expand::item_dimensions;
use crate::signature::{argument_names, visibility_inside};

/// The module's interface without its bodies. `kernels` are the names of all kernels.
pub(crate) fn stub(module: &ItemMod, kernels: &HashSet<Ident>, diagnostics: &[Diagnostic]) -> TokenStream {
    let wrong = |tokens: &dyn Fn() -> TokenStream| {
        let span = span_of(&tokens());
        diagnostics.iter().any(|error| span.start <= error.span.start && error.span.end <= span.end)
    };
    let items = || module.content.iter().flat_map(|(_, items)| items);
    let mut names = HashSet::new();
    let stubs = items().filter_map(|item| match item {
        Item::Fn(func) => {
            let known = names.insert(&func.sig.ident) && !wrong(&|| func.sig.to_token_stream());
            // A constant may need it to have a value.
            let runs = func.sig.constness.is_some() && !wrong(&|| func.block.to_token_stream());
            known.then(|| if runs { func.to_token_stream() } else { native(func) })
        }
        Item::Const(item) if !names.insert(&item.ident) => None,
        Item::Const(item) if wrong(&|| item.to_token_stream()) => any_value(item),
        Item::Impl(item) => Some(members(item, &wrong)),
        Item::Macro(_) | Item::Verbatim(_) => None,
        other => Some(other.to_token_stream()),
    });
    let mut launched = HashSet::new();
    let launchers = items().filter_map(|item| match item {
        Item::Fn(func) if kernels.contains(&func.sig.ident) && launched.insert(&func.sig.ident) => {
            Some(launcher(func))
        }
        _ => None,
    });
    // Editors complete names in the user's code also while it is wrong.
    let originals = items();
    let (docs, visibility, ident) = (docs(&module.attrs), &module.vis, &module.ident);
    quote! {
        #(#docs)*
        #[allow(unused, unexpected_cfgs, missing_docs, clippy::all)]
        #visibility mod #ident {
            #(#[cfg(rust_analyzer)] #originals)*
            #(#[cfg(not(rust_analyzer))] #stubs)*
            #(#launchers)*
        }
    }
}

fn docs(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("doc"))
}

fn native(func: &ItemFn) -> TokenStream {
    let mut sig = func.sig.clone();
    for input in &mut sig.inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.clear();
        }
    }
    let (docs, visibility) = (docs(&func.attrs), &func.vis);
    quote!(#(#docs)* #visibility #sig { loop {} })
}

/// An `impl` block without the bodies of its functions.
fn members(item: &ItemImpl, wrong: &dyn Fn(&dyn Fn() -> TokenStream) -> bool) -> TokenStream {
    let ty = &item.self_ty;
    let members = item.items.iter().map(|member| match member {
        ImplItem::Fn(func) if func.sig.constness.is_none() || wrong(&|| func.block.to_token_stream()) => {
            let (docs, visibility, sig) = (docs(&func.attrs), &func.vis, &func.sig);
            quote!(#(#docs)* #visibility #sig { loop {} })
        }
        other => other.to_token_stream(),
    });
    quote!(impl #ty { #(#members)* })
}

fn launcher(func: &ItemFn) -> TokenStream {
    let (ident, visibility, inner) = (&func.sig.ident, &func.vis, visibility_inside(&func.vis));
    let mut names: Vec<Ident> = Vec::new();
    let item = item_dimensions(func);
    for (index, name) in argument_names(func).enumerate().skip(usize::from(item.is_some())) {
        let again = names.contains(&name);
        names.push(if again { format_ident!("argument{index}") } else { name });
    }
    let ret = match item {
        None => quote!(::sycl_hls::KernelCall<'h>),
        Some(dimensions) => quote!(::sycl_hls::ParallelCall<'h, #dimensions>),
    };
    quote! {
        #visibility mod #ident {
            #inner fn args<'h>(#(#names: impl ::core::marker::Sized),*) -> #ret {
                loop {}
            }
        }
    }
}

/// The constant with some value of its type: lengths of arrays may need one.
fn any_value(item: &ItemConst) -> Option<TokenStream> {
    let Type::Path(path) = &*item.ty else { return None };
    let value: syn::Expr = match path.path.get_ident()?.to_string().as_str() {
        "f32" | "f64" => parse_quote!(1.0),
        "bool" => parse_quote!(true),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => parse_quote!(1),
        _ => return None,
    };
    let (visibility, ident, ty) = (&item.vis, &item.ident, &item.ty);
    Some(quote!(#visibility const #ident: #ty = #value;))
}
