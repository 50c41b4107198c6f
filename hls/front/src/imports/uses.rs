//! `use` of what stands in other kernels modules.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{ItemUse, UseTree};

use crate::codes;
use crate::front::{AdtSyn, Env, Front, Item, PendingUse, Seen, USER};
use crate::ids::AdtId;
use crate::lacking::nearest;
use crate::library::{is_standard, is_standard_module};
use crate::names::plain_name;
use crate::overload::method_of_trait;
use crate::span::{span, span_of};

/// The traits of comparisons.
const COMPARISONS: [&str; 4] = ["PartialEq", "Eq", "PartialOrd", "Ord"];

/// One name of a `use`.
struct Leaf {
    /// The names before it.
    path: Vec<String>,
    /// The item's name; `None` for all, `*`.
    name: Option<String>,
    /// What it is called here.
    local: String,
    at: Span,
}

impl Leaf {
    /// True of what every module may name without an item behind it: `sycl_hls::device`, the traits of operators and comparisons, and
    /// modules of the standard library.
    fn is_known(&self) -> bool {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        match path.as_slice() {
            ["sycl_hls", "device", ..] => true,
            ["std" | "core", "ops"] => self.is_plain() && method_of_trait(&self.local).is_some(),
            ["std" | "core", "cmp"] if COMPARISONS.contains(&self.local.as_str()) => self.is_plain(),
            ["std" | "core"] => self.is_plain() && is_standard_module(&self.local),
            ["std" | "core", module] => self.local == "self" && is_standard_module(module),
            _ => false,
        }
    }

    /// True if the item keeps its name.
    fn is_plain(&self) -> bool {
        self.name.as_deref() == Some(&self.local)
    }

    /// What it names of the standard library's modules.
    fn of_standard(&self, front: &Front<'_>) -> Option<Item> {
        match self.path.as_slice() {
            [root, module] if is_standard(root) => front.standard_item(module, self.name.as_ref()?),
            _ => None,
        }
    }
}

/// What a name of a `use` leads to.
enum Found {
    Items(Vec<(String, Item)>),
    /// No module is imported by the path.
    NoModule,
    /// The path was complained about.
    Wrong,
    /// The unit has no such item.
    NoItem(usize),
    /// The enum has no such variant.
    NoVariant(AdtId),
    /// The unit's item is not visible here.
    Private(Item),
}

impl<'a> Front<'a> {
    /// Notes what `use` imports. What is of other modules is resolved when all items are known.
    pub fn collect_use(&mut self, item: &'a ItemUse) {
        if !leaves(&item.tree).iter().all(Leaf::is_known) {
            self.uses.push(PendingUse { unit: self.env.unit, item });
        }
    }

    /// Makes the names known that modules import from others, which may import them, too.
    pub(crate) fn resolve_uses(&mut self) {
        let mut pending = std::mem::take(&mut self.uses);
        let mut before = usize::MAX;
        while pending.len() < before {
            before = pending.len();
            let env = |unit| Env { unit, ..Env::default() };
            pending.retain(|it| !self.within(env(it.unit), |front| front.resolve_use(it.item)));
        }
        // What is wrong in other modules is complained about where they are translated.
        for it in pending.into_iter().filter(|it| it.unit == USER) {
            self.wrong_use(it.item);
        }
    }

    /// The names that a `use` in a function makes known, after a report about others.
    pub(crate) fn used_names(&mut self, item: &ItemUse) -> Vec<(String, Item)> {
        let leaves = leaves(&item.tree);
        let found: Vec<Found> = leaves.iter().map(|leaf| self.found(leaf)).collect();
        if !found.iter().all(|found| matches!(found, Found::Items(_))) {
            self.wrong_use(item);
        }
        let items = found.into_iter().filter_map(|found| match found {
            Found::Items(items) => Some(items),
            _ => None,
        });
        items.flatten().collect()
    }

    /// Defines the names of a `use`. False if one is not known yet; then none is defined.
    fn resolve_use(&mut self, item: &ItemUse) -> bool {
        let mut found = Vec::new();
        for leaf in leaves(&item.tree) {
            match self.found(&leaf) {
                Found::Items(items) => found.push((leaf, items)),
                _ => return false,
            }
        }
        for (leaf, items) in found {
            for (name, item_found) in items {
                let known = self.units[self.env.unit].names.get(&name);
                // An item of the module hides one that `*` brings, and one item may come in two ways.
                if known.is_none_or(|known| leaf.name.is_some() && *known != item_found) {
                    self.define(&name, item_found, Seen::of(&item.vis), leaf.at);
                }
            }
        }
        true
    }

