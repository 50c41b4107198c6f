//! Which computations decide where control goes and when: only those are followed.

use std::collections::HashSet;

use la_arena::ArenaMap;

use super::timeline::{Event, timeline};
use crate::rtl::ProcessPlan;
use crate::rtl::design::{Block, BlockId, Machine, NodeId, NodeKind, VarId};

/// What is followed of a block.
#[derive(Clone, Debug, Default)]
pub struct Needed {
    /// The nodes, each after its operands.
    pub nodes: Vec<NodeId>,
    /// The variables that it leaves.
    pub writes: Vec<(VarId, NodeId)>,
    /// What it does at its ports, in the order of time.
    pub events: Vec<Event>,
}

/// What is followed of each block.
pub fn needed(machine: Machine<'_>, plan: &ProcessPlan) -> ArenaMap<BlockId, Needed> {
    let events: ArenaMap<BlockId, Vec<Event>> =
        machine.blocks.iter().map(|(id, block)| (id, timeline(block, &plan.blocks[id]))).collect();
    let mut vars = HashSet::new();
    loop {
        let before = vars.len();
        for (id, block) in machine.blocks.iter() {
            let nodes = cone(machine, block, &events[id], &vars);
            vars.extend(nodes.iter().filter_map(|node| match block.nodes[*node].kind {
                NodeKind::Var(var) => Some(var),
                _ => None,
            }));
        }
        if vars.len() == before {
            break;
        }
    }
    let of_block = |(id, block): (BlockId, &Block)| {
        let events: Vec<Event> = events[id].clone();
        let nodes = cone(machine, block, &events, &vars);
        let writes = block.writes.iter().filter(|(var, _)| vars.contains(var)).copied().collect();
        (id, Needed { nodes, writes, events })
    };
    machine.blocks.iter().map(of_block).collect()
}

/// The nodes of a block that decide something, in order.
fn cone(machine: Machine<'_>, block: &Block, events: &[Event], vars: &HashSet<VarId>) -> Vec<NodeId> {
    let exits = block.exits.iter().map(|(node, _)| *node);
    let again = block.repeat.iter().map(|repeat| repeat.again);
    let whens = events.iter().filter_map(|event| event.when);
    let kept = block.writes.iter().filter(|(var, _)| vars.contains(var)).map(|(_, node)| *node);
    let mut wanted: HashSet<NodeId> = exits.chain(again).chain(whens).chain(kept).collect();
    let ids: Vec<NodeId> = block.nodes.iter().map(|(id, _)| id).collect();
    for id in ids.iter().rev() {
        let node = &block.nodes[*id];
        if wanted.contains(id) && !comes_from_memory(machine, &node.kind) {
            wanted.extend(&node.args);
        }
    }
    ids.into_iter().filter(|id| wanted.contains(id)).collect()
}

/// True if it is read from a place of which nothing is known.
fn comes_from_memory(machine: Machine<'_>, kind: &NodeKind) -> bool {
    match kind {
        NodeKind::AxiRead(_) => true,
        NodeKind::Load(memory) => machine.memories[*memory].contents.is_none(),
        _ => false,
    }
}
