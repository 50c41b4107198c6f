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

use sycl_hls_ir::Span;

use super::memory_duplication::{duplicated, overfull};
use super::slowdown::is_slower;
use crate::rtl::area::{Area, array};
use crate::rtl::cost::Cost;
use crate::rtl::design::{
    Block, BlockId, Design, Memory, MemoryId, NodeId, NodeKind, Process, Refusal, Whole,
};
use crate::rtl::ports::fits_luts;

/// The most banks of an array.
const MOST_BANKS: u32 = 16;
/// A pipelined loop may take one in so many cycles longer for the choice among banks;
const SLOWER: u64 = 100;
/// one whose trip count is not known, so many.
const DEEPER: u64 = 2;
/// Look-up tables that half a block RAM is worth: the boards have 270 to 310 for each;
const LUTS_OF_RAMB18: u64 = 274;
/// and an ultra RAM: a U200 has 1,231 for each.
const LUTS_OF_URAM: u64 = 1231;

/// Splits arrays wherever copies would lower the initiation interval of a loop, banks do it as well, and they cost
/// less. Loops note of which arrays that is not so.
pub(super) fn partition(design: &mut Design, process: &mut Process, cost: Cost) {
    for id in process.block_ids() {
        if let Some((partitioned, banked)) = gain(design, process, id, cost) {
            (*design, *process) = (partitioned, banked);
        }
    }
}

/// The design and the process with what can be split for a block, and a note of what cannot be; `None` if nothing is to be split.
fn gain(design: &Design, process: &Process, id: BlockId, cost: Cost) -> Option<(Design, Process)> {
    let block = &process.blocks[id];
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    if overfull(design, block, wanted).is_empty() {
        return None;
    }
    let now = interval(design, process, id, cost)?;
    if now <= wanted {
        return None;
    }
    // What banks can reach is what copies can reach.
    let reached = interval(&duplicated(design, block, wanted), process, id, cost)?;
    let (mut partitioned, mut banked) = (design.clone(), process.clone());
    for (memory, loads) in overfull(design, block, reached.min(now - 1)) {
        let split = if reached < now && loads > reached as usize {
            split(&partitioned, &banked, id, memory, (loads, reached), cost)
        } else {
            Err(other_limit(block, memory))
        };
        match split {
            Ok(split) => (partitioned, banked) = split,
            Err(why) => banked.blocks[id].whole.push(Whole { memory, why }),
        }
    }
    Some((partitioned, banked))
}

fn interval(design: &Design, process: &Process, id: BlockId, cost: Cost) -> Option<u32> {
    cost.interval(design.with(process), &process.blocks[id])
}

/// The design and the process with an array split for the loads of a block that are too many for its ports in `interval` cycles.
///
/// # Errors
/// Why it stays whole.
fn split(
    design: &Design,
    process: &Process,
    id: BlockId,
    memory: MemoryId,
    (loads, reached): (usize, u32),
    cost: Cost,
) -> Result<(Design, Process), Refusal> {
    may_move(design, process, memory)?;
    let hash = hash(design, &process.blocks[id], memory, (loads, reached))?;
    let (next, changed) = Split { memory, hash }.applied(design, process);
    // Arrays that were not split may have copies.
    let copied = duplicated(&next, &changed.blocks[id], reached);
    let as_fast = interval(&copied, &changed, id, cost).is_some_and(|interval| interval <= reached);
    if as_fast && !is_loss([(design, process), (&next, &changed)], memory, cost) {
        return Ok((next, changed));
    }
    Err(refusal("a loop would take longer for the choice among banks", process.blocks[id].span))
}

