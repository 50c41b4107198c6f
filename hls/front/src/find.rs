//! Finding the kernels modules of a source file.

use sycl_hls_ir::Span;
use syn::{Attribute, Item, ItemMod};

use crate::span::span;

/// The file is not Rust.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseFailure {
    /// What the parser expected.
    pub message: String,
    /// Where it stopped.
    pub span: Span,
}

/// All kernels modules of a source text, in order; also those inside of other inline modules.
///
/// # Errors
/// When the text is not a Rust file.
pub fn find_modules(text: &str) -> Result<Vec<ItemMod>, ParseFailure> {
    let file = syn::parse_file(text)
        .map_err(|error| ParseFailure { message: error.to_string(), span: span(error.span()) })?;
    let mut modules = Vec::new();
    collect(file.items, &mut modules);
    Ok(modules)
}

fn collect(items: Vec<Item>, modules: &mut Vec<ItemMod>) {
    for item in items {
        let Item::Mod(mut module) = item else { continue };
        if let Some(position) = module.attrs.iter().position(is_kernels) {
            module.attrs.remove(position);
            modules.push(module);
        } else if let Some((_, items)) = module.content {
            collect(items, modules);
        }
    }
}

/// `#[sycl_hls::kernels]`, or `#[kernels]` after an import.
fn is_kernels(attr: &Attribute) -> bool {
    let segments = &attr.path().segments;
    let last = segments.last().is_some_and(|segment| segment.ident == "kernels");
    last && (segments.len() == 1 || segments.first().is_some_and(|segment| segment.ident == "sycl_hls"))
}
