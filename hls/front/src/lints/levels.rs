//! Attributes that set the levels of lints.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{Diagnostic, Span};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, Meta, Token};

use super::{Finding, LINTS, Lint};
use crate::attribute::{Level, level_of, sets_levels};
use crate::codes;
use crate::extent::attribute_span;
use crate::lacking::nearest;
use crate::names::path_text;
use crate::span::span_of;

/// The levels that a module's attributes set.
#[derive(Debug, Default)]
pub struct Levels {
    settings: Vec<Setting>,
    /// Complaints about the attributes.
    pub(crate) errors: Vec<Diagnostic>,
    /// Attributes that stand where they have a meaning.
    seen: FxHashSet<Span>,
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
    pub(crate) fn read(module: &ItemMod) -> Self {
        let mut levels = Self::default();
        levels.visit_item_mod(module);
        levels
    }

    /// The level of a lint for a finding that has to do with these places: an attribute around any of them counts, and
    /// the innermost one of each. An `hls_allow` at any of them takes precedence.
    pub(crate) fn of(&self, lint: &'static Lint, sites: &[Span]) -> Level {
        let set: Vec<Level> = sites.iter().filter_map(|site| self.at(lint, *site)).collect();
        let is_set = |level: &Level| set.contains(level);
        [Level::Allow, Level::Deny, Level::Warn].into_iter().find(is_set).unwrap_or(lint.level)
    }

    /// A warning as it is said: as an error where the lint is denied, and not where it is allowed, at its place, or at one
    /// of the places that it relates to.
    #[must_use]
    pub fn said(&self, lint: &'static Lint, warning: Diagnostic) -> Option<Diagnostic> {
        let related = warning.related.iter().map(|(place, _)| *place);
        let sites = std::iter::once(warning.span).chain(related).collect();
        Finding { lint, message: warning, instance: None, sites }.said(self)
    }

    /// True if an attribute denies a lint.
    pub(crate) fn deny_any(&self) -> bool {
        self.settings.iter().any(|setting| setting.level == Level::Deny)
    }

    /// The level that holds for a lint at a place: that of the innermost attribute around it.
    fn at(&self, lint: &'static Lint, site: Span) -> Option<Level> {
        let around = self.settings.iter().filter(|setting| {
            setting.lint == lint && setting.covers.start <= site.start && site.end <= setting.covers.end
        });
        around.max_by_key(|setting| setting.covers.start).map(|setting| setting.level)
    }

    /// Reads `hls_allow`, `hls_warn` and `hls_deny` on an item; `covers` gives the lines for which they hold.
    fn attributes(&mut self, attrs: &[Attribute], covers: impl FnOnce() -> Span) {
        if !attrs.iter().any(sets_levels) {
            return;
        }
        let covers = covers();
        for attr in attrs {
            if let Some(level) = level_of(attr) {
                self.seen.insert(attribute_span(attr));
                self.set(attr, level, covers);
            }
        }
    }

    /// Notes what an attribute such as `#[hls_allow(..)]` says of lints, for the code that it covers; reports names
    /// that no lint has.
    fn set(&mut self, attr: &Attribute, level: Level, covers: Span) {
        let entries = match &attr.meta {
            Meta::List(list) => list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok(),
            Meta::Path(_) | Meta::NameValue(_) => None,
        };
        let Some(entries) = entries.filter(|entries| !entries.is_empty()) else {
            let error = Diagnostic::error(codes::UNKNOWN_LINT, span_of(attr), "the attribute names no lint");
            return self.errors.push(error.help(example(attr)));
        };
        for entry in &entries {
            let name = path_text(entry.path());
            let lint = LINTS.into_iter().find(|lint| lint.name == name);
            match (entry, lint) {
                (Meta::Path(_), Some(lint)) => self.settings.push(Setting { lint, level, covers }),
                (Meta::NameValue(_), None) if name == "reason" => {}
                (Meta::Path(_), None) => self.errors.push(unknown(&name, span_of(entry))),
                _ => {
                    let error =
                        Diagnostic::error(codes::UNKNOWN_LINT, span_of(entry), "this is no name of a lint");
                    self.errors.push(error.help(example(attr)));
                }
            }
        }
    }
}

fn example(attr: &Attribute) -> String {
    format!("write `#[{}({})]`", path_text(attr.path()), LINTS[0].name)
}

/// The error about a lint that does not exist, with the nearest name.
fn unknown(name: &str, at: Span) -> Diagnostic {
    let names: Vec<String> = LINTS.iter().map(|lint| lint.name.to_owned()).collect();
    let error = Diagnostic::error(codes::UNKNOWN_LINT, at, format!("there is no lint `{name}`"));
    error.help(match nearest(name, names.iter()) {
        Some(name) => format!("there is `{name}`"),
        None => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("the lints are {}", names.join(", "))
        }
    })
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
        if !sets_levels(attr) {
            return;
        }
        let at = attribute_span(attr);
        if self.seen.contains(&at) {
            return;
        }
        let error = Diagnostic::error(codes::UNKNOWN_LINT, at, "the level of a lint cannot be set here");
        self.errors
            .push(error.help("set it on a loop, a `let`, a block, a parameter, a function, or the module"));
    }
}
