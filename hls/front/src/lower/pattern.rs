//! Patterns: whether they fit, and the variables in them.

use sycl_hls_ir::{BinaryOp, CompareOp, Init, Overflow, Place, Root, Slot, Span, Step, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::operand::Operand;
use crate::adt::field_position;
use crate::front::AdtDef;
use crate::hir::{LocalId, PatId, PatKind};
use crate::infer::part_position;
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// The condition that a pattern matches; `None` if it always does.
    pub(super) fn test(&mut self, operand: &Operand, pat: PatId) -> Option<ValueId> {
        let body = self.body;
        let span = body.pats[pat].span;
        match &body.pats[pat].kind {
            PatKind::Error | PatKind::Wild | PatKind::Bind(_, None) => None,
            PatKind::Bind(_, Some(sub)) => self.test(operand, *sub),
            PatKind::Value(value) => {
                let found = self.scalar(operand, span)?;
                match self.known(*value) {
                    Some(known) if known.ty() == Scalar::Bool && known.is_true() => return Some(found),
                    Some(known) if known.ty() == Scalar::Bool => return Some(self.not(found, span)),
                    _ => {}
                }
                let value = self.value(*value)?;
                Some(self.builder.compare(CompareOp::Eq, found, value, span))
            }
            PatKind::Range { lo, hi, inclusive } => {
                let found = self.scalar(operand, span)?;
                let ends = self.builder.func().ty(found).range();
                let lo = lo.and_then(|lo| {
                    let lo = self.value(lo)?;
                    let all = self.is_number(lo, ends.map(|(min, _)| min));
                    (!all).then(|| self.builder.compare(CompareOp::Ge, found, lo, span))
                });
                let op = if *inclusive { CompareOp::Le } else { CompareOp::Lt };
                let hi = hi.and_then(|hi| {
                    let hi = self.value(hi)?;
                    let all = *inclusive && self.is_number(hi, ends.map(|(_, max)| max));
                    (!all).then(|| self.builder.compare(op, found, hi, span))
                });
                self.both(lo, hi, span)
            }
            PatKind::Array(parts, rest, _) if self.is_of_slice(pat) => {
                self.test_slice(operand, parts, *rest, span)
            }
            PatKind::Tuple(parts, rest) | PatKind::Array(parts, rest, _) => {
                let mut holds = None;
                for (index, part) in parts.iter().enumerate() {
                    let operand = self.part_of(operand, pat, (index, parts.len(), *rest))?;
                    let test = self.test(&operand, *part);
                    holds = self.both(holds, test, span);
                }
                holds
            }
            PatKind::Fields { variant, fields, .. } => {
                let def = self.program.front.def_of(self.types.pat(pat))?;
                let mut holds = variant.and_then(|variant| self.is_variant(operand, &def, variant, span));
                for (position, part) in fields {
                    let operand = self.part(operand, field_position(&def, *variant, *position))?;
                    let test = self.test(&operand, *part);
                    holds = self.both(holds, test, span);
                }
                holds
            }
            PatKind::Some(value) => {
                let some = self.part(operand, 0)?;
                let some = self.scalar(&some, span);
                let value_operand = self.part(operand, 1)?;
                if let (Some(some), Operand::Ref(_)) = (some, &value_operand) {
                    return self.behind_some(some, &value_operand, *value, span);
                }
                let test = self.test(&value_operand, *value);
                self.both(some, test, span)
            }
            PatKind::None => {
                let some = self.part(operand, 0)?;
                let some = self.scalar(&some, span)?;
                Some(self.not(some, span))
            }
            PatKind::Or(cases) if self.meant.contains_key(&pat) => {
                let case = self.meant.get(&pat).and_then(|case| cases.get(*case))?;
                self.test(operand, *case)
            }
            PatKind::Or(cases) => {
                let mut any = None;
                for case in cases {
                    let test = self.test(operand, *case)?;
                    any = Some(match any {
                        Some(any) => self.builder.binary(BinaryOp::Or, Overflow::Wrapping, any, test, span),
                        None => test,
                    });
                }
                any
            }
            PatKind::Ref(inner) => self.test(&Self::dereferenced(operand.clone()), *inner),
        }
    }

    /// The same for a reference, which is followed only where there is one.
    fn behind_some(&mut self, some: ValueId, value: &Operand, pat: PatId, span: Span) -> Option<ValueId> {
        if !self.is_tested(pat) {
            return Some(some);
        }
        self.and(some, span, |lowerer| lowerer.test(value, pat))
    }

    /// True if the pattern may not fit.
    pub(super) fn is_tested(&self, pat: PatId) -> bool {
        match &self.body.pats[pat].kind {
            PatKind::Array(parts, rest, _) if self.is_of_slice(pat) => rest.is_none() || !parts.is_empty(),
            PatKind::Bind(_, None) | PatKind::Wild | PatKind::Error => false,
            PatKind::Bind(_, Some(sub)) | PatKind::Ref(sub) => self.is_tested(*sub),
            PatKind::Tuple(parts, _) | PatKind::Array(parts, ..) => {
                parts.iter().any(|part| self.is_tested(*part))
            }
            PatKind::Fields { variant: None, fields, .. } => {
                fields.iter().any(|(_, part)| self.is_tested(*part))
            }
            _ => true,
        }
    }

    /// The condition that it is this variant; `None` if the enum has no other.
    pub(super) fn is_variant(
        &mut self,
        operand: &Operand,
        def: &AdtDef,
        variant: usize,
        span: Span,
    ) -> Option<ValueId> {
        let AdtDef::Enum(def) = def else { return None };
        if def.variants.len() == 1 {
            return None;
        }
        let tag = if def.is_plain() { operand.clone() } else { self.part(operand, 0)? };
        let found = self.scalar(&tag, span)?;
        let expected = self.constant(def.tag_value(variant), span);
        Some(self.builder.compare(CompareOp::Eq, found, expected, span))
    }

    /// Gives the variables of a pattern that fits their values.
    pub(super) fn bind(&mut self, operand: &Operand, pat: PatId) {
        let body = self.body;
        match &body.pats[pat].kind {
            PatKind::Error | PatKind::Wild | PatKind::Value(_) | PatKind::Range { .. } | PatKind::None => {}
            PatKind::Or(cases) => self.bind_one(operand, cases, pat),
            PatKind::Bind(local, sub) => {
                self.bind_local(*local, operand.clone(), pat);
                if let Some(sub) = sub {
                    self.bind(operand, *sub);
                }
            }
            PatKind::Tuple(parts, rest) | PatKind::Array(parts, rest, _) => {
                if let Some((named, operand)) = self.named_rest(operand, pat) {
                    self.bind(&operand, named);
                }
                for (index, part) in parts.iter().enumerate() {
                    if let Some(operand) = self.part_of(operand, pat, (index, parts.len(), *rest)) {
                        self.bind(&operand, *part);
                    }
                }
            }
            PatKind::Fields { variant, fields, .. } => {
                let Some(def) = self.program.front.def_of(self.types.pat(pat)) else { return };
                for (position, part) in fields {
                    if let Some(operand) = self.part(operand, field_position(&def, *variant, *position)) {
                        self.bind(&operand, *part);
                    }
                }
            }
            PatKind::Some(value) => {
                if let Some(operand) = self.part(operand, 1) {
                    self.bind(&operand, *value);
                }
            }
            PatKind::Ref(inner) => self.bind(&Self::dereferenced(operand.clone()), *inner),
        }
    }

    /// A part of what a pattern takes apart: the one that the pattern with this index among so many is held against, with the position
    /// of `..`.
    pub(super) fn part_of(
        &mut self,
        operand: &Operand,
        pat: PatId,
        (index, count, rest): (usize, usize, Option<usize>),
    ) -> Option<Operand> {
        let span = self.body.pats[pat].span;
        if self.is_of_slice(pat) {
            return self.element_of_slice(operand, index, count, rest, span);
        }
        let position = part_position(index, count, rest, self.types.pat(pat).parts());
        if !self.types.pat(pat).deref().is_array() || matches!(operand, Operand::Parts(_)) {
            return self.part(operand, position);
        }
        let index = self.constant(position as u64, span);
        match operand {
            Operand::Place(place) => Some(Operand::Place(place.then(Step::Index(index)))),
            Operand::Ref(place) => Some(Operand::Ref(place.then(Step::Index(index)))),
            _ => None,
        }
    }

    /// What `name @ ..` is bound to: a copy of the elements, or a part of a slice.
    pub(super) fn named_rest(&mut self, operand: &Operand, pat: PatId) -> Option<(PatId, Operand)> {
        let body = self.body;
        let PatKind::Array(parts, Some(first), Some(named)) = &body.pats[pat].kind else { return None };
        let (first, named) = (*first, *named);
        if self.is_of_slice(pat) {
            let rest = self.rest_of_slice(operand, parts.len(), first, body.pats[named].span)?;
            return Some((named, rest));
        }
        let Operand::Place(array) = operand else { return None };
        let span = body.pats[named].span;
        let ty = self.types.pat(named).clone();
        let Ty::Array(_, len) = ty else { return None };
        let ty = self.ir_type(&ty)?;
        let rest = self.temporary("rest", ty, Init::Uninit, span);
        let (from, to) = (self.constant(0_u64, span), self.constant(len, span));
        let first = self.constant(first as u64, span);
        self.each_index(from, to, span, |lowerer, index| {
            let element = lowerer.sum(first, index, span);
            let element = Operand::Place(array.then(Step::Index(element)));
            lowerer.store_operand(&rest.then(Step::Index(index)), element, span);
        });
        Some((named, Operand::Place(rest)))
    }

    /// Binds a variable: a name for a value that never changes, else a slot.
    pub(super) fn bind_local(&mut self, local: LocalId, operand: Operand, pat: PatId) {
        let span = self.body.pats[pat].span;
        let ty = self.types.local(local).clone();
        if ty.is_ref() {
            let referred = self.types.pat(pat).deref().clone();
            let operand = match operand {
                Operand::Place(place) => Operand::Ref(place),
                Operand::Value(_) | Operand::Parts(_) => match self.spilled(operand, &referred, span) {
                    Some(place) => Operand::Ref(place),
                    None => return,
                },
                other => other,
            };
            self.bindings.insert(local, operand);
            return;
        }
        self.declare_local(local, operand, span);
    }

    /// Gives a variable its value.
    pub(super) fn declare_local(&mut self, local: LocalId, operand: Operand, span: Span) {
        let variable = &self.body.locals[local];
        let (name, mutable) = (variable.name.clone(), variable.mutable);
        let ty = self.types.local(local).clone();
        if ty.holds_ref() {
            self.bindings.insert(local, operand);
            return;
        }
        if self.scalar_type(&ty).is_some() {
            let Some(value) = self.scalar(&operand, span) else { return };
            if mutable {
                self.declare_slot(local, Init::Fill(value), true, span);
            } else {
                if !name.is_empty() {
                    self.builder.name_value(value, &name);
                }
                if let Some(bind_op) = self.body.locals[local].directives.of_value(self.body, self.types) {
                    self.builder.func_mut().values[value].bind_op = Some(bind_op);
                }
                self.bindings.insert(local, Operand::Value(value));
            }
            return;
        }
        self.declare_aggregate(local, operand, &ty, mutable, span);
    }

    /// A slot for an aggregate, with a copy of its value.
    fn declare_aggregate(&mut self, local: LocalId, operand: Operand, ty: &Ty, mutable: bool, span: Span) {
        let mut leaves = Vec::new();
        if self.leaves(&operand, &mut leaves) {
            // The parts of a tuple or an `Option` that never changes are values of their own.
            if !mutable && matches!(ty, Ty::Tuple(_) | Ty::Option(_)) {
                self.bindings.insert(local, operand);
            } else {
                self.declare_slot(local, Init::List(leaves), mutable, span);
            }
            return;
        }
        match operand {
            Operand::Place(place) if !mutable && self.adopted(&place, local) => {
                self.bindings.insert(local, Operand::Place(place));
            }
            Operand::Place(place) => {
                self.declare_slot(local, Init::Copy(place), mutable, span);
            }
            operand => {
                let Some(place) = self.declare_slot(local, Init::Uninit, true, span) else { return };
                self.store_operand(&place, operand, span);
            }
        }
    }

    /// Makes a temporary the memory of a variable that never changes.
    pub(super) fn adopted(&mut self, place: &Place, local: LocalId) -> bool {
        let (Root::Slot(slot), []) = (place.root, place.path.as_slice()) else { return false };
        let adopts = self.temporaries.remove(&slot);
        if adopts {
            let variable = &self.body.locals[local];
            let directives = variable.directives.of_slot(self.body, self.types);
            let memory = &mut self.builder.func_mut().slots[slot];
            memory.name = variable.name.clone();
            memory.directives = directives;
        }
        adopts
    }

    /// Declares memory for a variable.
    pub(super) fn declare_slot(
        &mut self,
        local: LocalId,
        init: Init,
        mutable: bool,
        span: Span,
    ) -> Option<Place> {
        let variable = &self.body.locals[local];
        let directives = variable.directives.of_slot(self.body, self.types);
        let name = if variable.name.is_empty() { "value".to_owned() } else { variable.name.clone() };
        let settles = !variable.mutable && !variable.deferred;
        let ty = self.types.local(local).clone();
        let ty = self.ir_type(&ty)?;
        if let Some(place) = self.returned_place(local) {
            self.first_value(&place, ty, init, span);
            self.bindings.insert(local, Operand::Place(place.clone()));
            return Some(place);
        }
        let persistent = variable.directives.persistent.is_some();
        let slot = self.builder.declare(Slot { name, ty, mutable, persistent, directives }, init, span);
        if settles {
            self.settled.insert(slot);
        }
        let place = Place::whole(Root::Slot(slot));
        self.bindings.insert(local, Operand::Place(place.clone()));
        Some(place)
    }
}
