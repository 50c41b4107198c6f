//! `==` and `!=` of values that are no scalars: part by part.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, ValueId};

use super::Lowerer;
use super::operand::Operand;
use crate::front::AdtDef;
use crate::hir::{ExprId, ExprKind};
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    pub(super) fn comparison(
        &mut self,
        op: CompareOp,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Option<ValueId> {
        let types = self.types;
        let ty = types.expr(lhs).deref();
        if self.scalar_type(ty).is_some() {
            let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
            return Some(self.builder.compare(op, lhs, rhs, span));
        }
        // What stands on the right may write what stands on the left.
        let left = if self.only_reads(rhs) { self.operand(lhs)? } else { self.kept(lhs)? };
        let right = self.operand(rhs)?;
        let equal = self.equal(&left, &right, ty, span)?;
        Some(if op == CompareOp::Ne { self.not(equal, span) } else { equal })
    }

    /// Does the expression surely write nothing?
    pub(super) fn only_reads(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::None(_) => true,
            ExprKind::Field(inner, _)
            | ExprKind::Deref(inner)
            | ExprKind::Ref { place: inner, .. }
            | ExprKind::Cast(inner, _)
            | ExprKind::Unary(_, inner) => self.only_reads(*inner),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => self.only_reads(*a) && self.only_reads(*b),
            _ => self.types.literal(self.body, id).is_some(),
        }
    }

    fn equal(&mut self, a: &Operand, b: &Operand, ty: &Ty, span: Span) -> Option<ValueId> {
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
            Ty::Tuple(parts) => self.all_equal(a, b, parts, span),
            Ty::Adt(adt) => match &*self.program.front.adt(adt.id)? {
                AdtDef::Struct(def) => {
                    let fields: Vec<Ty> = def.fields.iter().map(|field| field.ty.clone()).collect();
                    self.all_equal(a, b, &fields, span)
                }
                AdtDef::Enum(def) => {
                    // The fields of all variants are compared: those of other variants are 0.
                    let tag = crate::ty::Prim::ALL.into_iter().find(|prim| prim.scalar() == def.tag)?;
                    let fields = def.variants.iter().flat_map(|variant| &variant.fields);
                    let parts: Vec<Ty> =
                        std::iter::once(Ty::Prim(tag)).chain(fields.map(|field| field.ty.clone())).collect();
                    self.all_equal(a, b, &parts, span)
                }
            },
            _ => None,
        }
    }

    fn all_equal(&mut self, a: &Operand, b: &Operand, parts: &[Ty], span: Span) -> Option<ValueId> {
        let mut all = None;
        for (index, ty) in parts.iter().enumerate() {
            let (a, b) = (self.part(a, index)?, self.part(b, index)?);
            let equal = self.equal(&a, &b, ty, span)?;
            all = self.both(all, Some(equal), span);
        }
        all
    }
}
