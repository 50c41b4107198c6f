//! Items that do not belong into a kernels module.

use rustc_hash::FxHashSet;
use sycl_hls_ir::Diagnostic;
use syn::{Ident, ItemUse, UseTree};

use crate::codes;
use crate::front::Front;
use crate::lacking::{macro_call, never};
use crate::names::plain_name;
use crate::span::{span, span_of};

impl Front<'_> {
    /// Notes what `use` imports, and reports all but `sycl_hls::device::*`.
    pub fn collect_use(&mut self, item: &ItemUse) {
        let path = first_segments(&item.tree);
        if path.starts_with(&["sycl_hls".to_owned(), "device".to_owned()]) {
            return;
        }
        let message = "a kernels module imports nothing but `sycl_hls::device`";
        let note =
            "a kernels module is one unit of translation; what stands elsewhere cannot become hardware";
        imported_names(&item.tree, &mut self.rejected);
        let help = "move what the kernels need into the module";
        self.report(Diagnostic::error(codes::IMPORT, span_of(item), message).note(note).help(help));
    }

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
        syn::Item::Trait(item) => (never(code, at(&item.ident), "a trait"), "use plain functions"),
        syn::Item::Union(item) => (never(code, at(&item.ident), "a union"), "use casts between scalars"),
        other => (
            never(code, span_of(other), "this item"),
            "a kernels module holds functions, constants, structs and enums",
        ),
    };
    error.help(help)
}

/// The names that a `use` makes visible.
fn imported_names(tree: &UseTree, names: &mut FxHashSet<String>) {
    match tree {
        UseTree::Path(path) => imported_names(&path.tree, names),
        UseTree::Name(name) => names.extend([plain_name(&name.ident)]),
        UseTree::Rename(rename) => names.extend([plain_name(&rename.rename)]),
        UseTree::Group(group) => group.items.iter().for_each(|tree| imported_names(tree, names)),
        UseTree::Glob(_) => {}
    }
}

/// The first names of a `use`: crates or modules.
fn first_segments(tree: &UseTree) -> Vec<String> {
    let mut segments = Vec::new();
    let mut tree = tree;
    while let UseTree::Path(path) = tree {
        segments.push(path.ident.to_string());
        tree = &path.tree;
    }
    segments
}
