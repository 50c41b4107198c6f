//! The methods of numbers, arrays, slices, `Option` and ends of streams.

use sycl_hls_ir::{BinaryOp, CompareOp, Init, Overflow, Place, Span, Type, ValueId};

use super::Lowerer;
use super::number::Numbers;
use super::operand::{Length, Operand, View};
use crate::builtin::Builtin;
use crate::hir::{ExprId, MethodCall};
use crate::ty::{Prim, Ty};
use crate::typed::Callee;

impl Lowerer<'_, '_, '_> {
    /// The built-in method that inference has found for a call.
    fn builtin(&self, id: ExprId) -> Option<Builtin> {
        match self.types.callee(id)? {
            Callee::Builtin(builtin) => Some(*builtin),
            Callee::Fn(_) => None,
        }
    }

    /// A method whose value is a scalar.
    pub(super) fn method_value(&mut self, id: ExprId, call: &MethodCall) -> Option<ValueId> {
        let builtin = self.builtin(id)?;
        match builtin {
            Builtin::Contains => return self.contained(call),
            Builtin::Len | Builtin::IsEmpty => return self.length(call, builtin == Builtin::IsEmpty),
            Builtin::ItemId | Builtin::ItemRange | Builtin::ItemLinearId => {
                return self.of_item(call, builtin);
            }
            Builtin::NdItem(method) => return self.of_nd_item(call, method),
            Builtin::Group(function) => return self.group_function(call, function),
            Builtin::Recv | Builtin::Peek | Builtin::TrySend | Builtin::CannotGoOn | Builtin::More => {
                return self.of_end(call, builtin);
            }
            Builtin::GlobalGet => {
                let place = self.global_element(call)?;
                return self.scalar(&Operand::Place(place), call.at);
            }
            Builtin::IsSome
            | Builtin::IsNone
            | Builtin::Unwrap
            | Builtin::UnwrapOr
            | Builtin::UnwrapOrDefault => {
                let operand = self.of_option(call, builtin)?;
                return self.scalar(&operand, call.at);
            }
            Builtin::Number(method) => return self.number_method(id, method, call),
            Builtin::FromBytes(order, prim) => return self.number_of_bytes(call, order, prim),
            _ => {}
        }
        let receiver = self.value(call.receiver)?;
        let args: Option<Vec<ValueId>> = call.args.iter().map(|arg| self.value(*arg)).collect();
        let types = self.types;
        let prim = types.expr(call.receiver).deref().as_prim().unwrap_or(Prim::Bool);
        Numbers::new(self, prim, call.at).value(builtin, receiver, &args?)
    }

    /// A method whose value is no scalar.
    pub(super) fn method_aggregate(&mut self, id: ExprId, call: &MethodCall) -> Option<Operand> {
        let builtin = self.builtin(id)?;
        match builtin {
            Builtin::Clone => {
                let operand = Self::dereferenced(self.operand(call.receiver)?);
                return self.owned(operand, call.at);
            }
            Builtin::Unwrap
            | Builtin::UnwrapOr
            | Builtin::UnwrapOrDefault
            | Builtin::Or
            | Builtin::Copied => {
                return self.of_option(call, builtin);
            }
            Builtin::First(_) | Builtin::Last(_) | Builtin::Get(_) => return self.perhaps(call, builtin),
            Builtin::SplitAt(_) => return self.split_at(call),
            Builtin::ToBytes(order) => return self.bytes_of_number(call, order),
            // It is told from the item by its type only.
            Builtin::NdItem(_) => return self.lvalue(call.receiver),
            Builtin::TryRecv => return self.try_recv(call),
            Builtin::Acquire => {
                self.unnamed_block(call);
                return None;
            }
            Builtin::Recv | Builtin::Peek => return self.recv(call, builtin),
            Builtin::GlobalGet => {
                let place = self.global_element(call)?;
                return self.owned(Operand::Place(place), call.at);
            }
            _ => {}
        }
        let receiver = self.value(call.receiver)?;
        let args: Option<Vec<ValueId>> = call.args.iter().map(|arg| self.value(*arg)).collect();
        let types = self.types;
        let prim = types.expr(call.receiver).deref().as_prim()?;
        Numbers::new(self, prim, call.at).parts(builtin, receiver, &args?)
    }

    /// A method that only has an effect.
    pub(super) fn method_effect(&mut self, id: ExprId, call: &MethodCall) {
        let Some(builtin) = self.builtin(id) else { return };
        match builtin {
            Builtin::Send => return self.send(call),
            Builtin::HandOver => return self.hand_over(call),
            Builtin::NdItem(_) => return self.barrier(call.at),
            Builtin::Group(function) => {
                self.group_function(call, function);
                return;
            }
            Builtin::Number(method) => return self.change_number(method, call),
            _ => {}
        }
        let Some(view) = self.view(call.receiver) else { return };
        let span = call.at;
        match (builtin, call.args.as_slice()) {
            (Builtin::GlobalSet, [index, value]) => {
                let Some(index) = self.value(*index) else { return };
                let Some(value) = self.kept(*value) else { return };
                let place = self.at(&view, index, span);
                self.store_operand(&place, value, span);
            }
            (Builtin::Fill, [value]) => {
                let Some(value) = self.kept(*value) else { return };
                let len = self.len(&view, span);
                let len = self.length_value(len, span);
                let zero = self.constant(0_u64, span);
                self.each_index(zero, len, span, |lowerer, index| {
                    let element = lowerer.within(&view, index, span);
                    lowerer.store_operand(&element, value, span);
                });
            }
            (Builtin::CopyFromSlice, [from]) => self.copy_from_slice(&view, *from, span),
            (Builtin::CopyWithin, [from, to]) => self.copy_within(&view, *from, *to, span),
            (Builtin::Swap, [a, b]) => {
                let (Some(a), Some(b)) = (self.value(*a), self.value(*b)) else { return };
                let (a, b) = (self.at(&view, a, span), self.at(&view, b, span));
                self.swap(&a, &b, span);
            }
            (Builtin::Reverse, []) => self.reverse(&view, span),
            (Builtin::RotateElements(op), [distance]) => {
                let Some(distance) = self.value(*distance) else { return };
                self.rotate(&view, op, distance, span);
            }
            _ => {}
        }
    }

    /// Exchanges two elements through a temporary.
    pub(super) fn swap(&mut self, a: &Place, b: &Place, span: Span) {
        let Some(ty) = self.place_type(a) else { return };
        let first = self.in_memory_copy(a, ty, span);
        self.store_operand(a, Operand::Place(b.clone()), span);
        self.store_operand(b, first, span);
    }

    /// A copy of a place, which later writes do not change.
    fn in_memory_copy(&mut self, place: &Place, ty: Type, span: Span) -> Operand {
        match ty.scalar() {
            Some(scalar) => Operand::Value(self.builder.read(place.clone(), scalar, span)),
            None => Operand::Place(self.temporary("swapped", ty, Init::Copy(place.clone()), span)),
        }
    }

    /// A loop that copies all elements; both lengths are compared first.
    fn copy_from_slice(&mut self, to: &View, from: ExprId, span: Span) {
        let Some(from) = self.view(from) else { return };
        let (to_len, from_len) = (self.len(to, span), self.len(&from, span));
        let from_is_known = matches!(from_len, Length::Known(_));
        let (to_len, from_len) = (self.length_value(to_len, span), self.length_value(from_len, span));
        let differ = self.builder.compare(CompareOp::Ne, to_len, from_len, span);
        self.builder.panic_with(
            differ,
            "copy_from_slice: source slice length does not match destination slice length",
            span,
        );
        let zero = self.constant(0_u64, span);
        let to = to.clone();
        let len = if from_is_known { from_len } else { to_len };
        self.each_index(zero, len, span, |lowerer, index| {
            let (to, from) = (lowerer.within(&to, index, span), lowerer.within(&from, index, span));
            lowerer.store_operand(&to, Operand::Place(from), span);
        });
    }

    /// The element that `get` of a `Global` reads.
    fn global_element(&mut self, call: &MethodCall) -> Option<Place> {
        let view = self.view(call.receiver)?;
        let index = self.value(*call.args.first()?)?;
        Some(self.at(&view, index, call.at))
    }

    /// What an item is asked for; its parts are the indices, then the range.
    fn of_item(&mut self, call: &MethodCall, builtin: Builtin) -> Option<ValueId> {
        let types = self.types;
        let Ty::Item(dimensions) = *types.expr(call.receiver).deref() else { return None };
        let dimensions = dimensions as usize;
        let Operand::Parts(parts) = self.lvalue(call.receiver)? else { return None };
        let Some(dimension) = call.args.first() else {
            let (ids, range) = parts.split_at_checked(dimensions)?;
            return self.linear(ids, range, call.at);
        };
        let dimension = self.dimension(*dimension)?;
        let part = if builtin == Builtin::ItemId { dimension } else { dimensions + dimension };
        self.scalar(parts.get(part)?, call.at)
    }

    /// A dimension, which is a literal.
    pub(super) fn dimension(&self, written: ExprId) -> Option<usize> {
        usize::try_from(self.types.literal(self.body, written)?.bits()?).ok()
    }

    /// The index among all, of which the last dimension's lie beside each other (S20 §3.11.1).
    pub(super) fn linear(&mut self, ids: &[Operand], range: &[Operand], span: Span) -> Option<ValueId> {
        let mut linear = self.scalar(ids.first()?, span)?;
        for (id, size) in ids.iter().zip(range).skip(1) {
            let size = self.scalar(size, span)?;
            let index = self.scalar(id, span)?;
            let scaled = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, linear, size, span);
            linear = self.sum(scaled, index, span);
        }
        Some(linear)
    }

    /// `len` and `is_empty`.
    fn length(&mut self, call: &MethodCall, is_empty: bool) -> Option<ValueId> {
        let view = self.view(call.receiver)?;
        if view.part.is_none() {
            self.probe(&view.place, call.receiver);
        }
        let len = self.len(&view, call.at);
        let len = self.length_value(len, call.at);
        if !is_empty {
            return Some(len);
        }
        let zero = self.constant(0_u64, call.at);
        Some(self.builder.compare(CompareOp::Eq, len, zero, call.at))
    }
}
