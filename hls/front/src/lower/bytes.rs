//! Numbers as the bytes that they are in memory: wires.

use sycl_hls_ir::{BinaryOp, Init, Overflow, Span, Step, Type, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::operand::Operand;
use crate::builtin::ByteOrder;
use crate::hir::{ExprId, ExprKind, MethodCall};
use crate::ty::Prim;

impl Lowerer<'_, '_, '_> {
    /// `x.to_le_bytes()`: an array.
    pub(super) fn bytes_of_number(&mut self, call: &MethodCall, order: ByteOrder) -> Option<Operand> {
        let types = self.types;
        let prim = types.expr(call.receiver).deref().as_prim()?;
        let (span, bits) = (call.at, prim.unsigned().scalar());
        let value = self.value(call.receiver)?;
        let value = if prim.is_float() {
            self.builder.bits(value, bits, span)
        } else {
            self.converted(value, bits, span)
        };
        let count = u64::from(bits.bits() / 8);
        let array = Type::Array(Box::new(Scalar::U8.into()), count);
        let array = self.temporary("bytes", array, Init::Uninit, span);
        for byte in 0..count {
            let value = self.by_bytes(BinaryOp::Shr, value, byte, span);
            let value = self.converted(value, Scalar::U8, span);
            let index = self.constant(order.index(byte, count), span);
            self.store_operand(&array.then(Step::Index(index)), Operand::Value(value), span);
        }
        Some(Operand::Place(array))
    }

    /// `u32::from_le_bytes(bytes)`
    pub(super) fn number_of_bytes(
        &mut self,
        call: &MethodCall,
        order: ByteOrder,
        prim: Prim,
    ) -> Option<ValueId> {
        let (span, bits) = (call.at, prim.unsigned().scalar());
        let bytes = self.bytes(call.receiver, u64::from(bits.bits() / 8), span)?;
        let mut whole = None;
        for (byte, value) in bytes.iter().enumerate() {
            let value = self.converted(*value, bits, span);
            let value =
                self.by_bytes(BinaryOp::Shl, value, order.index(byte as u64, bytes.len() as u64), span);
            whole = Some(match whole {
                Some(whole) => self.builder.binary(BinaryOp::Or, Overflow::Wrapping, whole, value, span),
                None => value,
            });
        }
        let scalar = prim.scalar();
        whole.map(|whole| match prim.is_float() {
            true => self.builder.bits(whole, scalar, span),
            false => self.converted(whole, scalar, span),
        })
    }

    /// The elements of an array of bytes. What is written as an array needs no memory.
    fn bytes(&mut self, array: ExprId, count: u64, span: Span) -> Option<Vec<ValueId>> {
        if let ExprKind::Array(elements) = self.kind(array) {
            return elements.iter().map(|element| self.value(*element)).collect();
        }
        let Operand::Place(place) = Self::dereferenced(self.operand(array)?) else { return None };
        let element = |index| {
            let index = self.constant(index, span);
            self.builder.read(place.then(Step::Index(index)), Scalar::U8, span)
        };
        Some((0..count).map(element).collect())
    }

    /// A value shifted by a number of bytes.
    fn by_bytes(&mut self, op: BinaryOp, value: ValueId, bytes: u64, span: Span) -> ValueId {
        if bytes == 0 {
            return value;
        }
        let ty = self.builder.func().ty(value);
        let distance = self.constant(ScalarValue::from_bits(ty, 8 * bytes), span);
        self.builder.binary(op, Overflow::Wrapping, value, distance, span)
    }
}
