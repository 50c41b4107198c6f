//! The kernels modules that those of a file import, from other files and crates. The macro gets their tokens from rustc; the tool reads
//! the files, which it finds as rustc does.

mod metadata;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sycl_hls_front::{
    Edge, IMPORTED, Imported, Imports, Package, imported_paths, is_kernels, parse_file, span_of,
};
use sycl_hls_ir::{Diagnostic, Source, SourceText};
use syn::{Item, ItemMod};

use crate::package::{absolute, package_around};
use metadata::{Crate, Metadata, NoMetadata};
use tree::{Place, Tree, Why};

/// What the modules of a file import.
#[derive(Default)]
pub struct Gathered {
    /// For each module of the file.
    pub imports: Vec<Imports>,
    /// The files of the imported modules, by their numbers in positions.
    pub files: Arc<[Source]>,
}

/// A module that is imported by some module of the file.
struct Node {
    module: ItemMod,
    place: Place,
    source: Source,
    direct: Vec<Option<usize>>,
}

/// Finds what is imported by the modules of a file with this text, in order.
pub fn gather(path: &Path, text: &str, modules: &[ItemMod]) -> Gathered {
    if modules.iter().all(|module| imported_paths(module).is_empty()) {
        return Gathered {
            imports: modules.iter().map(|_| Imports::default()).collect(),
            ..Gathered::default()
        };
    }
    Gatherer::new(path, text, modules).gather(modules)
}

struct Gatherer {
    tree: Tree,
    /// The module of its crate that the file is.
    here: Place,
    /// For each kernels module of the file, the names of the modules around it and its own.
    names: Vec<Vec<String>>,
    /// What paths in messages start from.
    base: PathBuf,
    /// The file, and how messages name it.
    own: (PathBuf, String),
    nodes: Vec<Node>,
    /// Why Cargo says nothing.
    unknown: Option<NoMetadata>,
}

impl Gatherer {
    fn new(path: &Path, text: &str, modules: &[ItemMod]) -> Self {
        let shown = path;
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().unwrap_or(Path::new("/"));
        let mut names = Vec::new();
        if let Ok(file) = parse_file(text) {
            kernels_of(&file.items, &mut Vec::new(), &mut names);
        }
        let reach = modules.iter().zip(&names).map(|(module, names)| Reach::of(module, names.len())).max();
        let reach = reach.unwrap_or(Reach::File);
        let package = package_around(folder).ok().flatten().map(|(root, _)| root.to_owned());
        let package = package.filter(|_| reach > Reach::File);
        let (metadata, unknown) = match package.as_deref().map(Metadata::of).transpose() {
            Ok(metadata) => (metadata, None),
            Err(unknown) => (None, Some(unknown)),
        };
        let base = metadata.as_ref().map(|known| known.workspace_root.clone()).unwrap_or_default();
        let crates = metadata.as_ref().zip(package).map(|(known, package)| known.crates_of(&package));
        let crates = crates.unwrap_or_default();
        let mut tree = Tree::new(metadata);
        tree.know(&path, text);
        let mut located = || crates.iter().find_map(|of| tree.locate(of, &path));
        let here = if reach == Reach::Crate { located() } else { None };
        // What stands in the file, and in other crates, is found without the crate of the file.
        let here = here.unwrap_or_else(|| Place {
            of: Crate { root: path.clone(), ..crates.first().cloned().unwrap_or_default() },
            names: Vec::new(),
        });
        for names in &mut names {
            names.splice(..0, here.names.iter().cloned());
        }
        let own = (path, shown.to_string_lossy().into_owned());
        Self { tree, here, names, base, own, nodes: Vec::new(), unknown }
    }

    fn gather(mut self, modules: &[ItemMod]) -> Gathered {
        let roots: Vec<(Place, Vec<Option<usize>>, Vec<Diagnostic>)> = modules
            .iter()
            .enumerate()
            .map(|(index, module)| {
                let names = self.names.get(index).cloned().unwrap_or_default();
                let place = Place { of: self.here.of.clone(), names };
                let (direct, errors) = self.import(module, &place);
                (place, direct, errors)
            })
            .collect();
        let files: Vec<Source> = self.nodes.iter().map(|node| node.source.clone()).collect();
        let imports = modules.iter().zip(roots).map(|(module, (place, direct, errors))| {
            let edge = |target: &Option<usize>| {
                target.map(|number| match self.nodes[number].place == place {
                    true => Edge::Itself,
                    false => Edge::Module(number),
                })
            };
            let modules = self.nodes.iter().map(|node| Imported {
                module: node.module.clone(),
                file: file_of(&node.module),
                package: package(&node.place.of),
                direct: node.direct.iter().map(edge).collect(),
            });
            Imports {
                modules: modules.collect(),
                direct: direct.iter().map(edge).collect(),
                package: package(&place.of),
                file: file_of(module),
                errors,
            }
        });
        Gathered { imports: imports.collect(), files: files.into() }
    }

