//! Memory duplication: an array that an iteration reads more often than its memory has ports is kept in several copies, each
//! with a read port of its own. A store writes all of them.
//!
//! Unlike partitioning it works for any index: no bank has to be known. It costs memory.

use super::slowdown::is_slower;
use crate::rtl::cost::Cost;
use crate::rtl::design::{Block, BlockId, Design, MemoryId, NodeKind, Port, Process};

/// The most copies of an array: a window of three by three.
const MOST_COPIES: usize = 9;

/// The most bits of all copies of an array together: a tenth of the memory on a large card (U200: 345 Mbit).
const MOST_BITS: u64 = 1 << 25;

/// Duplicates arrays wherever that lowers the initiation interval of a loop and makes no other block slower.
pub(super) fn duplicate(design: &mut Design, process: &mut Process, cost: Cost) {
    for id in process.block_ids() {
        if let Some(duplicated) = gain(design, process, id, cost) {
            *design = duplicated;
        }
    }
}

fn gain(design: &Design, process: &Process, id: BlockId, cost: Cost) -> Option<Design> {
    let block = &process.blocks[id];
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    let interval = |design: &Design| cost.interval(design.with(process), block);
    if crowded(design, block, wanted).is_empty() {
        return None;
    }
    let now = interval(design)?;
    if now <= wanted {
        return None;
    }
    // What can be reached at all may need fewer copies than what was wanted.
    let reached = interval(&duplicated(design, block, wanted))?;
    if reached >= now {
        return None;
    }
    let duplicated = duplicated(design, block, reached);
    let kept = interval(&duplicated)? == reached;
    (kept && !is_loss([design, &duplicated], process, id, cost)).then_some(duplicated)
}

/// The arrays that a block accesses more often than their ports allow in `interval` cycles, with the number of their loads.
pub(super) fn overfull(design: &Design, block: &Block, interval: u32) -> Vec<(MemoryId, usize)> {
    let count = |kind: &NodeKind| block.nodes.iter().filter(|(_, node)| node.kind == *kind).count();
    let arrays = design.memories.iter().filter(|(_, memory)| memory.external.is_none() && !memory.requested);
    let loads = arrays.filter_map(|(id, memory)| {
        let loads = count(&NodeKind::Load(id));
        let room = memory.ports.len() * interval as usize;
        (loads + count(&NodeKind::Store(id)) > room).then_some((id, loads))
    });
    loads.collect()
}

/// Those of them that more ports to read would help.
pub(super) fn crowded(design: &Design, block: &Block, interval: u32) -> Vec<(MemoryId, usize)> {
    let mut arrays = overfull(design, block, interval);
    arrays.retain(|(_, loads)| *loads > interval as usize);
    arrays
}

/// The design with as many copies as a block needs for an initiation interval of `interval` cycles.
pub(super) fn duplicated(design: &Design, block: &Block, interval: u32) -> Design {
    let mut duplicated = design.clone();
    for (id, loads) in crowded(design, block, interval) {
        let memory = &mut duplicated.memories[id];
        let copies = loads.div_ceil(interval as usize).min(MOST_COPIES);
        let bits = memory.depth * u64::from(memory.ty.bits()) * copies as u64;
        if bits <= MOST_BITS {
            let port = |reads: bool| Port { reads, writes: !reads };
            memory.ports = [vec![port(false)], vec![port(true); copies]].concat();
        }
    }
    duplicated
}

/// True if another block that accesses one of the duplicated arrays takes longer.
fn is_loss([before, after]: [&Design; 2], process: &Process, id: BlockId, cost: Cost) -> bool {
    let changed = |memory: MemoryId| before.memories[memory].ports != after.memories[memory].ports;
    let accesses = |block: &Block| {
        block.nodes.iter().any(|(_, node)| match node.kind {
            NodeKind::Load(memory) | NodeKind::Store(memory) => changed(memory),
            _ => false,
        })
    };
    let others = process.blocks.iter().filter(|(other, block)| *other != id && accesses(block));
    is_slower([(before, process), (after, process)], others.map(|(id, _)| id), |_, _| 0, cost)
}
