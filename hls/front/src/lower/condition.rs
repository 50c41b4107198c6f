//! Conditions that begin with `let`.

use sycl_hls_ir::{Init, Place, Root, Span, ValueId};

use super::Lowerer;
use super::choose::Sink;
use super::operand::Operand;
use crate::hir::{ExprId, ExprKind, LocalId, PatId};

/// A condition that begins with `let`: the pattern, what it is held against, and the conditions after it.
struct LetCondition {
    pat: PatId,
    operand: Operand,
    rest: Vec<ExprId>,
}

impl Lowerer<'_, '_, '_> {
    /// True if there is a `let` in the condition.
    pub(super) fn has_let(&self, cond: ExprId) -> bool {
        match self.kind(cond) {
            ExprKind::Let(..) => true,
            ExprKind::Logic(_, lhs, _) => self.has_let(*lhs),
            _ => false,
        }
    }

    /// A choice whose condition begins with `let`.
    pub(super) fn if_let(
        &mut self,
        cond: ExprId,
        sink: &Sink,
        span: Span,
        then: impl FnOnce(&mut Self) -> Option<ValueId>,
        otherwise: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let LetCondition { pat, operand, rest } = self.let_condition(cond)?;
        match self.test(&operand, pat) {
            None => {
                self.bind(&operand, pat);
                if rest.is_empty() {
                    return then(self);
                }
                let holds = self.all(&rest, span)?;
                self.either(holds, sink, span, then, otherwise)
            }
            Some(fits) if rest.is_empty() => {
                let then = |lowerer: &mut Self| {
                    lowerer.bind(&operand, pat);
                    then(lowerer)
                };
                self.either(fits, sink, span, then, otherwise)
            }
            Some(fits) => {
                // Where nothing is written, the variables are the same when they are asked for again.
                let again = rest.iter().all(|cond| self.only_reads(*cond));
                let kept = if again { Vec::new() } else { self.declare_variables(pat) };
                let bind = |lowerer: &mut Self| {
                    if again { lowerer.bind(&operand, pat) } else { lowerer.bind_references(&operand, pat) }
                };
                let guarded = |lowerer: &mut Self| {
                    lowerer.set_variables(&kept, &operand, pat);
                    bind(lowerer);
                    lowerer.all(&rest, span)
                };
                let holds = self.and(fits, span, guarded)?;
                let then = |lowerer: &mut Self| {
                    bind(lowerer);
                    then(lowerer)
                };
                self.either(holds, sink, span, then, otherwise)
            }
        }
    }

    /// Memory for the variables of a pattern that may not fit. They have their values before the conditions after
    /// it, which may write them, and what they were read from.
    pub(super) fn declare_variables(&mut self, pat: PatId) -> Vec<(LocalId, Place)> {
        let span = self.body.pats[pat].span;
        let kept = self.variables(pat, false).into_iter();
        let kept = kept.filter_map(|local| {
            let place = self.declare_slot(local, Init::Uninit, true, span)?;
            if let Root::Slot(slot) = place.root {
                self.settled.remove(&slot);
            }
            Some((local, place))
        });
        kept.collect()
    }

    /// Stores what a pattern binds into variables that both ways of a condition use.
    pub(super) fn set_variables(&mut self, kept: &[(LocalId, Place)], operand: &Operand, pat: PatId) {
        let span = self.body.pats[pat].span;
        for (local, place) in kept {
            if let Some(value) = self.bound(*local, operand, pat) {
                self.store_operand(place, value, span);
            }
        }
    }

    /// Gives the references of a pattern what they refer to.
    fn bind_references(&mut self, operand: &Operand, pat: PatId) {
        for local in self.variables(pat, true) {
            if let Some(value) = self.bound(local, operand, pat) {
                self.bind_local(local, value, pat);
            }
        }
    }

    /// The variables of a pattern that hold references, or those that do not.
    pub(super) fn variables(&self, pat: PatId, holds_ref: bool) -> Vec<LocalId> {
        let mut locals = Vec::new();
        self.body.variables(pat, &mut locals);
        locals.retain(|local| self.types.local(*local).holds_ref() == holds_ref);
        locals
    }

    /// A condition with `let` in it, if that is one.
    fn let_condition(&mut self, cond: ExprId) -> Option<LetCondition> {
        match self.kind(cond) {
            ExprKind::Let(pat, scrutinee) => {
                let operand = self.operand(*scrutinee)?;
                let span = self.span(*scrutinee);
                Some(LetCondition { pat: *pat, operand: self.scrutinee(operand, span)?, rest: Vec::new() })
            }
            ExprKind::Logic(_, lhs, rhs) => {
                let mut condition = self.let_condition(*lhs)?;
                condition.rest.push(*rhs);
                Some(condition)
            }
            _ => None,
        }
    }

    /// True if all conditions hold, each evaluated only if those before it do.
    fn all(&mut self, conds: &[ExprId], span: Span) -> Option<ValueId> {
        let (first, rest) = conds.split_first()?;
        let value = self.value(*first)?;
        if rest.is_empty() {
            return Some(value);
        }
        self.and(value, span, |lowerer| lowerer.all(rest, span))
    }
}
