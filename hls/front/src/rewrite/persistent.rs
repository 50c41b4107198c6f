//! Persistent variables in the host code: the device that runs the kernel keeps their values.
//!
//! ```text
//! #[persistent]                        let (mut count, kept): (u32, _) = persistent(key, 0, || 5);
//! let mut count: u32 = 5;              (|| { .. })();
//! ..                                   kept.keep(count);
//! ```
//! What follows is a closure, so that a `return` in it comes back to where the value is kept.

use proc_macro2::Span;
use syn::{Attribute, GenericParam, Generics, Ident, ItemFn, Local, Pat, Stmt, WherePredicate, parse_quote};

use super::generics::arguments;
use crate::attribute::known_directive;
use crate::resolve::PERSISTENT;

/// True for `#[persistent]`.
pub(super) fn marks(attr: &Attribute) -> bool {
    known_directive(attr).is_some_and(|known| known.name == PERSISTENT)
}

/// Lets the device keep the persistent variables of a kernel, whose other parts are host code already.
pub(super) fn rewrite(func: &mut ItemFn) {
    if !func.block.stmts.iter().any(|stmt| persistent(stmt).is_some()) {
        return;
    }
    func.block.stmts = kept(std::mem::take(&mut func.block.stmts), 0);
    let generics = &func.sig.generics;
    let params = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        _ => None,
    });
    let bounds = params.map(|name| -> WherePredicate { parse_quote!(#name: ::core::marker::Send + 'static) });
    let bounds: Vec<WherePredicate> = bounds.collect();
    let key = key(generics);
    if !bounds.is_empty() {
        func.sig.generics.make_where_clause().predicates.extend(bounds);
    }
    func.block.stmts.splice(0..0, key);
}

fn persistent(stmt: &Stmt) -> Option<&Local> {
    match stmt {
        Stmt::Local(local) if local.attrs.iter().any(marks) => Some(local),
        _ => None,
    }
}

/// The statements, of which so many before declare persistent variables.
fn kept(stmts: Vec<Stmt>, before: usize) -> Vec<Stmt> {
    let Some(position) = stmts.iter().position(|stmt| persistent(stmt).is_some()) else { return stmts };
    let mut stmts = stmts;
    let rest = stmts.split_off(position + 1);
    let Some(Stmt::Local(Local { attrs, pat, init, .. })) = stmts.pop() else { return stmts };
    let (Pat::Type(pat), Some(init)) = (pat, init) else { return stmts };
    let (name, ty, first) = (&pat.pat, &pat.ty, &init.expr);
    let variable = match &**name {
        Pat::Ident(name) => &name.ident,
        _ => return stmts,
    };
    let attrs = attrs.iter().filter(|attr| !marks(attr));
    let [held, key] =
        ["held", "key"].map(|name| Ident::new(&format!("__sycl_hls_{name}"), Span::mixed_site()));
    let rest = kept(rest, before + 1);
    stmts.extend::<Vec<Stmt>>(vec![
        parse_quote! {
            #(#attrs)*
            let (#name, #held): (#ty, _) =
                ::sycl_hls::__private::persistent(#key, #before, || #first);
        },
        parse_quote!((|| { #(#rest)* })();),
        parse_quote!(#held.keep(#variable);),
    ]);
    stmts
}

/// What tells the kernel from all others, and its instances from each other.
fn key(generics: &Generics) -> [Stmt; 2] {
    let name = Ident::new("__sycl_hls_key", Span::mixed_site());
    let (params, ..) = generics.split_for_impl();
    let arguments = arguments(generics);
    [
        parse_quote!(fn #name #params() {}),
        parse_quote!(let #name = ::core::any::type_name_of_val(&#name #arguments);),
    ]
}
