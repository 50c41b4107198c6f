//! The front end: restricted Rust to KIR.
//!
//! ```text
//! syn --resolve--> HIR --infer--> typed HIR --lower--> KIR
//! ```
//! The macro and the command-line tool call the same [`translate`], so what is outside of the kernel language is
//! the same message in both. Everything that can go wrong with a user's source is a
//! [`Diagnostic`] at the user's own line; nothing here panics on any input.

mod adt;
mod attribute;
mod attribute_of_module;
mod bodies;
mod builtin;
mod callable;
mod codes;
mod consts;
mod depth;
mod derive;
mod directives;
mod element;
mod explain;
mod extent;
mod find;
mod flush;
mod foreign;
mod front;
mod hir;
mod ids;
mod imports;
mod infer;
mod inner;
mod instances;
mod items;
mod kernel_name;
mod lacking;
mod length;
mod library;
mod links;
mod lints;
mod literal;
mod local_types;
mod lower;
mod macros;
mod names;
mod number;
mod number_type;
mod overload;
mod own_element;
mod package;
mod packet_kind;
mod packets;
mod processes;
mod reduction;
mod resolve;
mod rewrite;
mod rules;
mod signature;
mod size;
mod span;
mod suspension;
mod tasks;
mod traits;
mod ty;
mod typed;
mod types;
mod typings;
mod written;

pub use attribute::{Level, is_directive};
pub use attribute_of_module::imported_paths;
pub use builtin::number_methods;
pub use codes::{CATALOGUE, ELEMENT, IMPORTED, NO_HARDWARE, PLACEMENT, STRICT, VERSION};
pub use explain::explain;
pub use find::{find_modules, is_kernels, marked_module, parse_file};
pub use imports::{Edge, Imported, Imports};
pub use instances::{InstanceArgument, KernelInstance};
pub use lints::{LINTS, Levels, Lint, MISSED_INTERVAL, VITIS_INTERVALS};
pub use package::Package;
pub use rewrite::in_turns_name;
pub use span::span_of;

use sycl_hls_ir::{Diagnostic, Module, Severity, Source};
use syn::ItemMod;

use front::Front;
use library::Library;
use links::Links;
use typings::Typings;

/// The result of translating a kernels module.
#[derive(Debug)]
pub struct Translation {
    /// The kernels as KIR, checked; `None` after an error.
    pub module: Option<Module>,
    /// The instances of kernels with generic parameters, in the order of the module.
    pub instances: Vec<KernelInstance>,
    /// All messages, in source order: errors, or warnings about a module that has none.
    pub diagnostics: Vec<Diagnostic>,
    /// The levels of lints, for what is found in the kernels' schedules.
    pub levels: Levels,
}

impl Translation {
    /// The messages that are errors, without warnings.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|message| message.severity == Severity::Error)
    }
}

/// Translates a kernels module to KIR, and reports errors and warnings.
///
/// `module` is rewritten to the host code: ordinary Rust without our attributes, in which every type that was inferred
/// here is annotated, so that a disagreement with rustc is a compile error. `source` is the text for positions in messages.
/// [`Translation::module`] is `None` after an error; no input panics.
pub fn translate(module: &mut ItemMod, source: Source) -> Translation {
    translate_with(module, source, Imports::default())
}

/// [`translate`] for a module that imports others. `source` has their files, in the order of `imports`.
pub fn translate_with(module: &mut ItemMod, source: Source, mut imports: Imports) -> Translation {
    let links = prepare(module, &mut imports);
    span::in_files(imports.files(), || translate_saying(Warnings::All, module, &links, source, &imports))
}

/// Replaces what is short for something else, and reads the links.
fn prepare(module: &mut ItemMod, imports: &mut Imports) -> Links {
    write_out(module);
    let mut links = Links::read(module);
    links.errors.extend(tasks::rewrite(module));
    for imported in &mut imports.modules {
        // Its errors are reported where it is translated itself.
        write_out(&mut imported.module);
        tasks::rewrite(&mut imported.module);
    }
    links
}

/// Writes out macros of the standard library, and types in functions.
fn write_out(module: &mut ItemMod) {
    let has_local_types = macros::write_out(module);
    if has_local_types {
        local_types::move_out(module);
    }
}

/// [`translate_with`] for the macro, which needs only the host code: no warnings, lints run only if an attribute denies one,
/// and the KIR has no source positions unless there is an error. This is faster.
pub fn translate_silently(module: &mut ItemMod, source: Source, mut imports: Imports) -> Translation {
    let links = prepare(module, &mut imports);
    let (translation, typings) =
        span::without_places(|| translate_shared(Warnings::Denied, module, &links, source.clone(), &imports));
    if !translation.diagnostics.is_empty() {
        return span::in_files(imports.files(), || {
            translate_saying(Warnings::Denied, module, &links, source, &imports)
        });
    }
    rewrite::rewrite(module, &typings);
    translation
}

/// The lints that run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Warnings {
    All,
    /// Only lints that an attribute makes errors.
    Denied,
}

fn translate_saying(
    warnings: Warnings,
    module: &mut ItemMod,
    links: &Links,
    source: Source,
    imports: &Imports,
) -> Translation {
    let (mut translation, typings) = translate_shared(warnings, module, links, source, imports);
    rewrite::rewrite(module, &typings);
    translation.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    translation
}

fn translate_shared(
    warnings: Warnings,
    item: &ItemMod,
    links: &Links,
    source: Source,
    imports: &Imports,
) -> (Translation, Typings) {
    let modules = imports.modules.iter().map(|imported| &imported.module);
    let library = Library::for_modules(std::iter::once(item).chain(modules));
    let mut front = Front::new();
    front.add_library(&library);
    front.diagnostics.extend(links.errors.iter().cloned());
    let mut levels = Levels::read(item);
    front.diagnostics.append(&mut levels.errors);
    front.collect(item, imports);
    let roots = front.roots();
    let complete = front.bodies_of(&roots);
    let (mut module, instances) = (None, front.kernel_instances());
    if complete && front.diagnostics.is_empty() {
        let name = names::plain_name(&item.ident);
        let mut lowered = lower::lower_module(&mut front, &name, source, &roots);
        lowered.links.clone_from(&links.groups);
        let wrong = [
            kernel_name::check_names(&lowered),
            rules::check_loops(&lowered, item),
            // What was complained about is not in KIR.
            if front.diagnostics.is_empty() { processes::check_processes(&lowered) } else { Vec::new() },
            tasks::check_tasks(&lowered),
            directives::check_directives(&lowered),
        ];
        wrong.into_iter().flatten().for_each(|error| front.report(error));
        if front.diagnostics.is_empty() && (warnings == Warnings::All || levels.deny_any()) {
            front.diagnostics.extend(lints::lint_module(&lowered, &instances, &levels));
        }
        let error = |message: &Diagnostic| message.severity == Severity::Error;
        module = (!front.diagnostics.iter().any(error)).then_some(lowered);
    }
    front.name_imported_types();
    (Translation { module, instances, diagnostics: front.diagnostics, levels }, front.typings)
}
