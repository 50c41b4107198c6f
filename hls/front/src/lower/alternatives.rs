//! The variables of `a | b`, which have their values of the first matching pattern.

use sycl_hls_ir::{Init, Span, ValueId};

use super::Lowerer;
use super::choose::Sink;
use super::operand::Operand;
use crate::adt::field_position;
use crate::hir::{Body, LocalId, PatId, PatKind};

impl Lowerer<'_, '_, '_> {
    /// Gives the variables of `a | b` what they are in the first pattern that fits.
    pub(super) fn bind_one(&mut self, operand: &Operand, cases: &[PatId], pat: PatId) {
        let Some((first, _)) = cases.split_first() else { return };
        let mut locals = Vec::new();
        self.body.variables(*first, &mut locals);
        for local in locals {
            self.bind_of_one(local, operand, cases, pat);
        }
    }

    fn bind_of_one(&mut self, local: LocalId, operand: &Operand, cases: &[PatId], pat: PatId) {
        let span = self.body.pats[pat].span;
        let ty = self.types.local(local).clone();
        let Some(value) = self.one_of(local, operand, cases, span) else { return };
        if !ty.is_ref() {
            return self.declare_local(local, value, span);
        }
        // What is behind `&` does not change: a reference to a copy is as good.
        if let Some(place) = self.spilled(value, ty.deref(), span) {
            self.bindings.insert(local, Operand::Ref(place));
        }
    }

    /// What a variable is in the first pattern that fits.
    fn one_of(&mut self, local: LocalId, operand: &Operand, cases: &[PatId], span: Span) -> Option<Operand> {
        let ty = self.types.local(local).deref().clone();
        let ty = self.ir_type(&ty)?;
        let sink = match ty.scalar() {
            Some(scalar) => Sink::Value(scalar),
            None => Sink::Store(self.temporary("chosen", ty, Init::Uninit, span)),
        };
        let value = self.value_of_one(local, operand, cases, &sink, span);
        match sink {
            Sink::Store(place) => Some(Operand::Place(place)),
            _ => value.map(Operand::Value),
        }
    }

    /// The value of a variable in the first pattern that fits. One does: the last needs no test.
    fn value_of_one(
        &mut self,
        local: LocalId,
        operand: &Operand,
        cases: &[PatId],
        sink: &Sink,
        span: Span,
    ) -> Option<ValueId> {
        let (case, rest) = cases.split_first()?;
        let test = if rest.is_empty() { None } else { self.test(operand, *case) };
        let take = |lowerer: &mut Self| {
            let found = lowerer.bound(local, operand, *case)?;
            if let Sink::Store(place) = sink {
                lowerer.store_operand(place, found, span);
                return None;
            }
            lowerer.scalar(&found, span)
        };
        match test {
            None => take(self),
            Some(test) => self.either(test, sink, span, take, |lowerer| {
                lowerer.value_of_one(local, operand, rest, sink, span)
            }),
        }
    }

    /// What a variable of a pattern is bound to.
    pub(super) fn bound(&mut self, local: LocalId, operand: &Operand, pat: PatId) -> Option<Operand> {
        let body = self.body;
        let find = |lowerer: &mut Self, parts: &[(PatId, Option<Operand>)]| {
            parts.iter().find_map(|(part, operand)| lowerer.bound(local, operand.as_ref()?, *part))
        };
        match &body.pats[pat].kind {
            PatKind::Bind(bound, _) if *bound == local => Some(operand.clone()),
            PatKind::Bind(_, sub) => sub.and_then(|sub| self.bound(local, operand, sub)),
            PatKind::Array(_, _, Some(named)) if is_variable(body, *named, local) => {
                self.named_rest(operand, pat).map(|(_, rest)| rest)
            }
            PatKind::Tuple(parts, rest) | PatKind::Array(parts, rest, _) => {
                let count = parts.len();
                let parts = parts.iter().enumerate();
                let parts =
                    parts.map(|(index, part)| (*part, self.part_of(operand, pat, (index, count, *rest))));
                let parts: Vec<_> = parts.collect();
                find(self, &parts)
            }
            PatKind::Fields { variant, fields, .. } => {
                let def = self.program.front.def_of(self.types.pat(pat))?;
                let parts = fields.iter();
                let position = |position| field_position(&def, *variant, position);
                let parts = parts.map(|(index, part)| (*part, self.part(operand, position(*index))));
                let parts: Vec<_> = parts.collect();
                find(self, &parts)
            }
            PatKind::Some(value) => find(self, &[(*value, self.part(operand, 1))]),
            PatKind::Or(cases) if self.meant.contains_key(&pat) => {
                let case = self.meant.get(&pat).and_then(|case| cases.get(*case))?;
                self.bound(local, operand, *case)
            }
            PatKind::Or(cases) => {
                let mut locals = Vec::new();
                body.variables(*cases.first()?, &mut locals);
                locals.contains(&local).then(|| self.one_of(local, operand, cases, body.pats[pat].span))?
            }
            PatKind::Ref(inner) => self.bound(local, &Self::dereferenced(operand.clone()), *inner),
            _ => None,
        }
    }
}

/// True if the pattern is nothing but this variable.
fn is_variable(body: &Body, pat: PatId, local: LocalId) -> bool {
    matches!(body.pats[pat].kind, PatKind::Bind(bound, _) if bound == local)
}