    /// The modules that a module of the file imports, and all that they import.
    fn import(&mut self, module: &ItemMod, place: &Place) -> (Vec<Option<usize>>, Vec<Diagnostic>) {
        let mut errors = Vec::new();
        let mut direct = Vec::new();
        let mut open = self.nodes.len();
        for path in imported_paths(module) {
            match self.node(place, &path) {
                Ok(number) => direct.push(Some(number)),
                Err(why) => {
                    direct.push(None);
                    errors.push(self.nowhere(&path, &path, &why));
                }
            }
        }
        while let Some(node) = self.nodes.get(open) {
            let (place, paths) = (node.place.clone(), imported_paths(&node.module));
            for path in paths {
                let found = self.node(&place, &path);
                if let (Err(why), Some(at)) = (&found, imported_paths(module).first()) {
                    errors.push(self.nowhere(at, &path, why));
                }
                self.nodes[open].direct.push(found.ok());
            }
            open += 1;
        }
        (direct, errors)
    }

    /// The number of the module that a path names.
    fn node(&mut self, from: &Place, path: &syn::Path) -> Result<usize, Why> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let found = self.tree.find(from, &names, 0)?;
        if let Some(known) = self.nodes.iter().position(|node| node.place == found.place) {
            return Ok(known);
        }
        let shown = found.path.strip_prefix(&self.base).unwrap_or(&found.path).to_string_lossy().into_owned();
        let shown = if found.path == self.own.0 { self.own.1.clone() } else { shown };
        let text: SourceText = found.file.text.clone();
        let source = Source::new(shown, Some(text));
        self.nodes.push(Node { module: found.module, place: found.place, source, direct: Vec::new() });
        Ok(self.nodes.len() - 1)
    }

    /// The complaint about a path that leads to no kernels module.
    fn nowhere(&self, at: &syn::Path, path: &syn::Path, why: &Why) -> Diagnostic {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let name = names.join("::");
        let (what, help) = match why {
            Why::Nothing => (
                "there is no module",
                "look for the right path; another crate is a dependency in `Cargo.toml`",
            ),
            Why::NoKernels => {
                ("there are no kernels in", "name a module with the attribute `#[sycl_hls::kernels]`")
            }
            Why::Private => ("nobody sees the private module", "write `pub mod` or `pub(crate) mod`"),
        };
        let error = Diagnostic::error(IMPORTED, span_of(at), format!("{what} `{name}`")).help(help);
        match &self.unknown {
            Some(unknown) if *why == Why::Nothing => {
                error.note(format!("other crates are not known: {unknown}"))
            }
            _ => error,
        }
    }
}

/// How far a module's imports lead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// To modules of the same file.
    File,
    /// To other crates.
    Crates,
    /// To other files of the same crate.
    Crate,
}

impl Reach {
    /// Of a kernels module so deep in its file.
    fn of(module: &ItemMod, depth: usize) -> Self {
        let of_path = |path: syn::Path| match path.segments.first() {
            Some(first) if first.ident == "super" => {
                let outwards = path.segments.iter().take_while(|name| name.ident == "super").count();
                if outwards > depth { Self::Crate } else { Self::File }
            }
            Some(first) if first.ident == "crate" => Self::Crate,
            _ => Self::Crates,
        };
        imported_paths(module).into_iter().map(of_path).max().unwrap_or(Self::File)
    }
}

/// What its tokens call a module's file.
fn file_of(module: &ItemMod) -> String {
    module.mod_token.span.file()
}

fn package(of: &Crate) -> Package {
    let (name, version) = of.package.clone();
    Package { name, version }
}

/// The names that lead to each kernels module among items, in the order of the text.
fn kernels_of(items: &[Item], around: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    for item in items {
        let Item::Mod(module) = item else { continue };
        around.push(module.ident.to_string());
        if module.attrs.iter().any(is_kernels) {
            found.push(around.clone());
        } else if let Some((_, items)) = &module.content {
            kernels_of(items, around, found);
        }
        around.pop();
    }
}
