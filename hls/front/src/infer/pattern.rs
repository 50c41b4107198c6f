//! Types of patterns and of the variables in them.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::hir::{PatId, PatKind};
use crate::names::counted;
use crate::ty::Ty;

impl Infer<'_, '_> {
    /// Checks a pattern against a type. Behind a reference (`by_ref`, true if it is mutable), variables become references.
    pub(super) fn pattern(&mut self, id: PatId, ty: &Ty, by_ref: Option<bool>) {
        let body = self.body;
        let pat = &body.pats[id];
        let ty = self.table.resolve(ty);
        self.pats.insert(id, ty.clone());
        let takes_apart =
            !matches!(pat.kind, PatKind::Wild | PatKind::Bind(..) | PatKind::Ref(_) | PatKind::Error);
        if let (true, Ty::Ref { mutable, inner }) = (takes_apart, &ty) {
            let mutable = *mutable && by_ref.unwrap_or(true);
            return self.pattern(id, inner, Some(mutable));
        }
        match &pat.kind {
            PatKind::Error | PatKind::Wild => {}
            PatKind::Bind(local, sub) => {
                let bound = match (by_ref, &ty) {
                    (Some(_), Ty::Error) => Ty::Error,
                    (Some(mutable), ty) => Ty::reference(mutable, ty.clone()),
                    (None, ty) => ty.clone(),
                };
                let declared = body.locals[*local].ty.clone();
                match self.locals.get(*local).cloned() {
                    // It stands in several patterns, of which one fits.
                    Some(first) => self.expect(&bound, &first, pat.span),
                    None => {
                        self.locals.insert(*local, declared.unwrap_or(bound));
                    }
                }
                if let Some(sub) = sub {
                    self.pattern(*sub, &ty, by_ref);
                }
            }
            PatKind::Value(value) => {
                let found = self.expr(*value);
                self.pattern_fits(&found, &ty, pat.span);
            }
            PatKind::Range { lo, hi, .. } => {
                for bound in [lo, hi].into_iter().flatten() {
                    let found = self.expr(*bound);
                    self.pattern_fits(&found, &ty, body.exprs[*bound].span);
                }
            }
            PatKind::Tuple(parts, rest) => self.tuple_pattern(id, parts, *rest, &ty, by_ref),
            PatKind::Array(parts, rest, named) => {
                self.array_pattern(id, parts, *rest, &ty, by_ref);
                if let Some(named) = named {
                    let rest = self.rest_of_array(*named, parts.len(), &ty, by_ref);
                    self.pattern(*named, &rest, by_ref);
                }
            }
            PatKind::Fields { adt, variant, fields } => {
                let own = self.matched_adt(adt, &ty, pat.span);
                self.pattern_fits(&own, &ty, pat.span);
                let def = self.front.def_of(&own);
                for (position, part) in fields {
                    let field = def.as_deref().and_then(|def| def.variant(*variant)?.fields.get(*position));
                    let field = field.map_or(Ty::Error, |field| field.ty.clone());
                    self.pattern(*part, &field, by_ref);
                }
            }
            PatKind::Some(value) => {
                let inner = self.table.new_any();
                let fits = !ty.is_wrong() && self.pattern_fits(&Ty::option(inner.clone()), &ty, pat.span);
                self.pattern(*value, if fits { &inner } else { &Ty::Error }, by_ref);
            }
            PatKind::None => {
                let inner = self.table.new_any();
                self.pattern_fits(&Ty::option(inner), &ty, pat.span);
            }
            PatKind::Or(cases) => {
                for case in cases {
                    self.pattern(*case, &ty, by_ref);
                }
            }
            PatKind::Ref(inner) => match &ty {
                Ty::Ref { inner: referred, .. } => self.pattern(*inner, referred, None),
                other => {
                    if !other.is_wrong() {
                        let message = format!("a `{}` is no reference", self.table.show(other));
                        let error = Diagnostic::error(codes::MISMATCH, pat.span, message);
                        self.front.report(error.help("leave `&` away"));
                    }
                    self.pattern(*inner, &Ty::Error, None);
                }
            },
        }
    }

    /// True if a pattern has the type of the matched value; otherwise reports an error.
    fn pattern_fits(&mut self, found: &Ty, expected: &Ty, at: Span) -> bool {
        let fits = self.table.unify(found, expected);
        if !fits {
            let mut error = self.mismatch(found, expected, at);
            // Nothing is converted in a pattern.
            error.helps = vec![format!("the pattern is held against a `{}`", self.table.show(expected))];
            self.front.report(error);
        }
        fits
    }

