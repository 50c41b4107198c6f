//! The distance of two indices that are not known themselves: `5 * i..5 * i + 5`, `k * N..(k + 1) * N`.
//!
//! Arithmetic of indices is that of whole numbers: a run stops before it wraps.

use sycl_hls_ir::BinaryOp;

use super::Lowerer;
use crate::hir::{ExprId, ExprKind};

/// A sum of multiples of expressions and of a number.
#[derive(Default)]
struct Linear {
    terms: Vec<(ExprId, i128)>,
    constant: i128,
}

impl Lowerer<'_, '_, '_> {
    /// `hi - lo`, of expressions that are evaluated one right after the other.
    pub(super) fn known_distance(&mut self, lo: Option<ExprId>, hi: ExprId) -> Option<u64> {
        let mut distance = Linear::default();
        self.add_multiple(&mut distance, hi, 1)?;
        if let Some(lo) = lo {
            self.add_multiple(&mut distance, lo, -1)?;
        }
        let known = distance.terms.iter().all(|(_, factor)| *factor == 0);
        known.then(|| u64::try_from(distance.constant).ok()).flatten()
    }

    /// `None` where that is not known, or a number is out of all bounds.
    fn add_multiple(&mut self, to: &mut Linear, id: ExprId, factor: i128) -> Option<()> {
        if let Some(number) = self.known(id) {
            to.constant = to.constant.checked_add(factor.checked_mul(number.to_integer()?)?)?;
            return Some(());
        }
        match self.kind(id) {
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                self.add_multiple(to, *a, factor)?;
                self.add_multiple(to, *b, if *op == BinaryOp::Add { factor } else { factor.checked_neg()? })
            }
            ExprKind::Binary(BinaryOp::Mul, a, b) => match (self.known(*a), self.known(*b)) {
                (Some(number), _) => self.add_multiple(to, *b, factor.checked_mul(number.to_integer()?)?),
                (_, Some(number)) => self.add_multiple(to, *a, factor.checked_mul(number.to_integer()?)?),
                _ => self.add_term(to, id, factor),
            },
            _ => self.add_term(to, id, factor),
        }
    }

    /// `None` for what may have an effect: it could change another term, even if it is multiplied by 0.
    fn add_term(&self, to: &mut Linear, id: ExprId, factor: i128) -> Option<()> {
        if !self.is_same(id, id) {
            return None;
        }
        match to.terms.iter_mut().find(|(term, _)| self.is_same(*term, id)) {
            Some((_, known)) => *known = known.checked_add(factor)?,
            None => to.terms.push((id, factor)),
        }
        Some(())
    }

    /// True if two expressions have the same value, and no effect.
    fn is_same(&self, a: ExprId, b: ExprId) -> bool {
        let literal = |id| self.types.literal(self.body, id);
        match (self.kind(a), self.kind(b)) {
            (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
            (ExprKind::Const(a), ExprKind::Const(b)) => a == b,
            (ExprKind::Field(a, field), ExprKind::Field(b, other)) => field == other && self.is_same(*a, *b),
            (ExprKind::Deref(a), ExprKind::Deref(b)) => self.is_same(*a, *b),
            (ExprKind::Cast(a, ty), ExprKind::Cast(b, other)) => ty == other && self.is_same(*a, *b),
            (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) => {
                op == other && self.is_same(*a, *c) && self.is_same(*b, *d)
            }
            _ => literal(a).is_some() && literal(a) == literal(b),
        }
    }
}
