//! Directives: attributes of the kernel language, checked where they stand.
//!
//! Vitis drops most mistaken pragmas with a warning or in silence, so every directive is checked here: it exists,
//! stands where it has an effect, and has the arguments it needs.

mod arguments;
mod binding;
mod function;
mod instances;
mod local;
mod loops;
mod lowered;
mod param;
mod placement;
mod unknown;

pub(crate) use instances::{Assignment, Entry};
pub(crate) use lowered::check_directives;
pub(crate) use param::param_site;

use sycl_hls_ir::directive::{DirectiveSet, Problem, ProblemKind};
use sycl_hls_ir::{Diagnostic, Span};
use syn::Attribute;

use crate::attribute::{Directive, Site, known_directive, misplaced, sets_levels};
use crate::codes;
use crate::extent::attribute_span;
use crate::front::Front;
use crate::names::path_text;
use unknown::{INERT, OF_TYPES, unknown_directive};

impl Front<'_> {
    /// The directives among `attrs` that are allowed at `site`; reports all others.
    pub fn directives<'d>(&mut self, attrs: &'d [Attribute], site: Site) -> Vec<Directive<'d>> {
        let mut found: Vec<Directive<'d>> = Vec::new();
        for attr in attrs.iter().filter(|attr| !sets_levels(attr)) {
            let attr_span = attribute_span(attr);
            let Some(known) = known_directive(attr) else {
                if site != Site::Type || !OF_TYPES.iter().any(|name| attr.path().is_ident(name)) {
                    self.foreign_attribute(attr, attr_span);
                }
                continue;
            };
            let first = found.iter().find(|directive| directive.name() == known.name && !known.repeats);
            if !known.sites.contains(&site) {
                self.report(misplaced(known, site, attr_span));
            } else if let Some(first) = first {
                let message = format!("`#[{}]` is given twice", known.name);
                let note = "one of the two would have no effect";
                let error = Diagnostic::error(codes::DUPLICATE_DIRECTIVE, attr_span, message);
                let error =
                    error.related(first.span, "first given here").note(note).help("remove one of them");
                self.report(error);
            } else {
                found.push(Directive { known, attr, span: attr_span });
            }
        }
        found
    }

    /// Reports an attribute that is no directive and not one of those that rustc needs.
    fn foreign_attribute(&mut self, attr: &Attribute, attr_span: Span) {
        let Some(first) = attr.path().segments.first() else { return };
        let name = first.ident.to_string();
        if INERT.contains(&name.as_str()) || name == "inline" {
            return;
        }
        if name == "cfg" || name == "cfg_attr" {
            let message = format!("`#[{name}]` is not allowed in a kernels module");
            let note = "`sycl-hls build` does not know the features of the host program, and would build other kernels";
            let help = "put the attribute on the whole module, or use a `const` and an `if`";
            self.report(Diagnostic::error(codes::CFG, attr_span, message).note(note).help(help));
            return;
        }
        self.report(unknown_directive(&path_text(attr.path()), attr_span));
    }

    /// The directives that belong to a set, with what is wrong with each of them said.
    fn directive_set<S: DirectiveSet>(&mut self, directives: &[Directive<'_>]) -> S {
        let mut set = S::default();
        for directive in directives {
            if let Some(schema) = S::schema(directive.name())
                && let Some(mut options) = self.options(directive, schema)
            {
                set.add(directive.name(), &mut options.given, directive.span);
            }
        }
        self.set_problems(&set);
        set
    }

    /// Says what is wrong with each directive of a set by itself.
    fn set_problems(&mut self, set: &impl DirectiveSet) {
        for entry in set.entries() {
            if let Some(problem) = entry.problem {
                self.report(problem_at(problem, entry.span));
            }
        }
    }
}

/// A problem as a message about an attribute.
fn problem_at(problem: Problem, at: Span) -> Diagnostic {
    let code = match problem.kind {
        ProblemKind::Contradiction => codes::DIRECTIVE_CONFLICT,
        ProblemKind::Value => codes::DIRECTIVE_ARGUMENT,
        ProblemKind::Binding => codes::BINDING,
        ProblemKind::Array => codes::PARTITION,
    };
    Diagnostic::error(code, at, problem.message).note(problem.note).help(problem.help)
}

/// Letters, digits and underscores, not beginning with a digit.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
