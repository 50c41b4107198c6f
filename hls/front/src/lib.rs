//! The front end: restricted Rust to KIR.
//!
//! ```text
//! syn --resolve--> HIR --infer--> typed HIR --lower--> KIR
//! ```
//! The macro and the command-line tool call the same [`translate`], so what is outside of the kernel language is
//! the same message in both. Everything that can go wrong with a user's source is a
//! [`Diagnostic`] at the user's own line; nothing here panics on any input.

mod codes;
mod consts;
mod depth;
mod directives;
mod find;
mod foreign;
mod front;
mod hir;
mod infer;
mod items;
mod lacking;
mod lower;
mod names;
mod recursion;
mod resolve;
mod rewrite;
mod rules;
mod span;
mod ty;
mod types;
mod typings;

pub use codes::{CATALOGUE, PLACEMENT, VERSION};
pub use find::{find_modules, marked_module};
pub use span::span_of;

use sycl_hls_ir::{Diagnostic, Module, Source};
use syn::ItemMod;

use front::Front;
use hir::{Body, FnId};
use infer::{Types, infer};
use resolve::resolve_fn;
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
    let mut front = Front::new();
    front.kernels_attribute(item);
    front.collect(item);
    recursion::check(&mut front);
    let mut bodies: Vec<(Body, Types)> = Vec::new();
    for index in 0..front.funcs.len() {
        if front.funcs[index].is_generic() {
            continue;
        }
        let body = resolve_fn(&mut front, FnId(index));
        let ret = front.funcs[index].ret.clone();
        if let Some(types) = infer(&mut front, &body, Some(&ret)) {
            types.record(&mut front, &body);
            bodies.push((body, types));
        }
    }
    let mut module = None;
    if front.diagnostics.is_empty() {
        let name = names::plain_name(&item.ident);
        let lowered = lower::lower(&front, &name, source, &bodies);
        front.diagnostics.extend(rules::check_loops(&lowered));
        front.diagnostics.extend(directives::check_directives(&lowered));
        module = front.diagnostics.is_empty().then_some(lowered);
    }
    (Translation { module, diagnostics: front.diagnostics }, front.typings)
}
