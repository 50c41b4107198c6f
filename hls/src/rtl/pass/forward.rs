//! Store-to-load forwarding: a load of a local memory need not wait for stores that have not landed yet where it
//! takes their values from registers, if their indices are its own.
//!
//! What the last iterations have stored is kept in variables, and the choice between it and the memory's element is
//! made of ordinary nodes: plan, checker and emitter know nothing of it but how far back a load sees
//! ([`Repeat::bypassed`](crate::rtl::design::Repeat)).

mod bypass;

use la_arena::Arena;
use sycl_hls_types::ScalarValue;

use crate::rtl::cost::Cost;
use crate::rtl::design::{Block, Design, Machine, MemoryId, NodeKind, Process, Var};
use bypass::{History, bypass};

/// A load sees stores of so many iterations back at most: each of them costs a comparison and a choice.
const FARTHEST: u32 = 8;

/// Gives loads a bypass wherever that lets iterations start more often.
pub(super) fn forward(design: &mut Design, process: &mut Process, cost: Cost) {
    for id in process.block_ids() {
        let memories = loaded_and_stored(&process.blocks[id]);
        let machine = design.with(process);
        if let Some(windows) = windows(machine, &process.blocks[id], &memories, cost) {
            let (block, vars, mut history) = with_bypasses(machine, &process.blocks[id], &windows);
            // Before its first iteration nothing was stored; what the loop's end is computed of must be known, chosen or not.
            let deciding = block.deciding();
            history.retain(|kept| kept.is_flag || deciding.contains(&kept.var));
            process.blocks[id] = block;
            process.vars = vars;
            for History { var, .. } in history {
                process.write_before(id, var, ScalarValue::from_bits(process.vars[var].ty, 0));
            }
        }
    }
}

/// How many iterations back loads of each memory have to see, for the shortest interval. `None` if nothing is gained.
fn windows(machine: Machine<'_>, block: &Block, memories: &[MemoryId], cost: Cost) -> Option<Vec<Window>> {
    let interval = |block: &Block| cost.interval(machine, block).unwrap_or(u32::MAX);
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

/// The block with bypasses, all variables, and those that hold what was stored.
fn with_bypasses(
    machine: Machine<'_>,
    block: &Block,
    windows: &[Window],
) -> (Block, Arena<Var>, Vec<History>) {
    let (mut block, mut vars, mut history) = (block.clone(), machine.vars.clone(), Vec::new());
    for (memory, window) in windows {
        let (with, more) = bypass(&block, &machine.memories[*memory], *memory, *window, &mut vars);
        block = with;
        history.extend(more);
    }
    (block, vars, history)
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
