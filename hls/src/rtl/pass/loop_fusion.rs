//! Loop fusion (Allen & Kennedy, section 6.2.4): two consecutive loops without dependences between them become one block, each
//! iteration of which does one of both. What the loop with the higher trip count has left follows as a loop of its own.
//!
//! ```text
//! before -> A (5 times) -> counters of B -> B (7 times) -> after
//! before -> counters of B -> A and B (5 times) -> B (2 times) -> after
//! ```
//! The blocks are pipelined loops like any other: `(trip count - 1) * interval + depth` cycles each. Loops are fused where that
//! takes fewer cycles than one after the other.

use la_arena::{Arena, ArenaMap};

use crate::rtl::cost::Cost;
use crate::rtl::dependence::accesses;
use crate::rtl::design::{Block, BlockId, Design, NodeId, NodeKind, Process, Repeat, Target, VarId};

/// Fuses loops wherever that takes fewer cycles.
pub(super) fn fuse_loops(design: &mut Design, process: &mut Process, cost: Cost) {
    while let Some((pair, block)) = find(design, process, cost) {
        fuse(process, pair, block);
    }
}

/// A loop, the block after it and the loop after that.
#[derive(Clone, Copy)]
struct Pair {
    first: BlockId,
    between: BlockId,
    second: BlockId,
}

fn find(design: &Design, process: &Process, cost: Cost) -> Option<(Pair, Block)> {
    let cycles = |block: &Block| cost.cycles(design.with(process), block);
    process.blocks.iter().find_map(|(first, _)| {
        let pair = pair(process, first)?;
        let fused = fused(process, pair)?;
        let separate = cycles(&process.blocks[pair.first])? + cycles(&process.blocks[pair.second])?;
        let rest = match rest(process, pair) {
            Some(rest) => cycles(&rest)?,
            None => 0,
        };
        (cycles(&fused)? + rest < separate).then_some((pair, fused))
    })
}

/// The loops from `first` on, if control has no other way into or out of them.
fn pair(process: &Process, first: BlockId) -> Option<Pair> {
    let only = |id: BlockId| match (&process.blocks[id], process.blocks[id].next) {
        (block, Target::Block(next)) if block.exits.is_empty() => Some(next),
        _ => None,
    };
    let between = only(first)?;
    let second = only(between)?;
    let known = |id: BlockId| trip_count(&process.blocks[id]).is_some();
    let leads_to = |id: BlockId, to: BlockId| {
        let block = &process.blocks[id];
        block.exits.iter().map(|(_, target)| *target).chain([block.next]).any(|it| it == Target::Block(to))
    };
    let entered_by = |id: BlockId, from: BlockId| {
        process.entry != id && process.blocks.iter().all(|(other, _)| other == from || !leads_to(other, id))
    };
    let plain = process.blocks[between].repeat.is_none() && process.blocks[second].exits.is_empty();
    // What uses channels keeps its place in the order of the program.
    let synchronizes = |block: &Block| block.nodes.iter().any(|(_, node)| node.is_synchronizing());
    let alone = [first, second].iter().any(|id| {
        let block = &process.blocks[*id];
        block.has_wide_accesses() || synchronizes(block)
    });
    let fits = plain && !alone && known(first) && known(second);
    (fits && first != second && entered_by(between, first) && entered_by(second, between)).then_some(Pair {
        first,
        between,
        second,
    })
}

fn trip_count(block: &Block) -> Option<u64> {
    block.repeat.as_ref()?.trip_count
}

/// What is left of the loop with the higher trip count; `None` if the trip counts are equal.
fn rest(process: &Process, Pair { first, second, .. }: Pair) -> Option<Block> {
    let (a, b) = (&process.blocks[first], &process.blocks[second]);
    let (of_a, of_b) = (trip_count(a)?, trip_count(b)?);
    let mut rest = if of_a < of_b { b.clone() } else { a.clone() };
    rest.next = b.next;
    rest.repeat.iter_mut().for_each(|repeat| repeat.trip_count = Some(of_a.abs_diff(of_b)));
    (of_a != of_b).then_some(rest)
}

