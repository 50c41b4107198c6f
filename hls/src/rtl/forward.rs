//! Store-to-load forwarding: a load of a local memory need not wait for stores that have not landed yet where it
//! takes their values from registers, if their indices are its own.
//!
//! What the last iterations have stored is kept in variables, and the choice between it and the memory's element is
//! made of ordinary nodes: plan, checker and emitter know nothing of it but how far back a load sees
//! ([`Repeat::bypassed`](super::machine::Repeat)).

mod bypass;

use la_arena::Arena;

use super::machine::{Block, BlockId, Machine, MemoryId, NodeKind, Var, VarId};
use super::plan::plan_block;
use super::timing::Clock;
use bypass::bypass;

/// A load sees stores of so many iterations back at most: each of them costs a comparison and a choice.
const FARTHEST: u32 = 8;

/// Gives loads a bypass wherever that lets iterations start more often.
pub(super) fn forward(machine: &mut Machine, clock: Clock) {
    let ids: Vec<BlockId> = machine.blocks.iter().map(|(id, _)| id).collect();
    for id in ids {
        let memories = loaded_and_stored(&machine.blocks[id]);
        if let Some(windows) = windows(machine, &machine.blocks[id], &memories, clock) {
            let (block, vars, flags) = with_bypasses(machine, &machine.blocks[id], &windows);
            machine.blocks[id] = block;
            machine.vars = vars;
            // Before its first iteration nothing was stored.
            flags.into_iter().for_each(|flag| machine.write_before(id, flag, false.into()));
        }
    }
}

/// How many iterations back loads of each memory have to see, for the shortest interval. `None` if nothing is gained.
fn windows(machine: &Machine, block: &Block, memories: &[MemoryId], clock: Clock) -> Option<Vec<Window>> {
    let interval = |block: &Block| {
        let plan = plan_block(machine, block, clock);
        plan.and_then(|plan| plan.schedule.ii).unwrap_or(u32::MAX)
    };
    let reached = |windows: &[Window]| interval(&with_bypasses(machine, block, windows).0);
    if memories.is_empty() {
        return None;
    }
    let now = interval(block);
    let wanted = block.repeat.as_ref().and_then(|repeat| repeat.ii).unwrap_or(1);
    let bound = interval(&without_waiting(block, memories)).max(wanted);
    if now <= bound {
        return None;
    }
    let of = |window: u32| memories.iter().map(|memory| (*memory, window)).collect::<Vec<Window>>();
    let (mut best, mut window) = (now, 0);
    for farther in 0..=FARTHEST {
        let reached = reached(&of(farther));
        if reached < best {
            (best, window) = (reached, farther);
        }
        if best <= bound {
            break;
        }
    }
    if best >= now {
        return None;
    }
    // What a memory does not need it does not get.
    let mut windows = of(window);
    for memory in memories {
        let others: Vec<Window> = windows.iter().filter(|(other, _)| other != memory).copied().collect();
        let fewer = (0..window).map(|window| [others.clone(), vec![(*memory, window)]].concat());
        let least = std::iter::once(others.clone()).chain(fewer).find(|windows| reached(windows) <= best);
        windows = least.unwrap_or(windows);
    }
    Some(windows)
}

/// A memory, and how many iterations back its loads see.
type Window = (MemoryId, u32);

/// The block with bypasses, all variables, and those that say whether something was stored.
fn with_bypasses(machine: &Machine, block: &Block, windows: &[Window]) -> (Block, Arena<Var>, Vec<VarId>) {
    let (mut block, mut vars, mut flags) = (block.clone(), machine.vars.clone(), Vec::new());
    for (memory, window) in windows {
        let (with, more) = bypass(&block, &machine.memories[*memory], *memory, *window, &mut vars);
        block = with;
        flags.extend(more);
    }
    (block, vars, flags)
}

/// As if loads saw everything by themselves, at no cost.
fn without_waiting(block: &Block, memories: &[MemoryId]) -> Block {
    let mut block = block.clone();
    let all = memories.iter().map(|memory| (*memory, u32::MAX / 2));
    block.repeat.iter_mut().for_each(|repeat| repeat.bypassed.extend(all.clone()));
    block
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
