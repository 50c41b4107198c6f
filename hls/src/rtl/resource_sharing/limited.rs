//! Computations that share a limited number of functional units (`#[allocation]`).

use crate::rtl::design::{Block, Machine, Node, NodeId, NodeKind};
use crate::rtl::instance::{Module, module};
use crate::rtl::operators::Operator;
use crate::rtl::plan::index;
use crate::rtl::timing::Clock;
use crate::sched::{Edge, Problem};

/// Nodes that units of one module compute, of which there may be only so many.
struct Limited {
    module: Module,
    nodes: Vec<NodeId>,
    limit: u32,
}

/// Adds the constraints of a block's limits: no more computations start in a cycle than there may be units, and their operands
/// are there a cycle before, so that the choice among those of all computations is made in that one.
///
/// A unit has one width: there may be as many of each.
pub(in crate::rtl) fn limit(machine: Machine<'_>, block: &Block, clock: Clock, problem: &mut Problem) {
    let own = limited(block);
    if own.is_empty() {
        return;
    }
    let everywhere: Vec<Limited> = machine.blocks.iter().flat_map(|(_, block)| limited(block)).collect();
    for Limited { module, nodes, limit } in own {
        let of_all = everywhere.iter().filter(|other| other.module == module).map(|other| other.nodes.len());
        let all = nodes.len().max(of_all.sum());
        if all <= limit as usize {
            continue;
        }
        problem.share(nodes.iter().map(|node| index(*node)), limit);
        for id in nodes {
            choose_before(block, id, all, clock, problem);
        }
    }
}

/// What is limited in a block, each with the least of its limits.
fn limited(block: &Block) -> Vec<Limited> {
    let mut found: Vec<Limited> = Vec::new();
    for (id, node) in block.nodes.iter() {
        let Some(limit) = node.limit else { continue };
        let Some((module, _)) = module(block, node) else { continue };
        match found.iter_mut().find(|other| other.module == module) {
            Some(other) => {
                other.nodes.push(id);
                other.limit = other.limit.min(limit);
            }
            None => found.push(Limited { module, nodes: vec![id], limit }),
        }
    }
    found
}

/// A node waits until each of its operands has gone through a choice of so many signals, and into a register.
fn choose_before(block: &Block, id: NodeId, signals: usize, clock: Clock, problem: &mut Problem) {
    let levels = f64::from(signals.next_power_of_two().trailing_zeros());
    for arg in &block.nodes[id].args {
        let node = &block.nodes[*arg];
        let choice_ns = levels * Operator::Select(node.ty.bits()).characteristics(clock.mhz).delay_ns;
        let (from, to) = (index(*arg), index(id));
        let late = ready_ns(node, problem, from) + choice_ns > problem.period_ns;
        let cycles = problem.tasks[from].latency + 1 + u32::from(late);
        problem.edges.push(Edge::Order { from, to, cycles, distance: 0 });
    }
}

/// When a node's result is there at the latest, in the cycle in which it is.
fn ready_ns(node: &Node, problem: &Problem, task: usize) -> f64 {
    let is_register = matches!(node.kind, NodeKind::Const(_) | NodeKind::Arg(..) | NodeKind::Var(_));
    match problem.tasks[task].latency {
        0 if is_register => 0.0,
        0 => problem.period_ns,
        _ => problem.tasks[task].output_ns,
    }
}
