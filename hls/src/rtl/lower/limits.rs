//! Limits on operators: `#[allocation]` of the kernel, and of loops and blocks.

use sycl_hls_ir::BinaryOp;
use sycl_hls_ir::directive::{Allocation, At, Operator};
use sycl_hls_types::Scalar;

use super::Builder;
use crate::rtl::design::{Node, NodeKind};

impl<'m> Builder<'m> {
    /// Builds something within more limits.
    pub(super) fn within<T>(
        &mut self,
        limits: &'m [At<Allocation>],
        build: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.limits.len();
        self.limits.extend(limits.iter().map(|limit| &limit.value));
        let built = build(self);
        self.limits.truncate(outer);
        built
    }

    /// How many units there may be for a node: the least of its limits.
    pub(super) fn limit(&self, node: &Node) -> Option<u32> {
        let of = self.ty(*node.args.first()?);
        let operation = operation(&node.kind, of)?;
        let limits = self.limits.iter().filter(|limit| limit.operation == Some(operation));
        limits.map(|limit| limit.limit).min()
    }
}

/// What a directive calls an operation of this type that a unit of the library computes.
fn operation(kind: &NodeKind, of: Scalar) -> Option<Operator> {
    let NodeKind::Binary(op) = kind else { return None };
    Some(match (op, of) {
        (BinaryOp::Add, Scalar::F32) => Operator::FloatAdd,
        (BinaryOp::Sub, Scalar::F32) => Operator::FloatSub,
        (BinaryOp::Mul, Scalar::F32) => Operator::FloatMul,
        (BinaryOp::Div, Scalar::F32) => Operator::FloatDiv,
        (BinaryOp::Add, Scalar::F64) => Operator::DoubleAdd,
        (BinaryOp::Sub, Scalar::F64) => Operator::DoubleSub,
        (BinaryOp::Mul, Scalar::F64) => Operator::DoubleMul,
        (BinaryOp::Div, Scalar::F64) => Operator::DoubleDiv,
        (BinaryOp::Mul, _) => Operator::Mul,
        (BinaryOp::Div, ty) if ty.is_signed() => Operator::SignedDiv,
        (BinaryOp::Div, _) => Operator::UnsignedDiv,
        (BinaryOp::Rem, ty) if ty.is_signed() => Operator::SignedRem,
        (BinaryOp::Rem, _) => Operator::UnsignedRem,
        _ => return None,
    })
}
