//! `<` and its like of values that are no scalars: the first parts that differ decide, as where Rust derives `PartialOrd`.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::operand::{Operand, View};
use crate::ty::Ty;

/// Whether equal values are in order, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Less,
    LessOrEqual,
}

impl Order {
    const fn op(self) -> CompareOp {
        match self {
            Self::Less => CompareOp::Lt,
            Self::LessOrEqual => CompareOp::Le,
        }
    }
}

impl Lowerer<'_, '_, '_> {
    /// `a op b` for two operands of a type.
    pub(super) fn in_order(
        &mut self,
        op: CompareOp,
        a: &Operand,
        b: &Operand,
        ty: &Ty,
        span: Span,
    ) -> Option<ValueId> {
        match op {
            CompareOp::Eq => self.equal(a, b, ty, span),
            CompareOp::Ne => {
                let equal = self.equal(a, b, ty, span)?;
                Some(self.not(equal, span))
            }
            CompareOp::Lt => self.before(Order::Less, a, b, ty, span),
            CompareOp::Le => self.before(Order::LessOrEqual, a, b, ty, span),
            CompareOp::Gt => self.before(Order::Less, b, a, ty, span),
            CompareOp::Ge => self.before(Order::LessOrEqual, b, a, ty, span),
        }
    }

    fn before(&mut self, order: Order, a: &Operand, b: &Operand, ty: &Ty, span: Span) -> Option<ValueId> {
        if self.scalar_type(ty).is_some() {
            let (a, b) = (self.scalar(a, span)?, self.scalar(b, span)?);
            return Some(self.builder.compare(order.op(), a, b, span));
        }
        match ty {
            Ty::Ref { inner, .. } => {
                let [a, b] = [a, b].map(|operand| Self::dereferenced(operand.clone()));
                self.before(order, &a, &b, inner, span)
            }
            Ty::Option(value) => self.perhaps_before(order, [a, b], value, span),
            Ty::Unit => Some(self.constant(order == Order::LessOrEqual, span)),
            Ty::Tuple(parts) => self.parts_before(order, [a, b], parts, span),
            Ty::Array(element, _) | Ty::Slice(element) => {
                self.elements_before(order, &Self::elements(a)?, &Self::elements(b)?, element, span)
            }
            Ty::Adt(adt) => {
                let parts = self.program.front.adt(adt)?.parts()?;
                self.parts_before(order, [a, b], &parts, span)
            }
            _ => None,
        }
    }

    /// What is `None` comes before everything else.
    fn perhaps_before(
        &mut self,
        order: Order,
        [a, b]: [&Operand; 2],
        value: &Ty,
        span: Span,
    ) -> Option<ValueId> {
        let (a_some, b_some) = (self.part(a, 0)?, self.part(b, 0)?);
        let (a_some, b_some) = (self.scalar(&a_some, span)?, self.scalar(&b_some, span)?);
        let (a, b) = (self.part(a, 1)?, self.part(b, 1)?);
        let values = self.before(order, &a, &b, value, span)?;
        let some = self.both(Some(a_some), Some(b_some), span);
        let values = self.both(some, Some(values), span)?;
        let none = self.not(a_some, span);
        let none = match order {
            Order::Less => self.both(Some(none), Some(b_some), span)?,
            Order::LessOrEqual => none,
        };
        Some(self.builder.binary(BinaryOp::Or, Overflow::Wrapping, none, values, span))
    }

    /// Compares part by part: each decides where those before it are equal.
    fn parts_before(
        &mut self,
        order: Order,
        [a, b]: [&Operand; 2],
        parts: &[Ty],
        span: Span,
    ) -> Option<ValueId> {
        let Some((last, earlier)) = parts.split_last() else {
            return Some(self.constant(order == Order::LessOrEqual, span));
        };
        let (a_last, b_last) = (self.part(a, earlier.len())?, self.part(b, earlier.len())?);
        let mut before = self.before(order, &a_last, &b_last, last, span)?;
        for (index, ty) in earlier.iter().enumerate().rev() {
            let (a, b) = (self.part(a, index)?, self.part(b, index)?);
            let less = self.before(Order::Less, &a, &b, ty, span)?;
            let equal = self.equal(&a, &b, ty, span)?;
            let later = self.both(Some(equal), Some(before), span)?;
            before = self.builder.binary(BinaryOp::Or, Overflow::Wrapping, less, later, span);
        }
        Some(before)
    }

    /// Compares element by element; of slices that are equal so far, the shorter one comes first.
    fn elements_before(
        &mut self,
        order: Order,
        a: &View,
        b: &View,
        element: &Ty,
        span: Span,
    ) -> Option<ValueId> {
        let [a_len, b_len] = [a, b].map(|view| {
            let len = self.len(view, span);
            self.length_value(len, span)
        });
        let (no, yes) = (self.constant(false, span), self.constant(true, span));
        let (before, alike) = (self.flag("before", no, span), self.flag("alike", yes, span));
        let shorter = self.builder.binary(BinaryOp::Min, Overflow::Wrapping, a_len, b_len, span);
        let zero = self.constant(0_u64, span);
        self.each_index(zero, shorter, span, |lowerer, index| {
            let [a, b] = [a, b].map(|view| Operand::Place(lowerer.at(view, index, span)));
            let less = lowerer.before(Order::Less, &a, &b, element, span);
            let equal = lowerer.equal(&a, &b, element, span);
            let (Some(less), Some(equal)) = (less, equal) else { return };
            let so_far = lowerer.builder.read(alike.clone(), Scalar::Bool, span);
            let decided = lowerer.builder.binary(BinaryOp::And, Overflow::Wrapping, so_far, less, span);
            lowerer.update(&before, BinaryOp::Or, decided, span);
            lowerer.update(&alike, BinaryOp::And, equal, span);
        });
        let rest = self.builder.compare(order.op(), a_len, b_len, span);
        let alike = self.builder.read(alike, Scalar::Bool, span);
        let rest = self.both(Some(alike), Some(rest), span)?;
        let before = self.builder.read(before, Scalar::Bool, span);
        Some(self.builder.binary(BinaryOp::Or, Overflow::Wrapping, before, rest, span))
    }
}
