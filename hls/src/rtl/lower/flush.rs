//! Operators that flush denormals, of operations on floats whose operands and results are flushed one by one.

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;
use sycl_hls_ir::{BinaryOp, Func, OpKind, UnaryOp, ValueId};
use sycl_hls_types::Scalar;

use super::Builder;
use crate::rtl::design::{Node, NodeId, NodeKind};

/// What is flushed in a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Flushed {
    /// The results of flushing, with what is flushed.
    operands: ArenaMap<ValueId, ValueId>,
    /// What something looks at as it is.
    looked_at: FxHashSet<ValueId>,
}

impl Flushed {
    pub fn of(func: &Func) -> Self {
        let mut found = Self::default();
        for op in func.ops_in_order() {
            let op = &func.ops[op];
            match (&op.kind, op.result) {
                (OpKind::Unary { op: UnaryOp::Flush, arg, .. }, Some(result)) => {
                    found.operands.insert(result, *arg);
                }
                (kind, _) => kind.for_each_operand(&mut |value| {
                    found.looked_at.insert(value);
                }),
            }
        }
        found
    }
}

impl Builder<'_> {
    /// A node of an operation on floats, with an operator that flushes denormals where the operation does so with its operands and
    /// with its result.
    pub(super) fn float_node(
        &mut self,
        kind: NodeKind,
        ty: Scalar,
        values: &[ValueId],
        result: Option<ValueId>,
    ) -> NodeId {
        let kept = may_be_denormal(&kind, ty) && result.is_none_or(|it| self.flushed.looked_at.contains(&it));
        let flushed = if kept { None } else { self.unflushed(values) };
        let flushes = flushed.is_some();
        let args = flushed.unwrap_or_else(|| values.iter().map(|value| self.value(*value)).collect());
        let node = self.node(kind, ty, args);
        let data = &mut self.block_mut().nodes[node];
        data.flushes = flushes && !matches!(data.kind, NodeKind::Const(_));
        node
    }

    /// What was flushed to give these operands; `None` if one of them may be a denormal, or none was flushed.
    fn unflushed(&mut self, values: &[ValueId]) -> Option<Vec<NodeId>> {
        if !values.iter().any(|value| self.flushed.operands.get(*value).is_some()) {
            return None;
        }
        let mut args = Vec::new();
        for value in values {
            let arg = match self.flushed.operands.get(*value).copied() {
                Some(before) => {
                    let before = self.value(before);
                    // A constant stands as it is used.
                    if self.known(before).is_some() { self.value(*value) } else { before }
                }
                None => {
                    let arg = self.value(*value);
                    let known = self.known(arg)?;
                    (sycl_hls_ir::unary(UnaryOp::Flush, &known)? == known).then_some(arg)?
                }
            };
            args.push(arg);
        }
        Some(args)
    }

    /// A flushed value: what an operator gives that flushes, or gates.
    pub(super) fn flush(&mut self, value: ValueId) -> NodeId {
        let node = self.value(value);
        let Node { ty, flushes, .. } = self.block().nodes[node];
        if flushes { node } else { self.node(NodeKind::Unary(UnaryOp::Flush), ty, vec![node]) }
    }
}

/// True if the operation may give a denormal although its operands are none.
fn may_be_denormal(kind: &NodeKind, ty: Scalar) -> bool {
    match kind {
        NodeKind::Binary(BinaryOp::Min | BinaryOp::Max) | NodeKind::Unary(_) | NodeKind::Compare(_) => false,
        NodeKind::Cast => ty == Scalar::F32,
        _ => true,
    }
}
