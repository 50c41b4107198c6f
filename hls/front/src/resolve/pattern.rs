//! Patterns.

use sycl_hls_ir::{Diagnostic, Span};
use syn::Pat;

use super::Resolver;
use super::path::of_option;
use crate::codes;
use crate::extent::pat_span;
use crate::front::{AdtSyn, Item, Style};
use crate::hir::{ExprKind, Local, LocalDirectives, LocalId, PatId, PatKind};
use crate::ids::AdtId;
use crate::lacking::{macro_call, nearest, never};
use crate::library::segments;
use crate::names::{counted, path_text, plain_name};
use crate::span::{span, span_of};
use crate::ty::{AdtRef, Prim, Ty};
use crate::written::field_names;

impl Resolver<'_, '_> {
    /// A pattern, whose variables are declared in the scope at hand.
    pub(super) fn pattern(&mut self, pat: &Pat) -> PatId {
        let at = pat_span(pat);
        let kind = self.pattern_kind(pat, at);
        self.body.pat(kind, at)
    }

    /// The forms of patterns.
    fn pattern_kind(&mut self, pat: &Pat, at: Span) -> PatKind {
        match pat {
            Pat::Wild(_) => PatKind::Wild,
            Pat::Ident(pattern) => self.ident_pattern(pattern, at),
            Pat::Lit(literal) => self.literal_pattern(literal, at),
            Pat::Range(range) => PatKind::Range {
                lo: range.start.as_ref().map(|start| self.expr(start)),
                hi: range.end.as_ref().map(|end| self.expr(end)),
                inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
            },
            Pat::Tuple(tuple) => {
                let (parts, rest) = self.parts(&tuple.elems);
                PatKind::Tuple(parts, rest)
            }
            Pat::Paren(paren) => self.pattern_kind(&paren.pat, at),
            Pat::Path(path) => self.path_pattern(path, at),
            Pat::TupleStruct(pattern) => self.tuple_struct_pattern(pat, pattern, at),
            Pat::Struct(pattern) => self.struct_pattern(pat, pattern, at),
            Pat::Or(or) => self.alternatives(or),
            Pat::Reference(reference) => PatKind::Ref(self.pattern(&reference.pat)),
            Pat::Macro(item) => {
                self.front.report(macro_call(at, &item.mac.path));
                PatKind::Error
            }
            Pat::Type(_) => self.no_pattern(pat, at, "a type in this pattern", "leave the type away"),
            Pat::Slice(slice) => {
                let mut named = None;
                let (parts, rest) = self.parts_and_rest(&slice.elems, Some(&mut named));
                PatKind::Array(parts, rest, named)
            }
            _ => self.no_pattern(pat, at, "this pattern", "take the value apart with fields and indices"),
        }
    }

    /// Reports a form of pattern that the language does not have.
    fn no_pattern(&mut self, pat: &Pat, at: Span, what: &str, help: &str) -> PatKind {
        self.front.report(never(codes::PATTERN, at, what).help(help));
        self.declare_wrong(pat);
        PatKind::Error
    }

    /// Reports a pattern, and binds its variables nevertheless, so that their uses are no errors.
    fn wrong_pattern(&mut self, pat: &Pat, error: Diagnostic) -> PatKind {
        self.front.report(error);
        self.declare_wrong(pat);
        PatKind::Error
    }

    /// A name: a constant, a variant, or a new variable.
    fn ident_pattern(&mut self, pattern: &syn::PatIdent, at: Span) -> PatKind {
        let name = plain_name(&pattern.ident);
        if pattern.by_ref.is_some() {
            let error = never(codes::PATTERN, at, "`ref` in a pattern");
            self.front.report(error.help("match on a reference: `match &x { .. }`"));
        }
        let plain = pattern.mutability.is_none() && pattern.subpat.is_none();
        if plain && name == "None" {
            return PatKind::None;
        }
        if plain && let Some(Item::Const(id)) = self.front.item(&name) {
            if self.front.consts[id.0].is_static {
                let message = format!("the static `{name}` cannot be a pattern");
                let error = Diagnostic::error(codes::PATTERN, at, message);
                self.front.report(error.help("make it a `const`, or give the variable another name"));
            }
            return PatKind::Value(self.body.expr(ExprKind::Const(id), at));
        }
        if plain
            && let Some(Item::Variant(..)) = self.front.item(&name)
            && let Some(kind) = self.unit_pattern(&pattern.ident.clone().into(), at)
        {
            return kind;
        }
        let sub = pattern.subpat.as_ref().map(|(_, sub)| self.pattern(sub));
        self.binding(pattern, sub)
    }