    fn found(&self, leaf: &Leaf) -> Found {
        if leaf.is_known() {
            return Found::Items(Vec::new());
        }
        if let Some(item) = leaf.of_standard(self) {
            return Found::Items(vec![(leaf.local.clone(), item)]);
        }
        if let Some(id) = self.enum_at(&leaf.path) {
            return self.variants(id, leaf);
        }
        if let Some(item) = self.own_item(leaf) {
            return Found::Items(vec![(leaf.local.clone(), item)]);
        }
        let imports = &self.units[self.env.unit].imports;
        let unit = match imports.iter().find(|(path, _)| *path == leaf.path) {
            Some((_, Some(unit))) => *unit,
            Some((_, None)) => return Found::Wrong,
            None => return Found::NoModule,
        };
        let names = &self.units[unit].names;
        let Some(name) = &leaf.name else {
            let mut all: Vec<(String, Item)> =
                names.iter().map(|(name, item)| (name.clone(), *item)).collect();
            all.retain(|(name, _)| self.is_visible(unit, name));
            // The order of errors does not depend on that of a hash table.
            all.sort_by(|one, other| one.0.cmp(&other.0));
            return Found::Items(all);
        };
        match names.get(name) {
            Some(item) if self.is_visible(unit, name) => Found::Items(vec![(leaf.local.clone(), *item)]),
            Some(item) => Found::Private(*item),
            None => Found::NoItem(unit),
        }
    }

    /// The item of this module that a `use` gives another name.
    fn own_item(&self, leaf: &Leaf) -> Option<Item> {
        self.item(leaf.name.as_ref().filter(|_| is_of_module(&leaf.path))?)
    }

    /// The enum that a path names: one of this module, or of one that it imports.
    fn enum_at(&self, path: &[String]) -> Option<AdtId> {
        let (name, before) = path.split_last()?;
        let imports = &self.units[self.env.unit].imports;
        let item = if is_of_module(before) {
            self.item(name)
        } else {
            let unit = imports.iter().find(|(path, _)| path == before)?.1?;
            self.units[unit].names.get(name).copied().filter(|_| self.is_visible(unit, name))
        };
        match item {
            Some(Item::Adt(id)) if matches!(self.adts[id.0].syn, AdtSyn::Enum(_)) => Some(id),
            _ => None,
        }
    }

    /// The variant of an enum that a `use` names, or all of them.
    fn variants(&self, id: AdtId, leaf: &Leaf) -> Found {
        let variants = self.adts[id.0].syn.variants().into_iter().enumerate();
        let is_meant = |variant: &str| leaf.name.as_ref().is_none_or(|name| name == variant);
        let local = |variant: String| if leaf.name.is_some() { leaf.local.clone() } else { variant };
        let found: Vec<(String, Item)> = variants
            .filter(|(_, variant)| is_meant(variant))
            .map(|(index, variant)| (local(variant), Item::Variant(id, index)))
            .collect();
        if found.is_empty() { Found::NoVariant(id) } else { Found::Items(found) }
    }

    /// True if the unit in force sees a name of another one. In one package, rustc decides about `pub(..)`.
    fn is_visible(&self, unit: usize, name: &str) -> bool {
        let same_package = || self.units[unit].package == self.units[self.env.unit].package;
        match self.units[unit].seen.get(name) {
            Some(Seen::Everywhere) => true,
            Some(Seen::InPackage) => same_package(),
            Some(Seen::InModule) | None => false,
        }
    }

