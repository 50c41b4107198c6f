//! Forwarding from stores to loads: a load of a local memory need not wait for stores that have not landed yet where it
//! takes their values from registers, if their indices are its own.
//!
//! What the last iterations have stored is kept in variables, and the choice between it and the memory's element is
//! made of ordinary nodes: plan, checker and emitter know nothing of it but how far back a load sees
//! ([`Repeat::bypassed`](super::machine::Repeat)).

mod bypass;

use la_arena::Arena;

use super::machine::{Block, BlockId, Machine, MemoryId, Node, NodeKind, Target, Var, VarId};
use super::plan::plan_block;
use super::timing::Clock;
use bypass::bypass;

/// A load sees stores of so many iterations back at most: each of them costs a comparison and a choice.
const FARTHEST: u32 = 8;

/// Gives loads a bypass wherever that lets iterations start more often.
pub(super) fn forward(machine: &mut Machine, clock: Clock) {
    let ids: Vec<BlockId> = machine.blocks.iter().map(|(id, _)| id).collect();
    for id in ids {
        for memory in loaded_and_stored(&machine.blocks[id]) {
            shorten(machine, id, memory, clock);
        }
    }
}

/// The memories that a pipelined loop both reads and writes.
fn loaded_and_stored(block: &Block) -> Vec<MemoryId> {
    if block.repeat.is_none() {
        return Vec::new();
    }
    let of = |load: bool| {
        block.nodes.iter().filter_map(move |(_, node)| match node.kind {
            NodeKind::Load(memory) if load => Some(memory),
            NodeKind::Store(memory) if !load => Some(memory),
            _ => None,
        })
    };
    let mut memories: Vec<MemoryId> = of(true).filter(|memory| of(false).any(|it| it == *memory)).collect();
    memories.sort_by_key(|memory| memory.into_raw());
    memories.dedup();
    memories
}

fn shorten(machine: &mut Machine, id: BlockId, memory: MemoryId, clock: Clock) {
    let block = &machine.blocks[id];
    let interval = |block: &Block| {
        let plan = plan_block(machine, block, clock);
        plan.and_then(|plan| plan.schedule.ii).unwrap_or(u32::MAX)
    };
    let now = interval(block);
    let wanted = block.repeat.as_ref().and_then(|repeat| repeat.ii).unwrap_or(1);
    if now <= wanted || interval(&without_dependence(block, memory)) >= now {
        return;
    }
    let mut best: Option<Tried> = None;
    for window in 1..=FARTHEST {
        let mut vars = machine.vars.clone();
        let (block, flags) = bypass(block, &machine.memories[memory], memory, window, &mut vars);
        let reached = interval(&block);
        if reached < best.as_ref().map_or(now, |tried| tried.interval) {
            best = Some(Tried { interval: reached, block, vars, flags });
        }
        if reached <= wanted {
            break;
        }
    }
    if let Some(best) = best {
        machine.blocks[id] = best.block;
        machine.vars = best.vars;
        clear_before(machine, id, &best.flags);
    }
}

/// A block with a bypass, and all variables.
struct Tried {
    interval: u32,
    block: Block,
    vars: Arena<Var>,
    flags: Vec<VarId>,
}

/// As if no two accesses of the memory in different iterations met.
fn without_dependence(block: &Block, memory: MemoryId) -> Block {
    let mut block = block.clone();
    block.repeat.iter_mut().for_each(|repeat| repeat.independent.push(memory));
    block
}

/// Before its first iteration nothing was stored.
fn clear_before(machine: &mut Machine, id: BlockId, flags: &[VarId]) {
    let enters = |block: &Block| {
        let mut targets = block.exits.iter().map(|(_, target)| *target).chain([block.next]);
        targets.any(|target| target == Target::Block(id))
    };
    for (_, block) in machine.blocks.iter_mut().filter(|(other, block)| *other != id && enters(block)) {
        let never = block.nodes.alloc(Node::constant(false.into()));
        block.writes.extend(flags.iter().map(|flag| (*flag, never)));
    }
}