    /// The variable of a pattern.
    fn binding(&mut self, pattern: &syn::PatIdent, sub: Option<PatId>) -> PatKind {
        let name = plain_name(&pattern.ident);
        if let Some(local) = self.alternatives.as_ref().and_then(|known| known.get(&name)) {
            return PatKind::Bind(*local, sub);
        }
        let local = self.declare(Local {
            name,
            mutable: pattern.mutability.is_some(),
            deferred: false,
            ty: None,
            span: span(pattern.ident.span()),
            directives: LocalDirectives::default(),
        });
        PatKind::Bind(local, sub)
    }

    /// `a | b`: the variables of the first pattern are those of all.
    fn alternatives(&mut self, or: &syn::PatOr) -> PatKind {
        let mut cases = Vec::new();
        let outer = self.alternatives.clone();
        for case in &or.cases {
            let pat = self.pattern(case);
            if cases.is_empty() {
                let mut locals = Vec::new();
                self.body.variables(pat, &mut locals);
                let named = locals.into_iter().map(|local| (self.body.locals[local].name.clone(), local));
                let mut known = outer.clone().unwrap_or_default();
                known.extend(named);
                self.alternatives = Some(known);
            } else {
                self.same_variables(cases[0], pat);
            }
            cases.push(pat);
        }
        self.alternatives = outer;
        PatKind::Or(cases)
    }

    /// Complains unless two patterns of `a | b` declare the same variables.
    fn same_variables(&mut self, first: PatId, other: PatId) {
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        self.body.variables(first, &mut expected);
        self.body.variables(other, &mut found);
        let missing =
            |of: &[LocalId], among: &[LocalId]| of.iter().find(|local| !among.contains(local)).copied();
        let wrong = missing(&found, &expected).or_else(|| missing(&expected, &found));
        if let Some(local) = wrong {
            let name = &self.body.locals[local].name;
            let message = format!("the variable `{name}` is not in all patterns of `|`");
            let error = Diagnostic::error(codes::PATTERN, self.body.pats[other].span, message);
            self.front.report(error.help("every pattern gives all variables their values"));
        }
    }

    /// A literal, which the value is compared with.
    fn literal_pattern(&mut self, literal: &syn::ExprLit, at: Span) -> PatKind {
        if let syn::Lit::ByteStr(text) = &literal.lit {
            let bytes = text.value().into_iter().map(|byte| {
                let value = self.body.expr(ExprKind::Value(Prim::U8, byte.into()), at);
                self.body.pat(PatKind::Value(value), at)
            });
            return PatKind::Array(bytes.collect(), None, None);
        }
        let kind = self.literal_kind(&literal.lit, at);
        PatKind::Value(self.body.expr(kind, at))
    }

