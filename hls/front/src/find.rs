//! Finds kernels modules in a source file, and in the item to which the macro is applied.

use proc_macro2::TokenStream;
use sycl_hls_ir::Diagnostic;
use syn::{Attribute, File, Item, ItemMod, parse_quote};

use crate::codes;
use crate::depth;
use crate::span::{span, span_of};

/// All kernels modules of a source text, in order, including those in other inline modules.
///
/// # Errors
/// When the text is not a Rust file, or `#[sycl_hls::kernels]` is on an item that is no inline module.
pub fn find_modules(text: &str) -> Result<Vec<ItemMod>, Box<Diagnostic>> {
    let mut modules = Vec::new();
    collect(parse_file(text)?.items, &mut modules)?;
    Ok(modules)
}

/// A source file, whose nesting is bounded.
///
/// # Errors
/// When it is not Rust, or too deep.
pub fn parse_file(text: &str) -> Result<File, Box<Diagnostic>> {
    // What is not even tokens is left to the parser to complain about.
    if let Ok(tokens) = text.parse::<TokenStream>() {
        depth::check(tokens)?;
    }
    syn::parse_file(text).map_err(|error| no_rust(&error))
}

/// The kernels module to which the macro is applied.
///
/// # Errors
/// When the item is no inline module.
pub fn marked_module(arguments: &TokenStream, item: TokenStream) -> Result<ItemMod, Box<Diagnostic>> {
    depth::check(item.clone())?;
    match syn::parse2(item).map_err(|error| no_rust(&error))? {
        Item::Mod(mut module) => {
            module.attrs.push(parse_quote!(#[kernels(#arguments)]));
            Ok(module)
        }
        other => Err(no_module(&other)),
    }
}

/// The error about text that is no Rust.
fn no_rust(error: &syn::Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::SYNTAX, span(error.span()), error.to_string()))
}

/// The error about `#[kernels]` on what is no inline module.
fn no_module(item: &Item) -> Box<Diagnostic> {
    let at = match item {
        Item::Fn(func) => span_of(&func.sig),
        other => span_of(other),
    };
    let error = Diagnostic::error(codes::MODULE, at, "this is no module, and holds no kernels")
        .note("kernels and the functions that they call are translated together")
        .help("put it into a module: `#[sycl_hls::kernels] mod kernels { .. }`");
    Box::new(error)
}

/// Finds modules of kernels, also in other modules.
fn collect(items: Vec<Item>, modules: &mut Vec<ItemMod>) -> Result<(), Box<Diagnostic>> {
    for item in items {
        match item {
            Item::Mod(module) if module.attrs.iter().any(is_kernels) => modules.push(module),
            Item::Mod(ItemMod { content: Some((_, items)), .. }) => collect(items, modules)?,
            other if attributes(&other).iter().any(is_kernels) => return Err(no_module(&unmarked(other))),
            _ => {}
        }
    }
    Ok(())
}

/// The attributes of the items that users mark by mistake.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        _ => &[],
    }
}

/// The item as the macro sees it: without the attribute.
fn unmarked(mut item: Item) -> Item {
    match &mut item {
        Item::Fn(item) => item.attrs.retain(|attr| !is_kernels(attr)),
        Item::Impl(item) => item.attrs.retain(|attr| !is_kernels(attr)),
        Item::Struct(item) => item.attrs.retain(|attr| !is_kernels(attr)),
        Item::Trait(item) => item.attrs.retain(|attr| !is_kernels(attr)),
        _ => {}
    }
    item
}

/// True for `#[sycl_hls::kernels]`, or `#[kernels]` after an import.
#[must_use]
pub fn is_kernels(attr: &Attribute) -> bool {
    let segments = &attr.path().segments;
    let last = segments.last().is_some_and(|segment| segment.ident == "kernels");
    last && (segments.len() == 1 || segments.first().is_some_and(|segment| segment.ident == "sycl_hls"))
}
