//! The modules of crates: where the one is that a path names.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use sycl_hls_front::{is_kernels, parse_file};
use sycl_hls_ir::SourceText;
use syn::{Item, ItemMod, UseTree, Visibility};

use super::metadata::{Crate, Metadata};

/// Names that lead from one to the next, at most: they may lead in a circle.
const MAX_STEPS: usize = 32;

/// The files that have been read, and what Cargo says of their packages.
pub struct Tree {
    files: HashMap<PathBuf, Option<Rc<File>>>,
    metadata: Option<Arc<Metadata>>,
}

/// A source file.
pub struct File {
    pub text: SourceText,
    items: Vec<Item>,
}

/// A place in a crate: a module, by the names that lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub of: Crate,
    pub names: Vec<String>,
}

/// A kernels module that was found.
pub struct Found {
    pub module: ItemMod,
    pub path: PathBuf,
    pub file: Rc<File>,
    pub place: Place,
}

/// Why a path leads to no kernels module.
#[derive(Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no such module, or crate.
    Nothing,
    /// The module has no kernels.
    NoKernels,
    /// Others do not see it.
    Private,
}

/// A module with its items, and the folder in which the files of its modules are.
struct Scope<'i> {
    items: &'i [Item],
    file: &'i Path,
    folder: PathBuf,
}

impl Tree {
    /// Of the crates that this is about; `None` for a file that belongs to no package.
    pub fn new(metadata: Option<Arc<Metadata>>) -> Self {
        Self { files: HashMap::new(), metadata }
    }

    /// Notes a file that need not be read.
    pub fn know(&mut self, path: &Path, text: &str) {
        let read = parse_file(text).ok().map(|file| Rc::new(File { text: text.into(), items: file.items }));
        self.files.insert(path.to_owned(), read);
    }

    /// The kernels module that a path names where it stands in the module `here`.
    pub fn find(&mut self, here: &Place, path: &[String], steps: usize) -> Result<Found, Why> {
        if steps == MAX_STEPS {
            return Err(Why::Nothing);
        }
        let (first, rest) = path.split_first().ok_or(Why::Nothing)?;
        let inside = |count: usize| here.names.get(..count).map(<[String]>::to_vec);
        match first.as_str() {
            "crate" => self.walk(&Place { names: Vec::new(), ..here.clone() }, rest, steps),
            "self" => self.walk(here, rest, steps),
            "super" => {
                let outwards = path.iter().take_while(|name| *name == "super").count();
                let names = here.names.len().checked_sub(outwards).and_then(inside).ok_or(Why::Nothing)?;
                self.walk(&Place { names, ..here.clone() }, &path[outwards..], steps)
            }
            name => {
                let other = self.metadata.as_ref().and_then(|metadata| metadata.dependency(&here.of, name));
                match other {
                    Some(of) => self.walk(&Place { of, names: Vec::new() }, rest, steps),
                    None => self.walk(here, path, steps),
                }
            }
        }
    }

    /// The kernels module that names lead to from a module.
    fn walk(&mut self, from: &Place, path: &[String], steps: usize) -> Result<Found, Why> {
        let all: Vec<String> = from.names.iter().chain(path).cloned().collect();
        let root = from.of.root.clone();
        let file = self.file(&root).ok_or(Why::Nothing)?;
        let folder = root.parent().map(Path::to_owned).unwrap_or_default();
        self.descend(&Scope { items: &file.items, file: &root, folder }, &file, from, &all, 0, steps)
    }

    /// Goes into the module `all[at]` of a scope.
    fn descend(
        &mut self,
        scope: &Scope<'_>,
        file: &Rc<File>,
        from: &Place,
        all: &[String],
        at: usize,
        steps: usize,
    ) -> Result<Found, Why> {
        let name = all.get(at).ok_or(Why::NoKernels)?;
        let is_last = at + 1 == all.len();
        let found = scope.items.iter().find_map(|item| match item {
            Item::Mod(module) if module.ident == name => Some(module),
            _ => None,
        });
        match found {
            Some(module) if is_last && module.attrs.iter().any(is_kernels) => {
                if matches!(module.vis, Visibility::Inherited) {
                    return Err(Why::Private);
                }
                let place = Place { of: from.of.clone(), names: all.to_vec() };
                let (module, path) = (module.clone(), scope.file.to_owned());
                Ok(Found { module, path, file: Rc::clone(file), place })
            }
            Some(_) if is_last => Err(Why::NoKernels),
            Some(ItemMod { content: Some((_, items)), .. }) => {
                let folder = scope.folder.join(name);
                let inner = Scope { items, file: scope.file, folder };
                self.descend(&inner, file, from, all, at + 1, steps)
            }
            Some(module) => {
                let path = file_of(module, scope).ok_or(Why::Nothing)?;
                let inner = self.file(&path).ok_or(Why::Nothing)?;
                let scope = Scope { items: &inner.items, file: &path, folder: folder_of(&path) };
                self.descend(&scope, &inner, from, all, at + 1, steps)
            }
            None => self.follow(scope, from, all, at, steps),
        }
    }