    /// Unifies an array pattern, perhaps with `..`, with its type.
    fn array_pattern(
        &mut self,
        id: PatId,
        parts: &[PatId],
        rest: Option<usize>,
        ty: &Ty,
        by_ref: Option<bool>,
    ) {
        let at = self.body.pats[id].span;
        let (element, error) = match ty {
            Ty::Error => (Ty::Error, None),
            Ty::Array(element, len) => ((**element).clone(), array_misfit(parts.len(), rest, *len, at)),
            Ty::Slice(element) => ((**element).clone(), slice_misfit(parts.len(), at)),
            other => {
                let message = format!("a `{}` is no array", self.table.show(other));
                let error = Diagnostic::error(codes::MISMATCH, at, message);
                (Ty::Error, Some(error.help("`[..]` takes an array apart")))
            }
        };
        if let Some(error) = error {
            self.front.report(error);
        }
        for part in parts {
            self.pattern(*part, &element, by_ref);
        }
    }

    /// The type of the elements that `name @ ..` stands for.
    fn rest_of_array(&mut self, named: PatId, parts: usize, ty: &Ty, by_ref: Option<bool>) -> Ty {
        if let (Ty::Slice(_), Some(_)) = (ty, by_ref) {
            return ty.clone();
        }
        let (element, len) = match ty {
            Ty::Array(element, len) => (element, len),
            Ty::Slice(_) => {
                let message = "how many elements are left of a slice is known when the kernel runs";
                let error = Diagnostic::error(codes::PATTERN, self.body.pats[named].span, message);
                self.front.report(error.help("take a reference to the slice apart: `match &x[..] { .. }`"));
                return Ty::Error;
            }
            _ => return Ty::Error,
        };
        let rest = len.saturating_sub(parts as u64);
        let (message, help) = match (by_ref, rest) {
            (_, 0) => ("there is no element left for this", "leave it away"),
            (Some(_), _) => (
                "the rest of an array behind a reference has no name",
                "write `..`, and take a part of the array: `&a[1..]`; or take a copy apart: `let [..] = *a`",
            ),
            (None, _) => return Ty::array((**element).clone(), rest),
        };
        let error = Diagnostic::error(codes::PATTERN, self.body.pats[named].span, message);
        self.front.report(error.help(help));
        Ty::Error
    }

    /// Unifies a tuple pattern, perhaps with `..`, with its type.
    fn tuple_pattern(
        &mut self,
        id: PatId,
        parts: &[PatId],
        rest: Option<usize>,
        ty: &Ty,
        by_ref: Option<bool>,
    ) {
        let at = self.body.pats[id].span;
        let types = match ty {
            Ty::Tuple(types) => types.clone(),
            Ty::Error => vec![Ty::Error; parts.len()],
            other if parts.is_empty() && rest.is_none() => {
                self.pattern_fits(&Ty::Unit, other, at);
                Vec::new()
            }
            other => {
                let types: Vec<Ty> = parts.iter().map(|_| self.table.new_any()).collect();
                match self.pattern_fits(&Ty::Tuple(types.clone()), other, at) {
                    true => types,
                    false => vec![Ty::Error; parts.len()],
                }
            }
        };
        if types.len() < parts.len() || (rest.is_none() && types.len() != parts.len()) {
            let count = counted(types.len(), "part");
            let message = format!("the tuple has {count}, and the pattern {}", parts.len());
            let error = Diagnostic::error(codes::MISMATCH, at, message);
            self.front.report(error.help("name each part, or write `_` or `..`"));
        }
        for (index, part) in parts.iter().enumerate() {
            let position = part_position(index, parts.len(), rest, types.len());
            let ty = types.get(position).cloned().unwrap_or(Ty::Error);
            self.pattern(*part, &ty, by_ref);
        }
    }
}

/// Elements of an array up to which patterns can take it apart.
pub(crate) const MAX_ELEMENTS: usize = 64;

/// Why a pattern with so many parts is not held against slices.
fn slice_misfit(parts: usize, at: Span) -> Option<Diagnostic> {
    let message = format!("a pattern names up to {MAX_ELEMENTS} elements of a slice, not {parts}");
    let error = Diagnostic::error(codes::PATTERN, at, message).help("take the elements by index");
    (parts > MAX_ELEMENTS).then_some(error)
}

/// Why a pattern with so many parts does not fit an array.
fn array_misfit(parts: usize, rest: Option<usize>, len: u64, at: Span) -> Option<Diagnostic> {
    if len > MAX_ELEMENTS as u64 {
        let message = format!("a pattern takes arrays of up to {MAX_ELEMENTS} elements apart, not of {len}");
        let error = Diagnostic::error(codes::PATTERN, at, message);
        return Some(error.help("take the elements by index"));
    }
    let parts = parts as u64;
    if parts > len || (rest.is_none() && parts != len) {
        let message = format!("the array has {len} element(s), and the pattern {parts}");
        let error = Diagnostic::error(codes::MISMATCH, at, message);
        return Some(error.help("name each element, or write `_` or `..`"));
    }
    None
}

/// Which part of a tuple or an array of `len` parts the `index`-th of `count` patterns is held against.
pub(crate) fn part_position(index: usize, count: usize, rest: Option<usize>, len: usize) -> usize {
    match rest {
        Some(rest) if index >= rest => len.saturating_sub(count - index),
        _ => index,
    }
}