    /// Patterns of parts, and the position of `..` among them.
    fn parts<'p>(&mut self, elems: impl IntoIterator<Item = &'p Pat>) -> (Vec<PatId>, Option<usize>) {
        self.parts_and_rest(elems, None)
    }

    /// The parts and the position of `..`; what names it goes into `named`, if it may have a name.
    fn parts_and_rest<'p>(
        &mut self,
        elems: impl IntoIterator<Item = &'p Pat>,
        mut named: Option<&mut Option<PatId>>,
    ) -> (Vec<PatId>, Option<usize>) {
        let mut rest = None;
        let mut parts = Vec::new();
        for elem in elems {
            let name = rest_name(elem);
            if name.is_some() || matches!(elem, Pat::Rest(_)) {
                if rest.replace(parts.len()).is_some() {
                    let error = Diagnostic::error(codes::PATTERN, span_of(elem), "`..` stands here twice");
                    self.front.report(error.help("write `_` for each part that is left away"));
                }
                match (name, named.as_deref_mut()) {
                    (Some(name), Some(named)) => {
                        let kind = self.binding(name, None);
                        *named = Some(self.body.pat(kind, span_of(elem)));
                    }
                    (Some(_), None) => {
                        let message = "only the rest of an array has a name";
                        let error = Diagnostic::error(codes::PATTERN, span_of(elem), message);
                        self.front.report(error.help("write `..`"));
                        self.declare_wrong(elem);
                    }
                    (None, _) => {}
                }
            } else {
                parts.push(self.pattern(elem));
            }
        }
        (parts, rest)
    }

    /// A constant, a unit struct, or a variant without fields.
    fn path_pattern(&mut self, path: &syn::ExprPath, at: Span) -> PatKind {
        if of_option(&path.path, "None") {
            return PatKind::None;
        }
        self.unit_pattern(&path.path, at).unwrap_or_else(|| {
            let value = self.path(path, at);
            PatKind::Value(self.body.expr(value, at))
        })
    }

    /// A unit struct or a variant without fields, if the path names a struct or a variant.
    fn unit_pattern(&mut self, path: &syn::Path, at: Span) -> Option<PatKind> {
        let (adt, variant) = self.variant_path(path)?;
        if self.style(adt.id, variant) != Style::Unit {
            let text = path_text(path);
            let error = Diagnostic::error(codes::PATTERN, at, format!("`{text}` has fields"));
            let help = match self.style(adt.id, variant) {
                Style::Named => format!("write `{text} {{ .. }}`"),
                _ => format!("write `{text}(..)`"),
            };
            self.front.report(error.help(help));
        }
        Some(PatKind::Fields { adt, variant, fields: Vec::new() })
    }

    /// `Some(..)`, a tuple struct or a variant with unnamed fields.
    fn tuple_struct_pattern(&mut self, whole: &Pat, pattern: &syn::PatTupleStruct, at: Span) -> PatKind {
        if of_option(&pattern.path, "Some") {
            let mut elems = pattern.elems.iter();
            return match (elems.next(), elems.next()) {
                (Some(value), None) => PatKind::Some(self.pattern(value)),
                _ => self.wrong_pattern(
                    whole,
                    Diagnostic::error(codes::PATTERN, at, "`Some` has one value").help("write `Some(x)`"),
                ),
            };
        }
        let Some((adt, variant)) = self.variant_or_complain(&pattern.path) else {
            self.declare_wrong(whole);
            return PatKind::Error;
        };
        let (parts, rest) = self.parts(&pattern.elems);
        let fields = self.positions(&pattern.path, (adt.id, variant), parts, rest, at);
        PatKind::Fields { adt, variant, fields }
    }

    /// The patterns of a tuple struct or variant with the positions of their fields.
    pub(super) fn positions(
        &mut self,
        path: &syn::Path,
        (adt, variant): (AdtId, Option<usize>),
        parts: Vec<PatId>,
        rest: Option<usize>,
        at: Span,
    ) -> Vec<(usize, PatId)> {
        let count = self.field_count(adt, variant);
        if parts.len() > count || (rest.is_none() && parts.len() != count) {
            let (text, fields) = (path_text(path), counted(count, "field"));
            let message = format!("`{text}` has {fields}, not {}", parts.len());
            self.front.report(Diagnostic::error(codes::PATTERN, at, message).help(match count {
                0 => format!("write `{text}`"),
                _ => "name each, or write `..` for the others".to_owned(),
            }));
            return Vec::new();
        }
        let tail = parts.len() - rest.unwrap_or(parts.len());
        let position =
            |index: usize| if parts.len() - index <= tail { count - (parts.len() - index) } else { index };
        parts.iter().enumerate().map(|(index, part)| (position(index), *part)).collect()
    }

    /// A struct or a variant with named fields.
    fn struct_pattern(&mut self, whole: &Pat, pattern: &syn::PatStruct, at: Span) -> PatKind {
        let Some((adt, variant)) = self.variant_or_complain(&pattern.path) else {
            self.declare_wrong(whole);
            return PatKind::Error;
        };
        let mut fields = Vec::new();
        for field in &pattern.fields {
            let name = match &field.member {
                syn::Member::Named(ident) => plain_name(ident),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let pat = self.pattern(&field.pat);
            if let Some(position) = self.field_named(adt.id, variant, &name, span_of(&field.member)) {
                fields.push((position, pat));
            }
        }
        if pattern.rest.is_none() && fields.len() < self.field_count(adt.id, variant) {
            let message = format!("the pattern of `{}` leaves fields away", path_text(&pattern.path));
            self.front
                .report(Diagnostic::error(codes::PATTERN, at, message).help("write `..` for the others"));
        }
        PatKind::Fields { adt, variant, fields }
    }

    /// The struct or variant of a path, or a report.
    pub(super) fn variant_or_complain(&mut self, path: &syn::Path) -> Option<(AdtRef, Option<usize>)> {
        let found = self.variant_path(path);
        if found.is_none() && !self.is_wrong_type(path) {
            if let [owner, name] = path.segments.iter().collect::<Vec<_>>()[..]
                && let Some(Ty::Adt(adt)) = self.front.named_type(&plain_name(&owner.ident))
            {
                self.no_member(adt.id, &plain_name(&name.ident), span_of(path));
                return None;
            }
            let text = path_text(path);
            let names: Vec<String> = self.front.adts.iter().map(|adt| adt.name.clone()).collect();
            let message = format!("there is no struct or variant `{text}` in the kernels module");
            let help = match nearest(&text, names.iter()) {
                Some(other) => format!("there is `{other}`"),
                None => "define it in the module".to_owned(),
            };
            self.front.report(Diagnostic::error(codes::NAME, span_of(path), message).help(help));
        }
        found
    }

    /// The struct or variant that a path names.
    pub(super) fn variant_path(&mut self, path: &syn::Path) -> Option<(AdtRef, Option<usize>)> {
        match segments(path).as_slice() {
            [name] if let Some(variant) = self.variant_in_scope(name) => Some(variant),
            [owner] => {
                let adt = self.adt_path(owner)?;
                matches!(self.front.adts[adt.id.0].syn, AdtSyn::Struct(_)).then_some((adt, None))
            }
            [owner, variant] => {
                let adt = self.adt_path(owner)?;
                let index = self.variant_named(adt.id, &plain_name(&variant.ident))?;
                Some((adt, Some(index)))
            }
            _ => None,
        }
    }

    /// A variant by its name alone, perhaps with arguments of its enum: of a `use`, or `Ok` and `Err`, which are in scope by
    /// themselves.
    fn variant_in_scope(&mut self, segment: &syn::PathSegment) -> Option<(AdtRef, Option<usize>)> {
        let name = plain_name(&segment.ident);
        let (id, index) = match self.front.item(&name) {
            Some(Item::Variant(id, index)) => (id, index),
            Some(_) => return None,
            None => {
                let id = self.front.result()?;
                (id, self.variant_named(id, &name)?)
            }
        };
        match self.front.with_arguments(self.front.adt_ty(id), segment) {
            Ty::Adt(adt) => Some((adt, Some(index))),
            _ => None,
        }
    }

    /// The position of an enum's variant.
    fn variant_named(&self, id: AdtId, name: &str) -> Option<usize> {
        self.front.adts[id.0].syn.variants().into_iter().position(|known| known == name)
    }

    /// The struct or enum that a segment of a path names.
    fn adt_path(&mut self, segment: &syn::PathSegment) -> Option<AdtRef> {
        // A function may have the name of a number's type, and arguments of its own.
        let ty = self.front.named_type(&plain_name(&segment.ident)).filter(|ty| matches!(ty, Ty::Adt(_)))?;
        match self.front.with_arguments(ty, segment) {
            Ty::Adt(adt) => Some(adt),
            _ => None,
        }
    }

    /// How a struct or variant is written.
    pub(super) fn style(&self, adt: AdtId, variant: Option<usize>) -> Style {
        self.front.adts[adt.0].syn.fields(variant).map_or(Style::Unit, Style::of)
    }

    /// How many fields a struct or variant has.
    pub(super) fn field_count(&self, adt: AdtId, variant: Option<usize>) -> usize {
        self.front.adts[adt.0].syn.fields(variant).map_or(0, syn::Fields::len)
    }

    /// The position of a field; complains if there is none of the name.
    pub(super) fn field_named(
        &mut self,
        adt: AdtId,
        variant: Option<usize>,
        name: &str,
        at: Span,
    ) -> Option<usize> {
        let syn = self.front.adts[adt.0].syn;
        let names = field_names(syn.fields(variant)?);
        let position = names.iter().position(|known| known == name);
        if position.is_none() {
            self.front.report(no_field(&syn.name(variant), name, &names, at));
        }
        position
    }

    /// Makes the names of a pattern known after a complaint, so that their uses are no errors, too.
    pub(super) fn declare_wrong(&mut self, pattern: &Pat) {
        let mut names = Names(Vec::new());
        syn::visit::Visit::visit_pat(&mut names, pattern);
        for ident in names.0 {
            self.declare(Local {
                name: plain_name(&ident),
                mutable: true,
                deferred: false,
                ty: Some(Ty::Error),
                span: span(ident.span()),
                directives: LocalDirectives::default(),
            });
        }
    }
}

/// `rest @ ..`
fn rest_name(pat: &Pat) -> Option<&syn::PatIdent> {
    let Pat::Ident(pattern) = pat else { return None };
    let (_, sub) = pattern.subpat.as_ref()?;
    matches!(**sub, Pat::Rest(_)).then_some(pattern)
}

/// A field that does not exist.
pub(crate) fn no_field(owner: &str, name: &str, known: &[String], at: Span) -> Diagnostic {
    let error = Diagnostic::error(codes::FIELD, at, format!("`{owner}` has no field `{name}`"));
    match nearest(name, known.iter()) {
        Some(other) => error.help(format!("there is `{other}`")),
        None => {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            error.help(format!("its fields are {}", names.join(", ")))
        }
    }
}

/// The names that a pattern declares.
struct Names(Vec<proc_macro2::Ident>);

impl syn::visit::Visit<'_> for Names {
    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        self.0.push(pattern.ident.clone());
        syn::visit::visit_pat_ident(self, pattern);
    }
}