/// How an array is split for the loads of a block that are too many for its ports in `interval` cycles.
///
/// # Errors
/// Why it cannot be, or that copies cost less.
fn hash(
    design: &Design,
    block: &Block,
    memory: MemoryId,
    (loads, interval): (usize, u32),
) -> Result<Hash, Refusal> {
    let data = &design.memories[memory];
    let stores = stores(block, memory);
    let places = data.ports.len() * interval as usize;
    let Some(room) = places.checked_sub(stores.len()).filter(|room| *room > 0) else {
        return Err(refusal("its stores take all ports", span_of(block, stores.last())));
    };
    let reads = Reads::of(block, memory);
    if let Some(beyond) = reads.beyond(room) {
        let what =
            if reads.differ() { "indices differ by no constants" } else { "a store lies between loads" };
        return Err(refusal(what, block.nodes[beyond].span));
    }
    let span = span_of(block, reads.first().as_ref());
    let mut fitting = Hash::all(MOST_BANKS).filter(|hash| reads.classes(*hash).len() <= room).peekable();
    let Some(fewest) = fitting.peek().map(|hash| hash.banks()) else {
        return Err(refusal(&format!("it would take more than {MOST_BANKS} banks"), span));
    };
    // More banks than are needed have fewer ports that read.
    let few = fitting.take_while(|hash| hash.banks() <= 2 * fewest);
    let costs = few.filter(|hash| hash.wastes_little(data.depth)).map(|hash| {
        let reading = reads.classes(hash).len().div_ceil(interval as usize);
        (cost_of_banks(data, hash, loads as u64, reading), hash)
    });
    let Some((cost, hash)) = costs.min_by_key(|(cost, _)| *cost) else {
        return Err(refusal(&format!("banks would waste elements of its {}", data.depth), span));
    };
    let copies = loads.div_ceil(interval as usize) as u64;
    if cost < copies * worth(array(data, 1)) {
        return Ok(hash);
    }
    Err(refusal("banks and the choice among them would cost more than copies", span))
}

fn refusal(what: &str, span: Span) -> Refusal {
    Refusal { what: what.to_owned(), span }
}

fn stores(block: &Block, memory: MemoryId) -> Vec<NodeId> {
    let stores = block.nodes.iter().filter(|(_, node)| node.kind == NodeKind::Store(memory));
    stores.map(|(id, _)| id).collect()
}

fn span_of(block: &Block, node: Option<&NodeId>) -> Span {
    node.map_or(block.span, |node| block.nodes[*node].span)
}

/// Why more reads in a cycle would not lower the interval.
fn other_limit(block: &Block, memory: MemoryId) -> Refusal {
    match stores(block, memory).as_slice() {
        [_, .., last] => refusal("banks are for loads, and it has several stores", block.nodes[*last].span),
        _ => refusal("more loads in a cycle would not help", block.span),
    }
}

/// Only this process accesses the memory, which is no table and no small array, and no load of it has a bypass, which
/// compares numbers of elements.
///
/// # Errors
/// Which of these is not so.
fn may_move(design: &Design, process: &Process, memory: MemoryId) -> Result<(), Refusal> {
    let data = &design.memories[memory];
    let bypassing = process
        .blocks
        .iter()
        .find(|(_, it)| it.repeat.as_ref().is_some_and(|it| it.window(memory).is_some()));
    if let Some((_, block)) = bypassing {
        let span = span_of(block, stores(block, memory).first());
        return Err(refusal("a bypass from its stores to its loads", span));
    }
    let what = match data {
        _ if design.is_shared(memory) || data.handover.is_some() => "several processes access it",
        _ if data.persistent => "it has first values",
        _ if data.contents.is_some() => "it is a table of constants",
        _ if fits_luts(data.depth, data.ty.bits()) => "it is so small that it is look-up tables",
        _ => return Ok(()),
    };
    Err(refusal(what, Span::NONE))
}

/// What banks cost in look-up tables: themselves, and the choice of a bank for each load.
fn cost_of_banks(memory: &Memory, hash: Hash, loads: u64, reading: usize) -> u64 {
    let banks = u64::from(hash.banks());
    let choice = loads * u64::from(memory.ty.bits()) * (banks - 1);
    let bank = Memory { depth: hash.rows(memory.depth), ..memory.clone() };
    banks * worth(array(&bank, reading)) + choice
}

/// What memories are worth in look-up tables.
fn worth(area: Area) -> u64 {
    u64::from(area.luts) + u64::from(area.ramb18s) * LUTS_OF_RAMB18 + u64::from(area.urams) * LUTS_OF_URAM
}

/// True if a block that accesses the array takes notably longer.
fn is_loss(designs: [(&Design, &Process); 2], memory: MemoryId, cost: Cost) -> bool {
    let accesses = |block: &Block| block.nodes.iter().any(|(_, node)| node.kind.accesses(memory));
    let blocks = designs[0].1.blocks.iter().filter(|(_, block)| accesses(block)).map(|(id, _)| id);
    let slack = |block: &Block, interval: Option<u32>| {
        block.repeat.as_ref().map_or(0, |repeat| {
            let interval = u64::from(interval.unwrap_or(1));
            repeat.trip_count.map_or(DEEPER, |trips| trips.saturating_mul(interval) / SLOWER)
        })
    };
    is_slower(designs, blocks, slack, cost)
}
