//! Items that do not belong into a kernels module.

use sycl_hls_ir::Diagnostic;
use syn::Ident;

use crate::codes;
use crate::front::Front;
use crate::lacking::{macro_call, never};
use crate::names::plain_name;
use crate::span::{span, span_of};

impl Front<'_> {
    /// The names it defines are not complained about again.
    pub fn foreign_item(&mut self, item: &syn::Item) {
        let mut names = Vec::new();
        let error = foreign_item(item, &mut names);
        self.rejected.extend(names.into_iter().map(|name| plain_name(&name)));
        self.report(error);
    }
}

/// The error about an item that kernels modules cannot have; `names` gets what it defines, so that uses are no
/// errors.
fn foreign_item(item: &syn::Item, names: &mut Vec<Ident>) -> Diagnostic {
    let code = codes::ITEM;
    let mut at = |ident: &Ident| {
        names.push(ident.clone());
        span(ident.span())
    };
    let (error, help) = match item {
        syn::Item::Macro(item) => {
            names.extend(item.ident.clone());
            return macro_call(span_of(&item.mac.path).to(span_of(item)), &item.mac.path);
        }
        syn::Item::Static(item) => (
            never(code, at(&item.ident), "a `static mut`"),
            "use an argument of the kernel, or a `static` that stays as it is",
        ),
        syn::Item::Mod(item) => (
            never(code, at(&item.ident), "a module inside of a kernels module"),
            "put its items into the kernels module, or into one of its own",
        ),
        syn::Item::Union(item) => (never(code, at(&item.ident), "a union"), "use casts between scalars"),
        other => (
            never(code, span_of(other), "this item"),
            "a kernels module holds functions, constants, structs and enums",
        ),
    };
    error.help(help)
}
