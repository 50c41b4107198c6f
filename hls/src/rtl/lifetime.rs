//! Which values outlive the cycle that computes them, and for how many registers.

use std::collections::{BTreeMap, BTreeSet};

use super::design::{Block, NodeId, NodeKind};
use super::plan::BlockPlan;

/// Values that registers keep for later cycles, with those of the registers behind them that are read: the first is 1.
pub type Kept = BTreeMap<NodeId, BTreeSet<u32>>;

/// What is kept of a block's values. In a pipelined loop each register lasts for an interval, since the next iteration's
/// value follows then.
#[must_use]
pub fn kept(block: &Block, plan: &BlockPlan) -> Kept {
    let mut kept = Kept::new();
    for (node, cycle) in uses(block, plan) {
        let count = registers_until(block, plan, node, cycle);
        if count > 0 {
            kept.entry(node).or_default().insert(count);
        }
    }
    kept
}

/// The cycles from which on a line of a block's bits is a shift register (`sh_line.v`).
pub const LONG_LINE: u32 = 16;

/// The registers in a row that a look-up table can be (SRLC32E).
pub const SHIFT_REGISTER: u32 = 32;

/// So many registers in a row, or more, are a line of the library, which tools make of fewer resources.
const LINE: u32 = 4;

/// True if so many registers in a row, of which only the last one is read, become one shift register. Where each iteration moves
/// on in each cycle, all of them can move together, unless the pipeline flushes.
#[must_use]
pub fn is_line(plan: &BlockPlan, registers: u32) -> bool {
    plan.schedule.ii == Some(1) && registers >= LINE && !plan.flushes
}

/// How many registers lie between a value and this cycle of its block.
#[must_use]
pub fn registers_until(block: &Block, plan: &BlockPlan, node: NodeId, cycle: u32) -> u32 {
    let end = plan.end(node);
    if cycle <= end || is_steady(block, node) {
        return 0;
    }
    (cycle - end).div_ceil(plan.schedule.ii.unwrap_or(u32::MAX))
}

/// True if the value is the same in every cycle of the block.
pub(super) fn is_steady(block: &Block, node: NodeId) -> bool {
    match block.nodes[node].kind {
        NodeKind::Const(_) | NodeKind::Arg(..) => true,
        NodeKind::Var(var) => block.writes.iter().all(|(written, _)| *written != var),
        _ => false,
    }
}

/// Which values are looked at in which cycles.
fn uses(block: &Block, plan: &BlockPlan) -> Vec<(NodeId, u32)> {
    let mut uses = Vec::new();
    for (id, node) in block.nodes.iter() {
        let start = plan.start(id);
        uses.extend(node.args.iter().enumerate().map(|(position, arg)| (*arg, plan.taken(id, position))));
        let Some(when) = node.when else { continue };
        // A burst has an operand that sends its request, and takes an element where the condition holds.
        let asks = node.args.len() < 3 || !matches!(node.kind, NodeKind::AxiRead(_));
        uses.extend(asks.then_some((when, start)));
        let takes = matches!(node.kind, NodeKind::AxiRead(_));
        uses.extend(takes.then(|| (when, plan.end(id))));
    }
    uses.extend(plan.writes.iter().map(|(_, value, cycle)| (*value, *cycle)));
    let last = plan.depth - 1;
    uses.extend(block.exits.iter().map(|(cond, _)| (*cond, last)));
    if let (Some(repeat), Some(ii)) = (&block.repeat, plan.schedule.ii) {
        uses.extend([last, ii - 1].map(|cycle| (repeat.again, cycle)));
    }
    uses
}