    /// Reports a `use` whose names are not known.
    fn wrong_use(&mut self, item: &ItemUse) {
        let leaves = leaves(&item.tree);
        self.rejected.extend(leaves.iter().map(|leaf| leaf.local.clone()));
        let found: Vec<Found> = leaves.iter().map(|leaf| self.found(leaf)).collect();
        if found.iter().all(|found| matches!(found, Found::NoModule)) {
            let error = self.no_module(item, &leaves);
            return self.report(error);
        }
        for (leaf, found) in leaves.iter().zip(found) {
            let name = leaf.name.as_deref().unwrap_or("*");
            let at = leaf.at;
            let path = leaf.path.join("::");
            let error = match found {
                Found::Items(_) | Found::Wrong => continue,
                Found::NoModule => not_imported(at, &path),
                Found::NoItem(unit) => {
                    let message = format!("the kernels module `{path}` has no item `{name}`");
                    let visible = self.units[unit].names.keys().filter(|known| self.is_visible(unit, known));
                    Diagnostic::error(codes::IMPORTED, at, message).help(match nearest(name, visible) {
                        Some(other) => format!("there is `{other}`"),
                        None => {
                            "kernels modules import functions, types and constants of each other".to_owned()
                        }
                    })
                }
                Found::NoVariant(id) => {
                    let known = self.adts[id.0].syn.variants();
                    let message = format!("the enum `{}` has no variant `{name}`", self.adts[id.0].name);
                    let error = Diagnostic::error(codes::IMPORTED, at, message);
                    error.related(self.adts[id.0].span, "defined here").help(
                        match nearest(name, known.iter()) {
                            Some(other) => format!("there is `{other}`"),
                            None => format!("its variants are {}", known.join(", ")),
                        },
                    )
                }
                Found::Private(item) => {
                    let message = format!("`{name}` of the kernels module `{path}` is private");
                    let error = Diagnostic::error(codes::IMPORTED, at, message);
                    error.related(self.definition_of(item), "defined here").help("write `pub` before it")
                }
            };
            self.report(error);
        }
    }

    /// The complaint about a `use` of no kernels module that is imported.
    fn no_module(&self, item: &ItemUse, leaves: &[Leaf]) -> Diagnostic {
        let whole = |leaf: &Leaf| leaf.path.iter().cloned().chain(leaf.name.clone()).collect::<Vec<_>>();
        let imports = &self.units[self.env.unit].imports;
        let of_module = leaves.iter().find(|leaf| imports.iter().any(|(path, _)| *path == whole(leaf)));
        if let Some(leaf) = of_module {
            let path = whole(leaf).join("::");
            return Diagnostic::error(
                codes::IMPORTED,
                leaf.at,
                format!("`{path}` is a kernels module, and no item"),
            )
            .help(format!("import its items by their names, `use {path}::name;`, or all: `use {path}::*;`"));
        }
        let path = leaves.first().map(|leaf| leaf.path.join("::")).unwrap_or_default();
        not_imported(span_of(item), &path)
    }
}

/// True of the path to the items of the module itself.
fn is_of_module(path: &[String]) -> bool {
    path.is_empty() || path == ["self"]
}

/// The complaint about a `use` from this path.
fn not_imported(at: Span, path: &str) -> Diagnostic {
    let message = "a kernels module imports nothing but `sycl_hls::device` and what its attribute names";
    let note = "a kernels module is one unit of translation; what stands elsewhere cannot become hardware";
    let error = Diagnostic::error(codes::IMPORT, at, message).note(note).help(
        "move what the kernels need into the module; the traits of operators may be imported from `std::ops`, and what `std::cmp` \
         and `std::mem` have for kernels",
    );
    match path.split("::").next() {
        Some("std" | "core" | "alloc" | "") | None => error,
        Some(_) => error.help(format!(
            "if `{path}` is a kernels module, name it: `#[sycl_hls::kernels(import({path}))]`"
        )),
    }
}

/// The names of a `use`.
fn leaves(tree: &UseTree) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    collect(tree, &mut Vec::new(), &mut leaves);
    leaves
}

fn collect(tree: &UseTree, path: &mut Vec<String>, leaves: &mut Vec<Leaf>) {
    let leaf = |name: &syn::Ident, local: &syn::Ident, path: &[String]| Leaf {
        path: path.to_vec(),
        name: Some(plain_name(name)),
        local: plain_name(local),
        at: span(name.span()).to(span(local.span())),
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(plain_name(&tree.ident));
            collect(&tree.tree, path, leaves);
            path.pop();
        }
        UseTree::Name(tree) => leaves.push(leaf(&tree.ident, &tree.ident, path)),
        UseTree::Rename(tree) => leaves.push(leaf(&tree.ident, &tree.rename, path)),
        UseTree::Group(tree) => tree.items.iter().for_each(|tree| collect(tree, path, leaves)),
        UseTree::Glob(tree) => {
            let at = span_of(tree);
            leaves.push(Leaf { path: path.clone(), name: None, local: "*".to_owned(), at });
        }
    }
}
