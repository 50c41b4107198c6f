//! What holds in a block if a condition does.

use sycl_hls_ir::{BinaryOp, UnaryOp};
use sycl_hls_types::Scalar;

use super::walk::Walk;
use crate::rtl::design::{Block, BlockId, NodeId, NodeKind};

impl Walk<'_> {
    /// The conditions of the block at hand that follow from this one being true.
    pub fn follows(&self, id: BlockId, condition: NodeId) -> Vec<(NodeId, bool)> {
        let block = &self.machine.blocks[id];
        let mut found = Vec::new();
        // What follows last may decide what was looked at first.
        for _ in 0..2 {
            let before = std::mem::take(&mut found);
            self.follow(block, condition, true, &before, &mut found);
        }
        found
    }

    fn follow(
        &self,
        block: &Block,
        node: NodeId,
        truth: bool,
        before: &[(NodeId, bool)],
        found: &mut Vec<(NodeId, bool)>,
    ) {
        if self.value(node).truth().is_some() || found.contains(&(node, truth)) {
            return;
        }
        found.push((node, truth));
        let data = &block.nodes[node];
        match (&data.kind, data.args.as_slice()) {
            (NodeKind::Unary(UnaryOp::Not), [arg]) => self.follow(block, *arg, !truth, before, found),
            (NodeKind::Binary(op @ (BinaryOp::And | BinaryOp::Or)), [a, b]) if data.ty == Scalar::Bool => {
                // All that an `and` has is true if it is; if it is not, one is false: the other one, where one is true.
                let all = *op == BinaryOp::And;
                let known = |arg: NodeId, found: &[(NodeId, bool)]| {
                    let assumed = before.iter().chain(found).find(|(other, _)| *other == arg);
                    self.value(arg).truth().or(assumed.map(|(_, truth)| *truth))
                };
                for (arg, other) in [(*a, *b), (*b, *a)] {
                    if truth == all || known(other, found) == Some(all) {
                        self.follow(block, arg, truth, before, found);
                    }
                }
            }
            _ => {}
        }
    }
}