/// Both loops as one block with the lower of their trip counts; `None` if there is a dependence between them.
fn fused(process: &Process, Pair { first, between, second }: Pair) -> Option<Block> {
    let [a, x, b] = [first, between, second].map(|id| &process.blocks[id]);
    let (of_a, of_b) = (a.repeat.as_ref()?, b.repeat.as_ref()?);
    let counts_only = x.nodes.iter().all(|(_, node)| {
        !node.has_effect() && node.when.is_none() && !matches!(node.kind, NodeKind::Load(_))
    });
    let later = [reads(x), writes(x), reads(b), writes(b)].concat();
    let before = [reads(a), writes(a)].concat();
    let needs = |of: &[VarId], vars: &[VarId]| of.iter().any(|var| vars.contains(var));
    let vars = needs(&writes(a), &later) || needs(&before, &[writes(x), writes(b)].concat());
    let conflict = accesses(a)
        .iter()
        .any(|one| accesses(b).iter().any(|other| one.space == other.space && (one.write || other.write)));
    if !counts_only || vars || conflict || of_a.ii != of_b.ii {
        return None;
    }
    let mut block = a.clone();
    let mut renamed: ArenaMap<NodeId, NodeId> = ArenaMap::default();
    for (id, node) in b.nodes.iter() {
        let mut node = node.clone();
        node.args.iter_mut().chain(&mut node.when).for_each(|arg| *arg = renamed[*arg]);
        renamed.insert(id, block.nodes.alloc(node));
    }
    block.writes.extend(b.writes.iter().map(|(var, node)| (*var, renamed[*node])));
    block.next = b.next;
    let (again, trip_count) = if of_b.trip_count < of_a.trip_count {
        (renamed[of_b.again], of_b.trip_count)
    } else {
        (of_a.again, of_a.trip_count)
    };
    block.repeat = Some(Repeat {
        again,
        trip_count,
        independent: [of_a.independent.clone(), of_b.independent.clone()].concat(),
        bypassed: [of_a.bypassed.clone(), of_b.bypassed.clone()].concat(),
        counters: [of_a.counters.clone(), of_b.counters.clone()].concat(),
        ..of_a.clone()
    });
    Some(block)
}

fn reads(block: &Block) -> Vec<VarId> {
    let vars = block.nodes.iter().filter_map(|(_, node)| match node.kind {
        NodeKind::Var(var) => Some(var),
        _ => None,
    });
    vars.collect()
}

fn writes(block: &Block) -> Vec<VarId> {
    block.writes.iter().map(|(var, _)| *var).collect()
}

/// Redirects control: what led to the first loop leads to the block between the two, that to the fused loop, and that to what
/// is left of one of them.
fn fuse(process: &mut Process, pair: Pair, block: Block) {
    let Pair { first, between, second } = pair;
    let rest = rest(process, pair);
    process.blocks[first] = block;
    let redirect = |target: &mut Target| {
        if *target == Target::Block(first) {
            *target = Target::Block(between);
        }
    };
    for (_, block) in process.blocks.iter_mut() {
        block.exits.iter_mut().for_each(|(_, target)| redirect(target));
        redirect(&mut block.next);
    }
    if process.entry == first {
        process.entry = between;
    }
    process.blocks[between].next = Target::Block(first);
    match rest {
        Some(rest) => {
            process.blocks[first].next = Target::Block(second);
            process.blocks[second] = rest;
        }
        None => remove(process, second),
    }
}

/// Removes a block to which nothing leads.
fn remove(process: &mut Process, gone: BlockId) {
    let mut renamed: ArenaMap<BlockId, BlockId> = ArenaMap::default();
    let mut blocks = Arena::new();
    for (id, block) in process.blocks.iter().filter(|(id, _)| *id != gone) {
        renamed.insert(id, blocks.alloc(block.clone()));
    }
    let rename = |target: &mut Target| {
        if let Target::Block(block) = target {
            *block = renamed[*block];
        }
    };
    for (_, block) in blocks.iter_mut() {
        block.exits.iter_mut().for_each(|(_, target)| rename(target));
        rename(&mut block.next);
    }
    process.entry = renamed[process.entry];
    process.blocks = blocks;
}
