//! Pruning: removes computations and variables that nothing needs.

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;

use crate::rtl::cloning::Cloner;
use crate::rtl::cost::Cost;
use crate::rtl::design::{Block, BlockId, Design, NodeId, NodeKind, Process, Target, VarId};

/// Removes nodes and writes of variables that nothing needs.
pub(in crate::rtl) fn prune(_: &mut Design, process: &mut Process, _: Cost) {
    loop {
        let before = size(process);
        let (live, used) = (live_behind(process), used(process));
        let buffers: FxHashSet<VarId> = process.buffers.iter().map(|(_, var)| *var).collect();
        let is_buffer = |var: &VarId| buffers.contains(var);
        for id in process.block_ids() {
            let none = FxHashSet::default();
            let live = live.get(id).unwrap_or(&none);
            let block = &mut process.blocks[id];
            let is_needed = |var: &VarId| live.contains(var) && used.contains(var);
            block.writes.retain(|(var, _)| is_buffer(var) || is_needed(var));
            *block = without_dead(block);
        }
        if size(process) == before {
            return;
        }
    }
}

fn size(process: &Process) -> usize {
    process.blocks.iter().map(|(_, block)| block.nodes.len() + block.writes.len()).sum()
}

fn reads(block: &Block) -> FxHashSet<VarId> {
    let vars = block.nodes.iter().filter_map(|(_, node)| match node.kind {
        NodeKind::Var(var) => Some(var),
        _ => None,
    });
    vars.collect()
}

fn targets(block: &Block) -> impl Iterator<Item = Target> {
    block.exits.iter().map(|(_, target)| *target).chain([block.next])
}

/// True if the process may end behind a block.
fn may_end(block: &Block) -> bool {
    targets(block).any(|target| target == Target::Done)
}

/// The blocks that a block leads to.
fn successors(block: &Block, id: BlockId) -> Vec<BlockId> {
    let blocks = targets(block).filter_map(|target| match target {
        Target::Block(block) => Some(block),
        Target::Done => None,
    });
    blocks.chain(block.repeat.iter().map(|_| id)).collect()
}

/// The variables that a later run may read.
fn persistent(process: &Process) -> FxHashSet<VarId> {
    process.vars.iter().filter(|(_, var)| var.initial.is_some()).map(|(id, _)| id).collect()
}

/// The variables on which anything depends but they themselves.
fn used(process: &Process) -> FxHashSet<VarId> {
    let mut used = persistent(process);
    loop {
        let before = used.len();
        for (_, block) in process.blocks.iter() {
            let written = block.writes.iter().filter(|(var, _)| used.contains(var)).map(|(_, node)| *node);
            let needed = needed(block, written.collect());
            used.extend(needed.into_iter().filter_map(|node| match block.nodes[node].kind {
                NodeKind::Var(var) => Some(var),
                _ => None,
            }));
        }
        if used.len() == before {
            return used;
        }
    }
}

fn live_behind(process: &Process) -> ArenaMap<BlockId, FxHashSet<VarId>> {
    let persistent = persistent(process);
    let mut behind: ArenaMap<BlockId, FxHashSet<VarId>> = ArenaMap::default();
    let mut changed = true;
    while changed {
        changed = false;
        for id in process.block_ids().into_iter().rev() {
            let block = &process.blocks[id];
            let mut live = if may_end(block) { persistent.clone() } else { FxHashSet::default() };
            for next in successors(block, id) {
                live.extend(reads(&process.blocks[next]));
                let passed = behind.get(next).into_iter().flatten();
                let written: FxHashSet<VarId> =
                    process.blocks[next].writes.iter().map(|(var, _)| *var).collect();
                // A variable that the next block writes is needed only for what that block reads.
                live.extend(passed.filter(|var| !written.contains(var)));
            }
            if behind.get(id).is_none_or(|old| *old != live) {
                behind.insert(id, live);
                changed = true;
            }
        }
    }
    behind
}

/// What these nodes, exits and effects need of a block.
fn needed(block: &Block, nodes: FxHashSet<NodeId>) -> FxHashSet<NodeId> {
    let mut needed = nodes;
    needed.extend(block.exits.iter().map(|(node, _)| *node));
    needed.extend(block.repeat.iter().map(|repeat| repeat.again));
    let never = |node: NodeId| matches!(&block.nodes[node].kind, NodeKind::Const(value) if !value.is_true());
    needed.extend(
        block
            .nodes
            .iter()
            .filter(|(_, node)| node.has_effect() && !node.when.is_some_and(never))
            .map(|(id, _)| id),
    );
    for (id, node) in block.nodes.iter().rev() {
        if needed.contains(&id) {
            let indices = block.reads.iter().filter(|read| read.value == id).map(|read| read.index);
            needed.extend(indices);
            needed.extend(node.args.iter().copied().chain(node.when));
        }
    }
    needed
}

/// The block with only what has an effect, or is needed for one.
pub(in crate::rtl) fn without_dead(block: &Block) -> Block {
    let needed = needed(block, block.writes.iter().map(|(_, node)| *node).collect());
    let mut kept = Cloner::new(block);
    for (id, _) in block.nodes.iter().filter(|(id, _)| needed.contains(id)) {
        kept.clone_node(id);
    }
    let mut kept = kept.finish();
    let always = |node: NodeId, block: &Block| matches!(&block.nodes[node].kind, NodeKind::Const(value) if value.is_true());
    let certain: Vec<NodeId> = kept
        .nodes
        .iter()
        .filter(|(_, node)| node.when.is_some_and(|when| always(when, &kept)))
        .map(|(id, _)| id)
        .collect();
    certain.into_iter().for_each(|id| kept.nodes[id].when = None);
    kept
}
