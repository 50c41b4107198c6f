//! Comparisons; `==` and `!=` of values that are no scalars: part by part.

use sycl_hls_ir::{BinaryOp, CompareOp, Init, OpKind, Overflow, Place, Root, Slot, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::operand::{Operand, View};
use crate::hir::{ExprId, ExprKind};
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// `== != < <= > >=`: of scalars one operation, of aggregates field by field.
    pub(super) fn comparison(
        &mut self,
        op: CompareOp,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Option<ValueId> {
        let types = self.types;
        let ty = types.expr(lhs).deref();
        if matches!(ty, Ty::Number(_)) || matches!(types.expr(rhs).deref(), Ty::Number(_)) {
            return self.compare_numbers(op, [lhs, rhs], span);
        }
        if self.scalar_type(ty).is_some() {
            let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
            let [lhs, rhs] = [lhs, rhs].map(|value| self.flushed(value, span));
            return Some(self.builder.compare(op, lhs, rhs, span));
        }
        // What stands on the right may write what stands on the left.
        let left = if self.only_reads(rhs) { self.operand(lhs)? } else { self.kept(lhs)? };
        let right = self.operand(rhs)?;
        self.in_order(op, &left, &right, ty, span)
    }

    /// True if the expression surely writes nothing.
    pub(super) fn only_reads(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::Number(..) | ExprKind::None(_) => true,
            ExprKind::Field(inner, _)
            | ExprKind::Deref(inner)
            | ExprKind::Ref { place: inner, .. }
            | ExprKind::Cast(inner, _)
            | ExprKind::Make(_, inner, _)
            | ExprKind::Some(inner)
            | ExprKind::Unary(_, inner) => self.only_reads(*inner),
            ExprKind::Index(a, b, _)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Logic(_, a, b) => self.only_reads(*a) && self.only_reads(*b),
            _ => self.types.literal(self.body, id).is_some(),
        }
    }

    /// Whether two operands of a type are equal.
    pub(super) fn equal(&mut self, a: &Operand, b: &Operand, ty: &Ty, span: Span) -> Option<ValueId> {
        if self.scalar_type(ty).is_some() {
            let (a, b) = (self.scalar(a, span)?, self.scalar(b, span)?);
            return Some(self.builder.compare(CompareOp::Eq, a, b, span));
        }
        match ty {
            Ty::Ref { inner, .. } => {
                self.equal(&Self::dereferenced(a.clone()), &Self::dereferenced(b.clone()), inner, span)
            }
            Ty::Option(value) => {
                let (a_some, b_some) = (self.part(a, 0)?, self.part(b, 0)?);
                let alike = self.equal(&a_some, &b_some, &Ty::BOOL, span)?;
                let some = self.scalar(&a_some, span)?;
                let none = self.not(some, span);
                let (a, b) = (self.part(a, 1)?, self.part(b, 1)?);
                let equal = self.equal(&a, &b, value, span)?;
                let values = self.builder.binary(BinaryOp::Or, Overflow::Wrapping, none, equal, span);
                self.both(Some(alike), Some(values), span)
            }
            Ty::Unit => Some(self.constant(true, span)),
            Ty::Tuple(parts) => self.all_equal(a, b, parts, span),
            Ty::Array(element, _) | Ty::Slice(element) => {
                self.elements_equal(&Self::elements(a)?, &Self::elements(b)?, element, span)
            }
            Ty::Adt(adt) => {
                let parts = self.program.front.adt(adt)?.parts()?;
                self.all_equal(a, b, &parts, span)
            }
            _ => None,
        }
    }

    /// The elements of an array or slice as a part of memory.
    pub(super) fn elements(operand: &Operand) -> Option<View> {
        match operand {
            Operand::Slice(view) => Some(view.clone()),
            Operand::Place(place) | Operand::Ref(place) => Some(View::whole(place.clone())),
            _ => None,
        }
    }

    /// Compares all elements in a loop.
    fn elements_equal(&mut self, a: &View, b: &View, element: &Ty, span: Span) -> Option<ValueId> {
        let (len, same_len) = self.common_length(a, b, span)?;
        let same = |lowerer: &mut Self, index| {
            let (a, b) = (lowerer.at(a, index, span), lowerer.at(b, index, span));
            lowerer.equal(&Operand::Place(a), &Operand::Place(b), element, span)
        };
        Some(self.for_all("equal", same_len, BinaryOp::And, len, span, same))
    }

    /// `slice.contains(&value)`
    pub(super) fn contains(&mut self, view: &View, value: &Operand, element: &Ty, span: Span) -> ValueId {
        let len = self.len(view, span);
        let (no, len) = (self.constant(false, span), self.length_value(len, span));
        let value = Self::dereferenced(value.clone());
        self.for_all("found", no, BinaryOp::Or, len, span, |lowerer, index| {
            let place = lowerer.at(view, index, span);
            lowerer.equal(&Operand::Place(place), &value, element, span)
        })
    }

    /// Puts a flag for each element together. The loop does not end early: so it can be pipelined and unrolled.
    fn for_all(
        &mut self,
        name: &str,
        first: ValueId,
        op: BinaryOp,
        len: ValueId,
        span: Span,
        holds: impl FnOnce(&mut Self, ValueId) -> Option<ValueId>,
    ) -> ValueId {
        let flag = self.flag(name, first, span);
        let zero = self.constant(0_u64, span);
        self.each_index(zero, len, span, |lowerer, index| {
            let Some(holds) = holds(lowerer, index) else { return };
            lowerer.update(&flag, op, holds, span);
        });
        self.builder.read(flag, Scalar::Bool, span)
    }

    /// A flag in memory with its first value.
    pub(super) fn flag(&mut self, name: &str, first: ValueId, span: Span) -> Place {
        let slot = Slot::variable(name, Scalar::Bool);
        Place::whole(Root::Slot(self.builder.declare(slot, Init::Fill(first), span)))
    }

    /// Puts a value together with a flag.
    pub(super) fn update(&mut self, flag: &Place, op: BinaryOp, value: ValueId, span: Span) {
        let before = self.builder.read(flag.clone(), Scalar::Bool, span);
        let now = self.builder.binary(op, Overflow::Wrapping, before, value, span);
        self.builder.push(OpKind::Write(flag.clone(), now), span);
    }

    /// The number of elements if both have as many, otherwise 0; and whether they have.
    fn common_length(&mut self, a: &View, b: &View, span: Span) -> Option<(ValueId, ValueId)> {
        let (a, b) = (self.len(a, span), self.len(b, span));
        let (a, b) = (self.length_value(a, span), self.length_value(b, span));
        if let Some((known, other)) = self.both_known(a, b) {
            let len = if known == other { known } else { 0 };
            return Some((self.constant(len, span), self.constant(known == other, span)));
        }
        let same = self.builder.compare(CompareOp::Eq, a, b, span);
        let zero = self.constant(0_u64, span);
        Some((self.choose(same, Scalar::U64, span, |_| Some(a), |_| Some(zero))?, same))
    }

    /// Compares part by part.
    fn all_equal(&mut self, a: &Operand, b: &Operand, parts: &[Ty], span: Span) -> Option<ValueId> {
        if parts.is_empty() {
            return Some(self.constant(true, span));
        }
        let mut all = None;
        for (index, ty) in parts.iter().enumerate() {
            let (a, b) = (self.part(a, index)?, self.part(b, index)?);
            let equal = self.equal(&a, &b, ty, span)?;
            all = self.both(all, Some(equal), span);
        }
        all
    }
}
