//! Pipelined loops whose number of iterations is known when they begin.

use sycl_hls_ir::CompareOp;

use super::design::{Block, NodeId, NodeKind};

/// How a block's repetition counts: it goes on while what is left is more than a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    /// What is left when an iteration begins.
    pub left: NodeId,
    /// What each iteration takes of it.
    pub step: u64,
    /// True if the loop continues when exactly one step is left (an inclusive bound).
    pub inclusive: bool,
}

impl Counted {
    /// `None` for what is no loop, or may be left early.
    pub fn of(block: &Block) -> Option<Self> {
        // Flattened loops have several counters.
        let repeat = block.repeat.as_ref().filter(|repeat| repeat.counters.is_empty())?;
        let again = &block.nodes[repeat.again];
        let inclusive = match again.kind {
            NodeKind::Compare(CompareOp::Gt) => false,
            NodeKind::Compare(CompareOp::Ge) => true,
            _ => return None,
        };
        let [left, step] = again.args[..] else { return None };
        let NodeKind::Const(step) = &block.nodes[step].kind else { return None };
        let step = step.bits()?;
        let is_var = matches!(block.nodes[left].kind, NodeKind::Var(_));
        (is_var && block.exits.is_empty()).then_some(Self { left, step, inclusive })
    }
}
