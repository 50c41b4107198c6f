//! Guards after `a | b`: evaluated for each matching alternative until one is true.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use sycl_hls_ir::{Diagnostic, Init, Place, ValueId};
use sycl_hls_types::ScalarValue;

use super::Lowerer;
use super::operand::Operand;
use crate::codes;
use crate::hir::{ExprId, LocalId, PatId, PatKind};

/// Which alternative is meant of each `a | b` in a pattern.
pub(super) type Cases = FxHashMap<PatId, usize>;

/// How many times a guard is asked at most: each time is hardware of its own.
const MAX_CASES: usize = 64;

/// An arm whose guard is asked more than once.
pub(super) struct Guarded<'g> {
    pub operand: &'g Operand,
    pub pat: PatId,
    pub guard: ExprId,
    /// What it is asked for, in order.
    pub cases: Vec<Cases>,
}

impl Lowerer<'_, '_, '_> {
    /// The alternatives for which a guard is asked, in order. Of alternatives that are apart at most one fits: they are no
    /// choice.
    pub(super) fn cases(&mut self, pat: PatId) -> Vec<Cases> {
        let body = self.body;
        let parts: Vec<PatId> = match &body.pats[pat].kind {
            PatKind::Or(cases) => return self.cases_of_one(pat, cases),
            PatKind::Bind(_, sub) => sub.iter().copied().collect(),
            PatKind::Some(sub) | PatKind::Ref(sub) => vec![*sub],
            PatKind::Tuple(parts, _) | PatKind::Array(parts, ..) => parts.clone(),
            PatKind::Fields { fields, .. } => fields.iter().map(|(_, part)| *part).collect(),
            _ => Vec::new(),
        };
        let mut all = vec![Cases::default()];
        for part in parts {
            let of_part = self.cases(part);
            if all.len() * of_part.len() > MAX_CASES {
                self.too_many(pat);
                return all;
            }
            let with = |cases: &Cases| of_part.iter().map(|other| united(cases, other)).collect::<Vec<_>>();
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// The combinations of alternatives in a pattern, each a set of tests.
    fn cases_of_one(&mut self, pat: PatId, alternatives: &[PatId]) -> Vec<Cases> {
        let inner: Vec<Vec<Cases>> = alternatives.iter().map(|case| self.cases(*case)).collect();
        let is_choice = inner.iter().any(|cases| cases.len() > 1) || !self.are_apart(alternatives);
        if !is_choice {
            return vec![Cases::default()];
        }
        let all = inner.into_iter().enumerate().flat_map(|(index, cases)| {
            cases.into_iter().map(move |cases| united(&cases, &Cases::from_iter([(pat, index)])))
        });
        let all: Vec<Cases> = all.collect();
        if all.len() > MAX_CASES {
            self.too_many(pat);
        }
        all
    }

    /// Reports more than 64 combinations (`SH0315`).
    fn too_many(&mut self, pat: PatId) {
        let message =
            format!("a guard would be asked for more than {MAX_CASES} combinations of alternatives");
        let error = Diagnostic::error(codes::DEPTH, self.body.pats[pat].span, message)
            .note("a guard is asked again for each alternative that fits");
        self.program.front.report(error.help("write several arms, or test in the arm's body"));
    }

    /// True if no value matches two of the alternatives.
    fn are_apart(&mut self, alternatives: &[PatId]) -> bool {
        alternatives.split_first().is_none_or(|(first, rest)| {
            rest.iter().all(|other| self.is_apart(*first, *other)) && self.are_apart(rest)
        })
    }

    /// True if there is surely no value that both patterns fit.
    fn is_apart(&mut self, one: PatId, other: PatId) -> bool {
        let body = self.body;
        match (&body.pats[one].kind, &body.pats[other].kind) {
            (PatKind::Bind(_, Some(sub)) | PatKind::Ref(sub), _) => self.is_apart(*sub, other),
            (_, PatKind::Bind(_, Some(sub)) | PatKind::Ref(sub)) => self.is_apart(one, *sub),
            (PatKind::Or(cases), _) => cases.iter().all(|case| self.is_apart(*case, other)),
            (_, PatKind::Or(cases)) => cases.iter().all(|case| self.is_apart(one, *case)),
            (PatKind::Some(one), PatKind::Some(other)) => self.is_apart(*one, *other),
            (PatKind::Some(_), PatKind::None) | (PatKind::None, PatKind::Some(_)) => true,
            (PatKind::Tuple(ones, None), PatKind::Tuple(others, None))
            | (PatKind::Array(ones, None, _), PatKind::Array(others, None, _)) => {
                ones.iter().zip(others).any(|(one, other)| self.is_apart(*one, *other))
            }
            (
                PatKind::Fields { variant, fields, .. },
                PatKind::Fields { variant: other_variant, fields: others, .. },
            ) => {
                let mut both = fields.iter().flat_map(|(position, one)| {
                    let same = others.iter().filter(move |(other, _)| other == position);
                    same.map(|(_, other)| (*one, *other))
                });
                variant != other_variant || both.any(|(one, other)| self.is_apart(one, other))
            }
            _ => match (self.between(one), self.between(other)) {
                (Some((lo, hi)), Some((other_lo, other_hi))) => hi < other_lo || other_hi < lo,
                _ => false,
            },
        }
    }

    /// The numbers that a pattern takes, from the first to the last one.
    fn between(&mut self, pat: PatId) -> Option<(BigInt, BigInt)> {
        let body = self.body;
        match body.pats[pat].kind {
            PatKind::Value(value) => {
                let value = self.stated_number(value)?;
                Some((value.clone(), value))
            }
            PatKind::Range { lo, hi, inclusive } => {
                let ty = self.types.pat(pat).as_prim()?.scalar();
                let lo = lo.map_or(ScalarValue::least(ty).to_big(), |lo| self.stated_number(lo))?;
                let below = |hi| Some(self.stated_number(hi)? - i32::from(!inclusive));
                let hi = hi.map_or_else(|| ScalarValue::greatest(ty).to_big(), below)?;
                Some((lo, hi))
            }
            _ => None,
        }
    }

    fn stated_number(&mut self, value: ExprId) -> Option<BigInt> {
        self.known(value)?.to_big()
    }

    /// The condition that the arm is taken. Its variables then have their values in the first case whose guard is true.
    pub(super) fn guarded(&mut self, arm: &Guarded<'_>) -> Option<ValueId> {
        let kept = self.declare_copies(arm.pat);
        self.any_case(arm, &arm.cases, &kept)
    }

    /// Evaluates the guard for each matching alternative until it is true.
    fn any_case(&mut self, arm: &Guarded<'_>, cases: &[Cases], kept: &[(LocalId, Place)]) -> Option<ValueId> {
        let (first, rest) = cases.split_first()?;
        let span = self.span(arm.guard);
        let outer = std::mem::replace(&mut self.meant, first.clone());
        let ask = |lowerer: &mut Self| {
            lowerer.set_variables(kept, arm.operand, arm.pat);
            lowerer.value(arm.guard)
        };
        let holds = match self.test(arm.operand, arm.pat) {
            None => ask(self),
            Some(fits) => self.and(fits, span, ask),
        };
        self.meant = outer;
        if rest.is_empty() {
            return holds;
        }
        self.or(holds?, span, |lowerer| lowerer.any_case(arm, rest, kept))
    }

    /// Memory for the variables of a pattern. What is behind `&` does not change: a reference to a copy is as good.
    fn declare_copies(&mut self, pat: PatId) -> Vec<(LocalId, Place)> {
        let span = self.body.pats[pat].span;
        let mut kept = self.declare_variables(pat);
        for local in self.variables(pat, true) {
            let ty = self.types.local(local).deref().clone();
            let Some(ty) = self.ir_type(&ty) else { continue };
            let place = self.temporary("chosen", ty, Init::Uninit, span);
            self.bindings.insert(local, Operand::Ref(place.clone()));
            kept.push((local, place));
        }
        kept
    }
}

fn united(one: &Cases, other: &Cases) -> Cases {
    one.iter().chain(other).map(|(pat, case)| (*pat, *case)).collect()
}
