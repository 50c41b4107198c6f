//! Memory partitioning: an array that an iteration reads more often than its memory has ports is split into banks, where its
//! indices differ by constants that never fall into one bank together (Wang, Li, Zhang & Cong, *Memory Partitioning for
//! Multidimensional Arrays in High-level Synthesis*, 2013).
//!
//! The bank of an element is some bits of its number ([`Hash`](banks::Hash)), and the others are its row. Reads of one iteration
//! that never meet in a bank are one read of each bank, at the row of whichever read it belongs to; behind it each of them chooses
//! its bank. Unlike copies of the array ([`memory_duplication`](super::memory_duplication)), banks need no more bits than the
//! array.

mod banks;
mod rewrite;

use banks::{Hash, Reads};
use rewrite::Split;

use super::memory_duplication::{crowded, duplicated};
use crate::rtl::cost::Cost;
use crate::rtl::design::{Block, BlockId, Design, Memory, MemoryId, NodeKind, Process};
use crate::rtl::ports::fits_luts;

/// The most banks of an array.
const MOST_BANKS: u32 = 16;
/// A pipelined loop may take one in so many cycles longer for the choice among banks;
const SLOWER: u64 = 100;
/// one whose trip count is not known, so many.
const DEEPER: u64 = 2;
/// Look-up tables that half a block RAM is worth: the boards have 270 to 310 for each.
const LUTS_OF_RAMB18: u64 = 274;
/// Bits and rows of half a block RAM with a port that reads and one that writes.
const RAMB18: (u64, u64) = (36, 512);

/// Splits arrays wherever copies would lower the initiation interval of a loop, banks do it as well, and they cost less.
pub(super) fn partition(design: &mut Design, process: &mut Process, cost: Cost) {
    for id in process.block_ids() {
        if let Some((partitioned, banked)) = gain(design, process, id, cost) {
            (*design, *process) = (partitioned, banked);
        }
    }
}

fn gain(design: &Design, process: &Process, id: BlockId, cost: Cost) -> Option<(Design, Process)> {
    let block = &process.blocks[id];
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    let interval =
        |design: &Design, process: &Process| cost.interval(design.with(process), &process.blocks[id]);
    if crowded(design, block, wanted).is_empty() {
        return None;
    }
    let now = interval(design, process)?;
    let reached = interval(&duplicated(design, block, wanted), process)?;
    if reached >= now {
        return None;
    }
    let (mut partitioned, mut banked, mut any) = (design.clone(), process.clone(), false);
    for (memory, loads) in crowded(design, block, reached) {
        let Some(split) = split(&partitioned, &banked, id, memory, (loads, reached)) else { continue };
        let (next, changed) = split.applied(&partitioned, &banked);
        // Arrays that were not split may have copies.
        let copied = duplicated(&next, &changed.blocks[id], reached);
        let as_fast = interval(&copied, &changed).is_some_and(|interval| interval <= reached);
        if as_fast && !is_loss([(&partitioned, &banked), (&next, &changed)], memory, cost) {
            (partitioned, banked, any) = (next, changed, true);
        }
    }
    any.then_some((partitioned, banked))
}

/// How an array is split for the loads of a block that are too many for its ports in `interval` cycles; `None` if it cannot be,
/// or copies cost less.
fn split(
    design: &Design,
    process: &Process,
    id: BlockId,
    memory: MemoryId,
    (loads, interval): (usize, u32),
) -> Option<Split> {
    let data = &design.memories[memory];
    let block = &process.blocks[id];
    let is_own = data.contents.is_none() && data.handover.is_none() && !fits_luts(data.depth, data.ty.bits());
    if !is_own || !may_move(design, process, memory) {
        return None;
    }
    let stores = block.nodes.iter().filter(|(_, node)| node.kind == NodeKind::Store(memory)).count();
    let room = (data.ports.len() * interval as usize).checked_sub(stores)?;
    let reads = Reads::of(block, memory);
    let hash = Hash::all(MOST_BANKS)
        .find(|hash| hash.wastes_little(data.depth) && reads.classes(*hash).len() <= room)?;
    let copies = loads.div_ceil(interval as usize) as u64;
    (cost_of_banks(data, hash, loads as u64) < copies * ramb18s(data.depth, data) * LUTS_OF_RAMB18)
        .then_some(Split { memory, hash })
}

/// True if only this process accesses a memory, and no load of it has a bypass, which compares numbers of elements.
fn may_move(design: &Design, process: &Process, memory: MemoryId) -> bool {
    let is_bypassed = |block: &Block| block.repeat.as_ref().is_some_and(|it| it.window(memory).is_some());
    !design.is_shared(memory) && !process.blocks.iter().any(|(_, block)| is_bypassed(block))
}

/// What banks cost in look-up tables: themselves, and the choice of a bank for each load.
fn cost_of_banks(memory: &Memory, hash: Hash, loads: u64) -> u64 {
    let banks = u64::from(hash.banks());
    let choice = loads * u64::from(memory.ty.bits()) * (banks - 1);
    banks * ramb18s(hash.rows(memory.depth), memory) * LUTS_OF_RAMB18 + choice
}

/// Halves of block RAM for so many elements.
fn ramb18s(depth: u64, memory: &Memory) -> u64 {
    u64::from(memory.ty.bits()).div_ceil(RAMB18.0) * depth.div_ceil(RAMB18.1)
}

/// True if a block that accesses the array takes notably longer.
fn is_loss([before, after]: [(&Design, &Process); 2], memory: MemoryId, cost: Cost) -> bool {
    let accesses = |block: &Block| block.nodes.iter().any(|(_, node)| node.kind.accesses(memory));
    let mut blocks = before.1.blocks.iter().filter(|(_, block)| accesses(block)).map(|(id, _)| id);
    blocks.any(|id| {
        let [old, new] = [before, after].map(|(design, process)| {
            let block = &process.blocks[id];
            let plan = cost.plan(design.with(process), block)?;
            let slack = block.repeat.as_ref().map_or(0, |repeat| {
                let interval = plan.schedule.ii.unwrap_or(1);
                repeat.trip_count.map_or(DEEPER, |trips| trips.saturating_mul(interval.into()) / SLOWER)
            });
            Some((plan.schedule.ii, u64::from(plan.depth), slack))
        });
        match (old, new) {
            (Some((was, depth, slack)), Some((is, deeper, _))) => is > was || deeper > depth + slack,
            _ => true,
        }
    })
}
