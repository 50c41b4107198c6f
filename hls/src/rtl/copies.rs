//! Arrays that an iteration reads more often than a memory has ports: they have several copies, each with a port of its own
//! to read. A store writes all of them.
//!
//! It works for any index, where parts of an array would have to be told apart in every cycle; what it costs is memory.

use super::machine::{Block, BlockId, Machine, MemoryId, NodeKind, Port};
use super::plan::plan_block;
use super::timing::Clock;

/// The most copies of an array: a window of three by three.
const MOST_COPIES: usize = 9;

/// The most bits of all copies of an array together: a tenth of the memory on a large card (U200: 345 Mbit).
const MOST_BITS: u64 = 1 << 25;

/// Copies arrays wherever the iterations of a loop can start more often then, and no other block loses by it.
pub(super) fn copy(machine: &mut Machine, clock: Clock) {
    let ids: Vec<BlockId> = machine.blocks.iter().map(|(id, _)| id).collect();
    for id in ids {
        if let Some(copied) = gain(machine, id, clock) {
            *machine = copied;
        }
    }
}

fn gain(machine: &Machine, id: BlockId, clock: Clock) -> Option<Machine> {
    let block = &machine.blocks[id];
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    let interval = |machine: &Machine| plan_block(machine, block, clock)?.schedule.ii;
    if crowded(machine, block, wanted).is_empty() {
        return None;
    }
    let now = interval(machine)?;
    if now <= wanted {
        return None;
    }
    // What can be reached at all may need fewer copies than what was wanted.
    let reached = interval(&copied(machine, block, wanted))?;
    if reached >= now {
        return None;
    }
    let copied = copied(machine, block, reached);
    let kept = interval(&copied)? == reached;
    (kept && !is_loss(machine, &copied, id, clock)).then_some(copied)
}

/// The arrays that a block accesses more often than their ports allow in so many cycles, and their loads.
fn crowded(machine: &Machine, block: &Block, interval: u32) -> Vec<(MemoryId, usize)> {
    let count = |kind: &NodeKind| block.nodes.iter().filter(|(_, node)| node.kind == *kind).count();
    let arrays = machine.memories.iter().filter(|(_, memory)| !memory.beside && !memory.asked);
    let loads = arrays.filter_map(|(id, memory)| {
        let loads = count(&NodeKind::Load(id));
        let room = memory.ports.len() * interval as usize;
        (loads > interval as usize && loads + count(&NodeKind::Store(id)) > room).then_some((id, loads))
    });
    loads.collect()
}

/// With as many copies as a block needs to start an iteration in so many cycles.
fn copied(machine: &Machine, block: &Block, interval: u32) -> Machine {
    let mut copied = machine.clone();
    for (id, loads) in crowded(machine, block, interval) {
        let memory = &mut copied.memories[id];
        let copies = loads.div_ceil(interval as usize).min(MOST_COPIES);
        let bits = memory.depth * u64::from(memory.ty.bits()) * copies as u64;
        if bits <= MOST_BITS {
            let port = |reads: bool| Port { reads, writes: !reads };
            memory.ports = [vec![port(false)], vec![port(true); copies]].concat();
        }
    }
    copied
}

/// Does another block that accesses one of the copied arrays take longer?
fn is_loss(before: &Machine, after: &Machine, id: BlockId, clock: Clock) -> bool {
    let changed = |memory: MemoryId| before.memories[memory].ports != after.memories[memory].ports;
    let accesses = |block: &Block| {
        block.nodes.iter().any(|(_, node)| match node.kind {
            NodeKind::Load(memory) | NodeKind::Store(memory) => changed(memory),
            _ => false,
        })
    };
    let mut others = before.blocks.iter().filter(|(other, block)| *other != id && accesses(block));
    others.any(|(_, block)| {
        let [old, new] = [before, after].map(|machine| plan_block(machine, block, clock));
        let cycles = |plan: super::BlockPlan| (plan.schedule.ii, plan.depth);
        match (old.map(cycles), new.map(cycles)) {
            (Some(old), Some(new)) => new.0 > old.0 || new.1 > old.1,
            _ => true,
        }
    })
}
