//! Computations that would start in one cycle start in different ones, where nothing becomes slower: then they can share a
//! unit.
//!
//! A schedule starts everything as early as it can. Here it is made once more with as few units as would do, and stays if the
//! interval, the last cycle and all accesses through AXI are what they were.

use la_arena::ArenaMap;

use super::demand::{Kind, kind_of, unit_of};
use crate::rtl::design::{Block, BlockId, Machine, NodeId, NodeKind};
use crate::rtl::plan::{BlockPlan, index};
use crate::rtl::timing::Clock;
use crate::sched::{Problem, pipeline, solve};

/// Spreads the computations of all blocks in which a unit could have more than one.
pub(in crate::rtl) fn spread(machine: Machine<'_>, blocks: &mut ArenaMap<BlockId, BlockPlan>, clock: Clock) {
    for (id, block) in machine.blocks.iter() {
        let plan = &mut blocks[id];
        if plan.schedule.ii == Some(1) {
            continue;
        }
        let mut limited = with_deadlines(block, plan);
        for nodes in costly(block, plan, clock) {
            spread_kind(block, plan, &mut limited, &nodes);
        }
    }
}

/// Finds a schedule in which there are fewer units for these nodes than nodes, if there is one.
fn spread_kind(block: &Block, plan: &mut BlockPlan, limited: &mut Problem, nodes: &[NodeId]) {
    let least = plan.schedule.ii.map_or(1, |ii| nodes.len().div_ceil(ii as usize));
    let counts = std::iter::successors(Some(least), |count| Some(count * 2));
    for count in counts.take_while(|count| *count < nodes.len()) {
        let tried = with_units(limited, nodes, count);
        let schedule = match plan.schedule.ii {
            Some(ii) => pipeline(&tried, ii..=ii),
            None => solve(&tried),
        };
        let found = schedule.map(|schedule| BlockPlan::new(block, plan.problem.clone(), schedule));
        if let Some(found) = found.filter(|found| found.depth == plan.depth) {
            (*plan, *limited) = (found, tried);
            return;
        }
    }
}

/// The nodes of a block that want a unit of one kind, the dearest kind first. Of those that take the same there is one.
fn costly(block: &Block, plan: &BlockPlan, clock: Clock) -> Vec<Vec<NodeId>> {
    let mut kinds: Vec<(Kind, f64, Vec<NodeId>)> = Vec::new();
    for (id, node) in block.nodes.iter() {
        let Some((kind, _)) = kind_of(block, plan, id) else { continue };
        match kinds.iter_mut().find(|(other, ..)| *other == kind) {
            Some((.., nodes)) if nodes.iter().all(|other| block.nodes[*other].args != node.args) => {
                nodes.push(id)
            }
            Some(_) => {}
            None => {
                let unit = unit_of(block, plan, clock, id, &kind);
                let choice: f64 = unit.operands.iter().map(|operand| operand.choice).sum();
                kinds.push((kind, unit.cost - choice, vec![id]));
            }
        }
    }
    kinds.retain(|(_, gain, nodes)| *gain > 0.0 && nodes.len() > 1);
    kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
    kinds.into_iter().map(|(.., nodes)| nodes).collect()
}

/// The constraints of a schedule that is no slower than the one there is.
fn with_deadlines(block: &Block, plan: &BlockPlan) -> Problem {
    let mut problem = plan.problem.clone();
    let mut until = |node: NodeId, deadline: u32| {
        let task = &mut problem.tasks[index(node)];
        task.deadline = Some(task.deadline.map_or(deadline, |other| other.min(deadline)));
    };
    for (id, node) in block.nodes.iter().filter(|(_, node)| node.has_effect()) {
        // What is written through AXI is waited for somewhere else.
        let is_local = matches!(node.kind, NodeKind::Store(_));
        until(id, if is_local { plan.depth - 1 } else { plan.end(id) });
    }
    let written = block.writes.iter().map(|(_, node)| *node);
    let decided = block.exits.iter().map(|(node, _)| *node).chain(block.repeat.iter().map(|it| it.again));
    written.chain(decided).for_each(|node| until(node, plan.depth - 1));
    problem
}

/// The constraints with so many units for some nodes.
fn with_units(problem: &Problem, nodes: &[NodeId], count: usize) -> Problem {
    let mut problem = problem.clone();
    problem.share(nodes.iter().map(|node| index(*node)), count as u32);
    problem
}
