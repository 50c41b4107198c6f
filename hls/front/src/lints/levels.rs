//! Attributes that set the levels of lints.

use std::collections::HashSet;

use sycl_hls_ir::{Diagnostic, Span};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, Meta, Path, Token};

use super::{LINTS, Level, Lint};
use crate::codes;
use crate::lacking::nearest;
use crate::span::span_of;

/// The name of the tool in the names of lints.
const TOOL: &str = "sycl_hls";

/// The attributes of Rust that set levels; `None` for those that have no meaning for our lints.
const ATTRIBUTES: [(&str, Option<Level>); 5] = [
    ("allow", Some(Level::Allow)),
    ("warn", Some(Level::Warn)),
    ("deny", Some(Level::Deny)),
    ("expect", None),
    ("forbid", None),
];

/// The levels that a module's attributes set.
#[derive(Debug, Default)]
pub(crate) struct Levels {
    settings: Vec<Setting>,
    /// Complaints about the attributes.
    pub errors: Vec<Diagnostic>,
    /// Attributes that stand where they have a meaning.
    seen: HashSet<Span>,
}

#[derive(Debug)]
struct Setting {
    lint: &'static Lint,
    level: Level,
    /// What the attribute stands on.
    covers: Span,
}

impl Levels {
    /// Reads the attributes of a module.
    pub fn read(module: &ItemMod) -> Self {
        let mut levels = Self::default();
        levels.visit_item_mod(module);
        levels
    }

    /// The level of a lint for a finding that has to do with these places: an attribute around any of them counts, and
    /// the innermost one of each. Who allows it at one of them has the last word.
    pub fn of(&self, lint: &'static Lint, sites: &[Span]) -> Level {
        let set: Vec<Level> = sites.iter().filter_map(|site| self.at(lint, *site)).collect();
        let is_set = |level: &Level| set.contains(level);
        [Level::Allow, Level::Deny, Level::Warn].into_iter().find(is_set).unwrap_or(lint.level)
    }

    fn at(&self, lint: &'static Lint, site: Span) -> Option<Level> {
        let around = self.settings.iter().filter(|setting| {
            setting.lint == lint && setting.covers.start <= site.start && site.end <= setting.covers.end
        });
        around.max_by_key(|setting| setting.covers.start).map(|setting| setting.level)
    }

    fn attributes(&mut self, attrs: &[Attribute], covers: impl FnOnce() -> Span) {
        if !attrs.iter().any(|attr| !lints_of(attr).is_empty()) {
            return;
        }
        let covers = covers();
        for attr in attrs {
            self.seen.insert(span_of(attr));
            for path in lints_of(attr) {
                self.set(attr, &path, covers);
            }
        }
    }

    fn set(&mut self, attr: &Attribute, path: &Path, covers: Span) {
        let name = path.segments.iter().nth(1).map(|name| name.ident.to_string()).unwrap_or_default();
        let attribute = ATTRIBUTES.iter().find(|(name, _)| attr.path().is_ident(name));
        let Some((attribute, level)) = attribute else { return };
        let lint = LINTS.into_iter().find(|lint| lint.name == name && path.segments.len() == 2);
        match (lint, level) {
            (Some(lint), Some(level)) => self.settings.push(Setting { lint, level: *level, covers }),
            (Some(_), None) => {
                let message = format!("`#[{attribute}]` does not take lints of `{TOOL}`");
                let error = Diagnostic::error(codes::UNKNOWN_LINT, span_of(path), message);
                self.errors.push(error.help("use `allow`, `warn` or `deny`"));
            }
            (None, _) => self.errors.push(unknown(&name, span_of(path))),
        }
    }
}

fn unknown(name: &str, at: Span) -> Diagnostic {
    let names: Vec<String> = LINTS.iter().map(|lint| lint.name.to_owned()).collect();
    let error = Diagnostic::error(codes::UNKNOWN_LINT, at, format!("there is no lint `{TOOL}::{name}`"));
    error.help(match nearest(name, names.iter()) {
        Some(name) => format!("there is `{TOOL}::{name}`"),
        None => {
            let names: Vec<String> = names.iter().map(|name| format!("`{TOOL}::{name}`")).collect();
            format!("the lints are {}", names.join(", "))
        }
    })
}

/// The entries of an attribute that sets levels; none where it is another one.
fn entries(attr: &Attribute) -> Vec<Meta> {
    let Meta::List(list) = &attr.meta else { return Vec::new() };
    if !ATTRIBUTES.iter().any(|(name, _)| list.path.is_ident(name)) {
        return Vec::new();
    }
    let parsed = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    parsed.map(|entries| entries.into_iter().collect()).unwrap_or_default()
}

/// The path of a lint of ours.
fn ours(meta: Meta) -> Result<Path, Meta> {
    match meta {
        Meta::Path(path)
            if path.segments.len() > 1 && path.segments.first().is_some_and(|it| it.ident == TOOL) =>
        {
            Ok(path)
        }
        other => Err(other),
    }
}

/// Our lints in an attribute.
fn lints_of(attr: &Attribute) -> Vec<Path> {
    entries(attr).into_iter().filter_map(|meta| ours(meta).ok()).collect()
}

/// Leaves to rustc what it knows: attributes without our lints.
pub(crate) fn strip_lints(attrs: &mut Vec<Attribute>) {
    attrs.retain_mut(|attr| {
        if lints_of(attr).is_empty() {
            return true;
        }
        let others: Vec<Meta> = entries(attr).into_iter().filter_map(|meta| ours(meta).err()).collect();
        if let Meta::List(list) = &mut attr.meta {
            list.tokens = quote::quote!(#(#others),*);
        }
        // What is left may be no more than a `reason`.
        others.iter().any(|meta| matches!(meta, Meta::Path(_)))
    });
}

/// Nodes whose attributes set levels for all that stands in them.
macro_rules! covering {
    ($($method:ident: $node:ident;)*) => {
        $(fn $method(&mut self, node: &'ast syn::$node) {
            self.attributes(&node.attrs, || span_of(node));
            visit::$method(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Levels {
    covering! {
        visit_item_mod: ItemMod;
        visit_item_fn: ItemFn;
        visit_item_impl: ItemImpl;
        visit_impl_item_fn: ImplItemFn;
        visit_pat_type: PatType;
        visit_local: Local;
        visit_expr_for_loop: ExprForLoop;
        visit_expr_while: ExprWhile;
        visit_expr_loop: ExprLoop;
        visit_expr_block: ExprBlock;
    }

    fn visit_attribute(&mut self, attr: &'ast Attribute) {
        let at = span_of(attr);
        if self.seen.contains(&at) || lints_of(attr).is_empty() {
            return;
        }
        let message = format!("the level of a lint of `{TOOL}` cannot be set here");
        let error = Diagnostic::error(codes::UNKNOWN_LINT, at, message);
        self.errors
            .push(error.help("set it on a loop, a `let`, a block, a parameter, a function, or the module"));
    }
}
