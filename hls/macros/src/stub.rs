//! What stands in for a module with errors, so that rustc says nothing more about the same causes.
//!
//! Other code finds all names it may use, and accepts any arguments; rustc never sees the bodies, whose mistakes are
//! reported already.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use sycl_hls_front::{ELEMENT, span_of};
use sycl_hls_ir::{Diagnostic, Span};
use syn::visit::Visit;
use syn::{
    Attribute, Expr, FnArg, Ident, ImplItem, Item, ItemConst, ItemFn, ItemImpl, ItemMod, ItemStruct,
    ItemTrait, ItemType, TraitItem, Type, parse_quote,
};

use crate::expand::Kernels;
use crate::instances::{bound_type, without_bounds};
use crate::signature::{Own, WorkItem, argument_names, instance_params, types, visibility_inside};

/// The module's interface without its bodies: what stands before its braces, and in them.
pub(crate) fn stub(
    module: &ItemMod,
    kernels: &Kernels,
    diagnostics: &[Diagnostic],
) -> (TokenStream, TokenStream) {
    let wrong = |tokens: &dyn Fn() -> TokenStream| {
        let span = span_of(&tokens());
        diagnostics.iter().any(|error| span.start <= error.span.start && error.span.end <= span.end)
    };
    let items = || module.content.iter().flat_map(|(_, items)| items);
    let mut names = HashSet::new();
    let types = Types::of(module, diagnostics);
    let unknown = unknown_functions(module, &wrong);
    let stubs = items().filter_map(|item| match item {
        Item::Fn(func) => {
            let known = names.insert(&func.sig.ident) && !wrong(&|| func.sig.to_token_stream());
            // A constant may need it to have a value.
            let runs = func.sig.constness.is_some() && !wrong(&|| func.block.to_token_stream());
            known.then(|| if runs { func.to_token_stream() } else { native(func) })
        }
        Item::Const(item) if !names.insert(&item.ident) => None,
        Item::Const(item) if wrong(&|| item.to_token_stream()) || mentions(&item.expr, &unknown) => {
            any_value(item)
        }
        Item::Struct(syn::ItemStruct { ident, vis, generics, .. })
        | Item::Enum(syn::ItemEnum { ident, vis, generics, .. })
        | Item::Type(ItemType { ident, vis, generics, .. })
            if types.opaque.contains(ident) =>
        {
            names.insert(ident).then(|| opaque(ident, vis, generics))
        }
        Item::Struct(item) if types.no_elements.contains(&item.ident) => Some(plain(item)),
        Item::Impl(item) if wrong(&|| item.self_ty.to_token_stream()) => None,
        Item::Impl(item) if is_element(item) => {
            (!types.is_wrong(&item.self_ty)).then(|| item.to_token_stream())
        }
        Item::Impl(item) if is_wrong_trait(item, &types, &wrong) => None,
        Item::Impl(item) => Some(members(item, types.is_wrong(&item.self_ty), &wrong)),
        Item::Trait(item) => (!wrong(&|| item.generics.to_token_stream())).then(|| without_texts(item)),
        Item::Macro(_) | Item::Verbatim(_) => None,
        Item::Use(item) if wrong(&|| item.to_token_stream()) => None,
        other => Some(other.to_token_stream()),
    });
    let mut launched = HashSet::new();
    let launchers = items().filter_map(|item| match item {
        Item::Fn(func) if kernels.contains_key(&func.sig.ident) && launched.insert(&func.sig.ident) => {
            Some(launcher(func, wrong(&|| func.sig.inputs.to_token_stream())))
        }
        _ => None,
    });
    // Editors complete names in the user's code also while it is wrong.
    let originals = items();
    let (docs, visibility, ident) = (docs(&module.attrs), &module.vis, &module.ident);
    let head = quote! {
        #(#docs)*
        #[allow(unused, unexpected_cfgs, missing_docs, clippy::all)]
        #visibility mod #ident
    };
    let contents = quote! {
        #(#[cfg(rust_analyzer)] #originals)*
        #(#[cfg(not(rust_analyzer))] #[allow(unused)] #stubs)*
        #(#[allow(unused)] #launchers)*
    };
    (head, contents)
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

/// An `impl` block without the bodies of its functions. Of an `opaque` type nobody knows the values of constants.
fn members(item: &ItemImpl, opaque: bool, wrong: &dyn Fn(&dyn Fn() -> TokenStream) -> bool) -> TokenStream {
    let ty = &item.self_ty;
    let mut names = HashSet::new();
    let members = item.items.iter().filter_map(|member| match member {
        ImplItem::Fn(func) if !names.insert(&func.sig.ident) => None,
        ImplItem::Fn(func) if wrong(&|| func.sig.to_token_stream()) => None,
        ImplItem::Fn(func)
            if opaque || func.sig.constness.is_none() || wrong(&|| func.block.to_token_stream()) =>
        {
            let (docs, visibility, sig) = (docs(&func.attrs), &func.vis, &func.sig);
            Some(quote!(#(#docs)* #visibility #sig { loop {} }))
        }
        ImplItem::Const(item) if opaque || !names.insert(&item.ident) => None,
        ImplItem::Fn(_) | ImplItem::Const(_) => Some(member.to_token_stream()),
        ImplItem::Type(_) if item.trait_.is_some() => Some(member.to_token_stream()),
        _ => None,
    });
    let of_trait = item.trait_.as_ref().map(|(path, of)| quote!(#path #of));
    let (generics, _, bounds) = item.generics.split_for_impl();
    quote!(impl #generics #of_trait #ty #bounds { #(#members)* })
}

/// A type of which only the name and the parameters are known.
fn opaque(ident: &Ident, visibility: &syn::Visibility, generics: &syn::Generics) -> TokenStream {
    let used = generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(param) => Some(param.ident.to_token_stream()),
        syn::GenericParam::Lifetime(param) => {
            let lifetime = &param.lifetime;
            Some(quote!(&#lifetime ()))
        }
        syn::GenericParam::Const(_) => None,
    });
    quote!(#[derive(Clone, Copy)] #visibility struct #ident #generics (#(::core::marker::PhantomData<#used>),*);)
}

/// True of an `impl` block of a trait that rustc would complain about once more.
fn is_wrong_trait(item: &ItemImpl, types: &Types, wrong: &dyn Fn(&dyn Fn() -> TokenStream) -> bool) -> bool {
    let wrong_function = |member: &ImplItem| match member {
        ImplItem::Fn(func) => wrong(&|| func.sig.to_token_stream()),
        _ => false,
    };
    item.trait_.as_ref().is_some_and(|(path, _)| {
        types.is_wrong(&item.self_ty)
            || wrong(&|| path.to_token_stream())
            || item.items.iter().any(wrong_function)
    })
}

/// A trait without what it provides itself but declares all the same.
fn without_texts(item: &ItemTrait) -> TokenStream {
    let mut item = item.clone();
    for member in &mut item.items {
        if let TraitItem::Fn(func) = member {
            func.attrs.retain(|attr| attr.path().is_ident("doc"));
            func.default = func.default.as_ref().map(|_| parse_quote!({ loop {} }));
        }
    }
    item.to_token_stream()
}

/// Structs, enums and aliases that rustc would complain about once more.
#[derive(Default)]
struct Types {
    /// Those whose fields, variants or types are wrong.
    opaque: HashSet<Ident>,
    /// Those whose bytes are no elements of slices.
    no_elements: HashSet<Ident>,
}

impl Types {
    fn of(module: &ItemMod, diagnostics: &[Diagnostic]) -> Self {
        let mut types = Self::default();
        for item in module.content.iter().flat_map(|(_, items)| items) {
            let (ident, generics, body) = match item {
                Item::Struct(item) => (&item.ident, &item.generics, item.fields.to_token_stream()),
                Item::Enum(item) => (&item.ident, &item.generics, item.variants.to_token_stream()),
                Item::Type(item) => (&item.ident, &item.generics, item.ty.to_token_stream()),
                _ => continue,
            };
            let whole = span_of(&quote!(#ident #generics #body));
            let inside = |at: &Span| whole.start <= at.start && at.end <= whole.end;
            for error in diagnostics {
                let related = error.related.iter().any(|(at, _)| inside(at));
                if error.code == ELEMENT && (related || inside(&error.span)) {
                    types.no_elements.insert(ident.clone());
                } else if inside(&error.span) {
                    types.opaque.insert(ident.clone());
                }
            }
        }
        types
    }

    /// True if the type of an `impl` block is wrong.
    fn is_wrong(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else { return false };
        path.path
            .segments
            .last()
            .is_some_and(|last| self.opaque.contains(&last.ident) || self.no_elements.contains(&last.ident))
    }
}

/// True if it is what makes a type an element of slices.
fn is_element(item: &ItemImpl) -> bool {
    item.trait_
        .as_ref()
        .is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == "Element"))
}

/// A struct without what makes it an element of slices.
fn plain(item: &ItemStruct) -> TokenStream {
    let mut item = item.clone();
    item.attrs.retain(|attr| !attr.to_token_stream().to_string().contains("bytemuck"));
    item.to_token_stream()
}

/// The functions that are left away.
fn unknown_functions<'m>(
    module: &'m ItemMod,
    wrong: &dyn Fn(&dyn Fn() -> TokenStream) -> bool,
) -> HashSet<&'m Ident> {
    let items = module.content.iter().flat_map(|(_, items)| items);
    let unknown = items.filter_map(|item| match item {
        Item::Fn(func) if wrong(&|| func.sig.to_token_stream()) => Some(&func.sig.ident),
        _ => None,
    });
    unknown.collect()
}

/// True if an expression names one of the functions.
fn mentions(expr: &Expr, functions: &HashSet<&Ident>) -> bool {
    struct Names<'f>(&'f HashSet<&'f Ident>, bool);
    impl Visit<'_> for Names<'_> {
        fn visit_ident(&mut self, ident: &Ident) {
            self.1 |= self.0.contains(ident);
        }
    }
    let mut names = Names(functions, false);
    names.visit_expr(expr);
    names.1
}

/// Takes anything. That of a generic kernel takes arguments of the right types if those are not `wrong`, because the
/// parameters may follow from them.
fn launcher(func: &ItemFn, wrong: bool) -> TokenStream {
    let (ident, visibility, inner) = (&func.sig.ident, &func.vis, visibility_inside(&func.vis));
    let mut names: Vec<Ident> = Vec::new();
    let item = WorkItem::of(func);
    for (index, name) in argument_names(func).enumerate().skip(usize::from(item.is_some())) {
        let again = names.contains(&name);
        names.push(if again { format_ident!("argument{index}") } else { name });
    }
    let ret = match item {
        None => quote!(::sycl_hls::KernelCall<'h>),
        Some(item) => item.call(),
    };
    let generics: Vec<TokenStream> = instance_params(func).map(without_bounds).collect();
    let types = types(func).zip(Own::of_arguments(func)).skip(usize::from(item.is_some()));
    let types = types.map(|(ty, own)| match generics.is_empty() || wrong {
        true => quote!(impl ::core::marker::Sized),
        false => bound_type(ty, own),
    });
    quote! {
        #visibility mod #ident {
            use super::*;
            #inner fn args<'h, #(#generics),*>(#(#names: #types),*) -> #ret {
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