    /// Follows the `use` that gives the name `all[at]`.
    fn follow(
        &mut self,
        scope: &Scope<'_>,
        from: &Place,
        all: &[String],
        at: usize,
        steps: usize,
    ) -> Result<Found, Why> {
        let here = Place { of: from.of.clone(), names: all[..at].to_vec() };
        let (name, rest) = (&all[at], &all[at + 1..]);
        let mut ways = Vec::new();
        for item in scope.items {
            if let Item::Use(item) = item {
                ways_to(name, &item.tree, &mut Vec::new(), &mut ways);
            }
        }
        let mut why = Why::Nothing;
        for mut way in ways {
            way.extend_from_slice(rest);
            // `use filters::*` may say nothing of the name.
            match self.find(&here, &way, steps + 1) {
                Err(Why::Nothing) => {}
                Err(other) => why = other,
                found => return found,
            }
        }
        Err(why)
    }

    /// The module of a crate that a file is.
    pub fn locate(&mut self, of: &Crate, wanted: &Path) -> Option<Place> {
        let names =
            self.locate_below(&of.root.clone(), of.root.parent()?.to_owned(), wanted, &mut Vec::new())?;
        Some(Place { of: of.clone(), names })
    }

    fn locate_below(
        &mut self,
        file: &Path,
        folder: PathBuf,
        wanted: &Path,
        names: &mut Vec<String>,
    ) -> Option<Vec<String>> {
        if same(file, wanted) {
            return Some(names.clone());
        }
        if names.len() == MAX_STEPS {
            return None;
        }
        let read = self.file(file)?;
        let mut inner = Vec::new();
        files_below(&Scope { items: &read.items, file, folder }, &mut Vec::new(), &mut inner);
        inner.into_iter().find_map(|(path, more)| {
            let before = names.len();
            names.extend(more);
            let found = self.locate_below(&path, folder_of(&path), wanted, names);
            names.truncate(before);
            found
        })
    }

    fn file(&mut self, path: &Path) -> Option<Rc<File>> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let read = std::fs::read_to_string(path).ok().and_then(|text| {
            let items = parse_file(&text).ok()?.items;
            Some(Rc::new(File { text: text.as_str().into(), items }))
        });
        self.files.insert(path.to_owned(), read.clone());
        read
    }
}

/// The files of the modules of a scope, with the names that lead there.
fn files_below(scope: &Scope<'_>, names: &mut Vec<String>, files: &mut Vec<(PathBuf, Vec<String>)>) {
    for item in scope.items {
        let Item::Mod(module) = item else { continue };
        let name = module.ident.to_string();
        names.push(name.clone());
        match &module.content {
            Some((_, items)) if !module.attrs.iter().any(is_kernels) => {
                let inner = Scope { items, file: scope.file, folder: scope.folder.join(name) };
                files_below(&inner, names, files);
            }
            Some(_) => {}
            None => files.extend(file_of(module, scope).map(|path| (path, names.clone()))),
        }
        names.pop();
    }
}

/// The file of `mod name;`, or what `#[path = ".."]` says.
fn file_of(module: &ItemMod, scope: &Scope<'_>) -> Option<PathBuf> {
    let named = module.attrs.iter().find_map(|attr| match &attr.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    if let Some(named) = named {
        return Some(scope.file.parent()?.join(named));
    }
    let name = module.ident.to_string();
    let beside = scope.folder.join(format!("{name}.rs"));
    let inside = scope.folder.join(name).join("mod.rs");
    [beside, inside].into_iter().find(|path| path.is_file())
}

/// Where the files of a file's modules are.
fn folder_of(file: &Path) -> PathBuf {
    if file.file_name().is_some_and(|name| name == "mod.rs") {
        file.parent().map(Path::to_owned).unwrap_or_default()
    } else {
        file.with_extension("")
    }
}

fn same(one: &Path, other: &Path) -> bool {
    one == other
        || one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// The paths by which a `use` may give a name.
fn ways_to(name: &str, tree: &UseTree, path: &mut Vec<String>, ways: &mut Vec<Vec<String>>) {
    let with = |last: &syn::Ident, path: &[String]| -> Vec<String> {
        path.iter().cloned().chain([last.to_string()]).collect()
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            ways_to(name, &tree.tree, path, ways);
            path.pop();
        }
        UseTree::Name(tree) if tree.ident == "self" && path.last().is_some_and(|last| last == name) => {
            ways.push(path.clone());
        }
        UseTree::Name(tree) if tree.ident == name => ways.push(with(&tree.ident, path)),
        UseTree::Rename(tree) if tree.rename == name => ways.push(with(&tree.ident, path)),
        UseTree::Group(tree) => tree.items.iter().for_each(|tree| ways_to(name, tree, path, ways)),
        UseTree::Glob(_) => ways.push(path.iter().cloned().chain([name.to_owned()]).collect()),
        UseTree::Name(_) | UseTree::Rename(_) => {}
    }
}
