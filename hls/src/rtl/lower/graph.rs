//! Adding nodes to the block at hand, with what is known folded away.

use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp, binary, bits, cast, compare, fma, overflows, unary};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Builder;
use crate::rtl::design::{Node, NodeId, NodeKind};

impl Builder<'_> {
    pub(super) fn node(&mut self, kind: NodeKind, ty: Scalar, args: Vec<NodeId>) -> NodeId {
        let span = self.span;
        let mut node = Node::new(kind, ty, args, span);
        if let Some(value) = self.fold(&node) {
            return self.constant(value);
        }
        node.limit = self.limit(&node);
        self.block_mut().nodes.alloc(node)
    }

    pub(super) fn constant(&mut self, value: ScalarValue) -> NodeId {
        self.block_mut().nodes.alloc(Node::constant(value))
    }

    pub(super) fn known(&self, node: NodeId) -> Option<ScalarValue> {
        match &self.block().nodes[node].kind {
            NodeKind::Const(value) => Some(value.clone()),
            _ => None,
        }
    }

    fn fold(&self, node: &Node) -> Option<ScalarValue> {
        let known: Option<Vec<ScalarValue>> = node.args.iter().map(|&arg| self.known(arg)).collect();
        let known = known?;
        match (&node.kind, known.as_slice()) {
            (NodeKind::Unary(op), [arg]) => unary(*op, arg),
            (NodeKind::Binary(op), [lhs, rhs]) => binary(*op, lhs, rhs),
            (NodeKind::Compare(op), [lhs, rhs]) => Some(compare(*op, lhs, rhs).into()),
            (NodeKind::Overflows(op), [lhs, rhs]) => Some(overflows(*op, lhs, rhs).into()),
            (NodeKind::Cast, [arg]) => cast(arg, node.ty),
            (NodeKind::Bits, [arg]) => bits(arg, node.ty),
            (NodeKind::Fma, [a, b, c]) => fma(a, b, c),
            _ => None,
        }
    }

    pub(super) fn ty(&self, node: NodeId) -> Scalar {
        self.block().nodes[node].ty
    }

    pub(super) fn truth(&mut self, value: bool) -> NodeId {
        self.constant(value.into())
    }

    pub(super) fn is(&self, node: NodeId, truth: bool) -> bool {
        self.known(node).is_some_and(|value| value.is_true() == truth)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, lhs: NodeId, rhs: NodeId) -> NodeId {
        let ty = self.ty(lhs);
        let (left, right) = (self.known(lhs), self.known(rhs));
        let is = |value: &Option<ScalarValue>, bits: u64| {
            value.as_ref().is_some_and(|value| value.bits() == Some(bits))
        };
        let is_ones = |value: &Option<ScalarValue>| value.as_ref().is_some_and(ScalarValue::is_all_ones);
        if !ty.is_float() {
            match op {
                BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor if is(&left, 0) => return rhs,
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Shr
                    if is(&right, 0) =>
                {
                    return lhs;
                }
                BinaryOp::Mul if is(&left, 1) => return rhs,
                BinaryOp::Mul | BinaryOp::Div if is(&right, 1) && ty != Scalar::Bool => return lhs,
                BinaryOp::And if is(&left, 0) || is_ones(&right) => return lhs,
                BinaryOp::And if is(&right, 0) || is_ones(&left) => return rhs,
                BinaryOp::Or if ty == Scalar::Bool && is(&left, 1) => return lhs,
                BinaryOp::Or if ty == Scalar::Bool && is(&right, 1) => return rhs,
                _ => {}
            }
            if let Some(value) = right.filter(|_| ty.is_integer() && !ty.is_signed())
                && let Some(log) = value.log2()
            {
                let shift = ScalarValue::from(log);
                let op = match op {
                    BinaryOp::Mul => Some((BinaryOp::Shl, shift)),
                    BinaryOp::Div => Some((BinaryOp::Shr, shift)),
                    BinaryOp::Rem => {
                        let one = ScalarValue::from_bits(ty, 1);
                        binary(BinaryOp::Sub, &value, &one).map(|below| (BinaryOp::And, below))
                    }
                    _ => None,
                };
                if let Some((op, by)) = op {
                    let by = self.constant(by);
                    return self.node(NodeKind::Binary(op), ty, vec![lhs, by]);
                }
            }
        }
        self.node(NodeKind::Binary(op), ty, vec![lhs, rhs])
    }

    pub(super) fn compare(&mut self, op: CompareOp, lhs: NodeId, rhs: NodeId) -> NodeId {
        if let Some(decided) = self.decided(op, lhs, rhs) {
            return self.truth(decided);
        }
        self.node(NodeKind::Compare(op), Scalar::Bool, vec![lhs, rhs])
    }

    /// What the bounds of the type say of a comparison.
    fn decided(&self, op: CompareOp, lhs: NodeId, rhs: NodeId) -> Option<bool> {
        let (min, max) = self.ty(lhs).range()?;
        let known = |node| self.known(node).and_then(|value| value.to_integer());
        match (op, known(lhs), known(rhs)) {
            (CompareOp::Le, Some(a), _) if a == min => Some(true),
            (CompareOp::Le, _, Some(b)) if b == max => Some(true),
            (CompareOp::Ge, Some(a), _) if a == max => Some(true),
            (CompareOp::Ge, _, Some(b)) if b == min => Some(true),
            (CompareOp::Lt, Some(a), _) if a == max => Some(false),
            (CompareOp::Lt, _, Some(b)) if b == min => Some(false),
            (CompareOp::Gt, Some(a), _) if a == min => Some(false),
            (CompareOp::Gt, _, Some(b)) if b == max => Some(false),
            _ => None,
        }
    }

    pub(super) fn not(&mut self, arg: NodeId) -> NodeId {
        self.node(NodeKind::Unary(UnaryOp::Not), Scalar::Bool, vec![arg])
    }

    pub(super) fn and(&mut self, lhs: NodeId, rhs: NodeId) -> NodeId {
        self.binary(BinaryOp::And, lhs, rhs)
    }

    pub(super) fn or(&mut self, lhs: NodeId, rhs: NodeId) -> NodeId {
        self.binary(BinaryOp::Or, lhs, rhs)
    }

    pub(super) fn cast(&mut self, arg: NodeId, ty: Scalar) -> NodeId {
        if self.ty(arg) == ty { arg } else { self.node(NodeKind::Cast, ty, vec![arg]) }
    }

    pub(super) fn bits_as(&mut self, arg: NodeId, ty: Scalar) -> NodeId {
        if self.ty(arg) == ty { arg } else { self.node(NodeKind::Bits, ty, vec![arg]) }
    }

    pub(super) fn select(&mut self, cond: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        if then == otherwise || self.is(cond, true) || self.undefined.contains(&otherwise) {
            return then;
        }
        if self.is(cond, false) || self.undefined.contains(&then) {
            return otherwise;
        }
        let ty = self.ty(then);
        self.node(NodeKind::Select, ty, vec![cond, then, otherwise])
    }

    pub(super) fn number(&mut self, ty: Scalar, value: u64) -> NodeId {
        self.constant(ScalarValue::from_bits(ty, value))
    }
}
