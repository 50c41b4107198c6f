//! The front end: restricted Rust to KIR.
//!
//! ```text
//! syn --resolve--> HIR --infer--> typed HIR --lower--> KIR
//! ```
//! The macro and the command-line tool call the same [`translate`], so what is outside of the kernel language is
//! the same message in both. Everything that can go wrong with a user's source is a
//! [`Diagnostic`] at the user's own line; nothing here panics on any input.

mod adt;
mod bodies;
mod builtin;
mod codes;
mod consts;
mod depth;
mod directives;
mod element;
mod explain;
mod extent;
mod find;
mod foreign;
mod front;
mod hir;
mod infer;
mod items;
mod lacking;
mod length;
mod library;
mod lower;
mod names;
mod resolve;
mod rewrite;
mod rules;
mod signature;
mod size;
mod span;
mod ty;
mod types;
mod typings;

pub use codes::{CATALOGUE, ELEMENT, PLACEMENT, VERSION};
pub use explain::explain;
pub use find::{find_modules, marked_module};
pub use span::span_of;

use sycl_hls_ir::{Diagnostic, Module, Source};
use syn::ItemMod;

use front::Front;
use library::Library;
use typings::Typings;

/// What became of a kernels module.
#[derive(Debug)]
pub struct Translation {
    /// The kernels as KIR, checked; `None` after an error.
    pub module: Option<Module>,
    /// All messages, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Translates a kernels module.
///
/// `module` becomes the host code, in place: ordinary Rust without our attributes and with every type written out that
/// was inferred here.
pub fn translate(module: &mut ItemMod, source: Source) -> Translation {
    let (mut translation, typings) = translate_shared(module, source);
    rewrite::rewrite(module, &typings);
    translation.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    translation
}

fn translate_shared(item: &ItemMod, source: Source) -> (Translation, Typings) {
    let library = Library::for_module(item);
    let mut front = Front::new();
    front.add_library(&library);
    front.kernels_attribute(item);
    front.collect(item);
    let roots = front.plain_instances();
    let complete = front.bodies_of(&roots);
    let mut module = None;
    if complete && front.diagnostics.is_empty() {
        let name = names::plain_name(&item.ident);
        let lowered = lower::lower_module(&mut front, &name, source, &roots);
        front.diagnostics.extend(rules::check_loops(&lowered, item));
        front.diagnostics.extend(directives::check_directives(&lowered));
        module = front.diagnostics.is_empty().then_some(lowered);
    }
    (Translation { module, diagnostics: front.diagnostics }, front.typings)
}
