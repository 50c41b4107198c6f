//! The area of a block: its operators, the registers between its cycles, its control.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::logic::{self, Computed};
use super::widths::Widths;
use super::{Area, BlockArea, Group, sharing};
use crate::rtl::design::{Block, BlockId, Machine, NodeId, NodeKind};
use crate::rtl::lifetime::{Kept, LONG_LINE, SHIFT_REGISTER, is_line, kept};
use crate::rtl::plan::{BlockPlan, ProcessPlan};
use crate::rtl::timing::operator;

/// Look-up tables of a block's start, and of each place that it can lead to.
const PER_BLOCK: f64 = 2.0;
const PER_EXIT: f64 = 1.0;
/// Look-up tables of the condition under which an effect takes place, or registers change.
const PER_CONDITION: f64 = 1.0;

pub(super) fn block(machine: Machine<'_>, whole: &ProcessPlan, id: BlockId, widths: &Widths) -> BlockArea {
    let (block, plan) = (&machine.blocks[id], &whole.blocks[id]);
    let mut operators = sharing::shared(machine, whole, Some(id), widths);
    let kept = kept(block, plan);
    let mut rest =
        registers(plan, &kept, &looked_at(block, plan, &kept), id, widths) + control(block, plan, &kept);
    for node in distinct(block, plan) {
        let bits = widths.node(id, node);
        let data = &block.nodes[node];
        let is_counted = plan.shared.contains_idx(node) || bits == 0 && !data.has_effect();
        if is_counted {
            continue;
        }
        let latency = plan.latency(node);
        let area = logic::node(&Computed { block, id, node: data, bits, latency, widths });
        match operator(block, data) {
            Some(operator) => *operators.entry(operator).or_default() += Group { count: 1, results: 1, area },
            None => rest += area,
        }
    }
    BlockArea { operators, rest }
}

/// The nodes, of those that compute the same at the same time one.
fn distinct(block: &Block, plan: &BlockPlan) -> Vec<NodeId> {
    let mut first: FxHashMap<(String, u32), NodeId> = FxHashMap::default();
    let mut same: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    let mut nodes = Vec::new();
    for (id, node) in block.nodes.iter() {
        let args: Vec<NodeId> = node.args.iter().map(|arg| same.get(arg).copied().unwrap_or(*arg)).collect();
        let start = plan.start(id);
        let what = (format!("{:?} {:?} {args:?}", node.kind, node.ty), start);
        let is_value = !node.has_effect() && !matches!(node.kind, NodeKind::Load(_));
        match first.get(&what).filter(|_| is_value) {
            Some(other) => _ = same.insert(id, *other),
            None => {
                first.insert(what, id);
                nodes.push(id);
            }
        }
    }
    nodes
}

/// What values are kept in, and the bit that travels along the cycles.
fn registers(plan: &BlockPlan, kept: &Kept, cycles: &BTreeSet<u32>, id: BlockId, widths: &Widths) -> Area {
    let mut area = travelling(plan, cycles);
    for (node, used) in kept {
        let mut from = 0;
        for &to in used {
            area += row(plan, to - from, widths.node(id, *node));
            from = to;
        }
    }
    area
}

/// The cycles of a block at whose bit something looks: effects, writes, values that are kept, ends.
fn looked_at(block: &Block, plan: &BlockPlan, kept: &Kept) -> BTreeSet<u32> {
    let effects = block.nodes.iter().filter(|(_, node)| node.has_effect() || node.is_synchronizing());
    let effects = effects.flat_map(|(id, _)| [plan.start(id), plan.end(id)]);
    let writes = plan.writes.iter().map(|(.., cycle)| *cycle);
    let kept = kept.iter().filter(|(_, used)| used.iter().all(|used| !is_line(plan, *used)));
    let kept = kept.map(|(node, _)| plan.end(*node));
    let mut cycles: BTreeSet<u32> = effects.chain(writes).chain(kept).collect();
    cycles.extend([0, plan.depth - 1]);
    cycles.retain(|cycle| *cycle < plan.depth);
    cycles
}

/// The bit that travels along the cycles, with `sh_line` between those at which something looks.
fn travelling(plan: &BlockPlan, cycles: &BTreeSet<u32>) -> Area {
    if plan.flushes {
        return Area::ffs(plan.depth);
    }
    let ends = cycles.iter();
    let gaps = ends.clone().zip(ends.skip(1)).map(|(from, to)| to - from);
    gaps.map(|cycles| match cycles {
        LONG_LINE.. => {
            let count = cycles.ilog2() + 1;
            Area { luts: cycles.div_ceil(SHIFT_REGISTER) + count, ..Area::ffs(count + 2) }
        }
        short => Area::ffs(short),
    })
    .fold(Area::ffs(1), |all, gap| all + gap)
}

/// So many registers in a row, of which only the last one is read.
fn row(plan: &BlockPlan, registers: u32, bits: u32) -> Area {
    if is_line(plan, registers) {
        return Area { luts: bits * registers.div_ceil(SHIFT_REGISTER), ..Area::default() };
    }
    Area::ffs(registers.saturating_mul(bits))
}

fn control(block: &Block, plan: &BlockPlan, kept: &Kept) -> Area {
    let effects = block.nodes.iter().filter(|(_, node)| node.has_effect()).count();
    // The registers of a cycle change together.
    let cycles: BTreeSet<u32> = kept.keys().map(|node| plan.end(*node)).collect();
    let conditions = (effects + cycles.len()) as f64 * PER_CONDITION;
    Area::gates(PER_BLOCK + PER_EXIT * block.exits.len() as f64 + conditions)
}
