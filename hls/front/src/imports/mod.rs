//! Kernels modules that import others: `#[kernels(import(crate::shapes, dsp::filters))]`, with `use dsp::filters::Biquad;` inside.
//!
//! Who translates a module finds those that it imports: the macro takes their tokens from macros that they export, the tool reads
//! their files. Here they are units with names of their own, in which no kernels are built. [`uses`] makes their names known.

mod names;
mod uses;

use sycl_hls_ir::Diagnostic;
use syn::{Item as SynItem, ItemMod};

use crate::attribute_of_module::imported_paths;
use crate::codes;
use crate::front::{Front, USER, Unit};
use crate::names::plain_name;
use crate::package::Package;
use crate::span::span_of;

/// The modules that a kernels module imports, directly or through others.
#[derive(Default)]
pub struct Imports {
    /// Each once. The numbers of their files in positions are one more than their numbers here.
    pub modules: Vec<Imported>,
    /// Those that the module itself imports, in the order of its attribute; `None` for a path that `errors` are about.
    pub direct: Vec<Option<Edge>>,
    /// The module's own package.
    pub package: Package,
    /// What the tokens of the module call its file, if others are imported.
    pub file: String,
    /// Why paths of the module's attribute lead nowhere.
    pub errors: Vec<Diagnostic>,
}

/// A kernels module that is imported.
pub struct Imported {
    /// The module, with its attribute.
    pub module: ItemMod,
    /// What its tokens call its file.
    pub file: String,
    /// The package that it belongs to.
    pub package: Package,
    /// What it imports, in the order of its attribute.
    pub direct: Vec<Option<Edge>>,
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// The module that is translated: modules may import each other.
    Itself,
    /// One of [`Imports::modules`].
    Module(usize),
}

impl Imports {
    /// What tokens call the files, by the numbers of files in positions; none if nothing is imported.
    pub(crate) fn files(&self) -> Vec<String> {
        if self.modules.is_empty() {
            return Vec::new();
        }
        std::iter::once(&self.file).chain(self.modules.iter().map(|module| &module.file)).cloned().collect()
    }

    /// Which modules the module imports, directly or through others: the tool lists those of all modules of a file.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.modules.len()];
        let mut open: Vec<Option<Edge>> = self.direct.clone();
        while let Some(edge) = open.pop() {
            let Some(Edge::Module(number)) = edge else { continue };
            if let Some(known) = reached.get_mut(number)
                && !std::mem::replace(known, true)
            {
                open.extend_from_slice(&self.modules[number].direct);
            }
        }
        reached
    }
}

impl<'a> Front<'a> {
    /// Adds a unit for each module that is imported. Gives the units' items.
    pub(crate) fn add_imports(
        &mut self,
        module: &ItemMod,
        imports: &'a Imports,
    ) -> Vec<(usize, &'a [SynItem])> {
        let first = self.units.len();
        let unit_of = |edge: &Option<Edge>| match edge {
            Some(Edge::Itself) => Some(USER),
            Some(Edge::Module(number)) => Some(first + number),
            None => None,
        };
        let paths = |module: &ItemMod, direct: &[Option<Edge>]| {
            let paths = imported_paths(module);
            let written = paths.iter().map(segments).zip(direct.iter().map(unit_of));
            written.collect()
        };
        self.units[USER].imports = paths(module, &imports.direct);
        self.units[USER].package = imports.package.clone();
        let mut added = Vec::new();
        let reached = imports.reached();
        for (imported, reached) in imports.modules.iter().zip(&reached) {
            let unit = self.add_unit(Unit {
                imports: paths(&imported.module, &imported.direct),
                package: imported.package.clone(),
                ..Unit::named(&plain_name(&imported.module.ident))
            });
            if *reached {
                added.push((unit, imported.module.content.as_ref().map_or(&[][..], |(_, items)| items)));
            }
        }
        self.diagnostics.extend(imports.errors.iter().cloned());
        self.one_version_of_each(module, imports, &reached);
        added
    }

    /// Reports modules of two versions of one package: what has the same name in both would be two things.
    fn one_version_of_each(&mut self, module: &ItemMod, imports: &Imports, reached: &[bool]) {
        let modules: Vec<&Imported> =
            imports.modules.iter().zip(reached).filter(|(_, reached)| **reached).map(|(it, _)| it).collect();
        for (number, one) in modules.iter().enumerate() {
            let same = |other: &&&Imported| {
                other.package.name == one.package.name
                    && other.package.version != one.package.version
                    && other.module.ident == one.module.ident
            };
            let Some(other) = modules[..number].iter().find(same) else { continue };
            let at = imported_paths(module);
            let at = at.iter().map(span_of).reduce(sycl_hls_ir::Span::to).unwrap_or(sycl_hls_ir::Span::NONE);
            let package = &one.package.name;
            let message = format!(
                "the module `{}` is imported from two versions of `{package}`: {} and {}",
                one.module.ident, other.package.version, one.package.version
            );
            let error = Diagnostic::error(codes::IMPORTED, at, message)
                .note("types and functions of one are not those of the other")
                .help(
                    "let all crates depend on one version: `cargo tree --duplicates` shows who needs which",
                );
            self.report(error);
        }
    }
}

/// The names of a path.
fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| plain_name(&segment.ident)).collect()
}
