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

use super::dependence::accesses;
use super::machine::{Block, BlockId, Machine, NodeId, NodeKind, Repeat, Target, VarId};
use super::plan::plan_block;
use super::timing::Clock;

/// Fuses loops wherever that takes fewer cycles.
pub(super) fn fuse_loops(machine: &mut Machine, clock: Clock) {
    while let Some((pair, block)) = find(machine, clock) {
        fuse(machine, pair, block);
    }
}

/// A loop, the block after it and the loop after that.
#[derive(Clone, Copy)]
struct Pair {
    first: BlockId,
    between: BlockId,
    second: BlockId,
}

fn find(machine: &Machine, clock: Clock) -> Option<(Pair, Block)> {
    machine.blocks.iter().find_map(|(first, _)| {
        let pair = pair(machine, first)?;
        let fused = fused(machine, pair)?;
        let cycles = |block: &Block| -> Option<u64> {
            let (plan, repeat) = (plan_block(machine, block, clock)?, block.repeat.as_ref()?);
            let interval = u64::from(plan.schedule.ii?);
            Some((repeat.trip_count? - 1).saturating_mul(interval) + u64::from(plan.depth))
        };
        let separate = cycles(&machine.blocks[pair.first])? + cycles(&machine.blocks[pair.second])?;
        let rest = match rest(machine, pair) {
            Some(rest) => cycles(&rest)?,
            None => 0,
        };
        (cycles(&fused)? + rest < separate).then_some((pair, fused))
    })
}

/// The loops from `first` on, if control has no other way into or out of them.
fn pair(machine: &Machine, first: BlockId) -> Option<Pair> {
    let only = |id: BlockId| match (&machine.blocks[id], machine.blocks[id].next) {
        (block, Target::Block(next)) if block.exits.is_empty() => Some(next),
        _ => None,
    };
    let between = only(first)?;
    let second = only(between)?;
    let known = |id: BlockId| trip_count(&machine.blocks[id]).is_some();
    let leads_to = |id: BlockId, to: BlockId| {
        let block = &machine.blocks[id];
        block.exits.iter().map(|(_, target)| *target).chain([block.next]).any(|it| it == Target::Block(to))
    };
    let entered_by = |id: BlockId, from: BlockId| {
        machine.entry != id && machine.blocks.iter().all(|(other, _)| other == from || !leads_to(other, id))
    };
    let plain = machine.blocks[between].repeat.is_none() && machine.blocks[second].exits.is_empty();
    let alone = [first, second].iter().any(|id| machine.blocks[*id].has_wide_accesses());
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
fn rest(machine: &Machine, Pair { first, second, .. }: Pair) -> Option<Block> {
    let (a, b) = (&machine.blocks[first], &machine.blocks[second]);
    let (of_a, of_b) = (trip_count(a)?, trip_count(b)?);
    let mut rest = if of_a < of_b { b.clone() } else { a.clone() };
    rest.next = b.next;
    rest.repeat.iter_mut().for_each(|repeat| repeat.trip_count = Some(of_a.abs_diff(of_b)));
    (of_a != of_b).then_some(rest)
}

/// Both loops as one block with the lower of their trip counts; `None` if there is a dependence between them.
fn fused(machine: &Machine, Pair { first, between, second }: Pair) -> Option<Block> {
    let [a, x, b] = [first, between, second].map(|id| &machine.blocks[id]);
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
fn fuse(machine: &mut Machine, pair: Pair, block: Block) {
    let Pair { first, between, second } = pair;
    let rest = rest(machine, pair);
    machine.blocks[first] = block;
    let redirect = |target: &mut Target| {
        if *target == Target::Block(first) {
            *target = Target::Block(between);
        }
    };
    for (_, block) in machine.blocks.iter_mut() {
        block.exits.iter_mut().for_each(|(_, target)| redirect(target));
        redirect(&mut block.next);
    }
    if machine.entry == first {
        machine.entry = between;
    }
    machine.blocks[between].next = Target::Block(first);
    match rest {
        Some(rest) => {
            machine.blocks[first].next = Target::Block(second);
            machine.blocks[second] = rest;
        }
        None => remove(machine, second),
    }
}

/// Removes a block to which nothing leads.
fn remove(machine: &mut Machine, gone: BlockId) {
    let mut renamed: ArenaMap<BlockId, BlockId> = ArenaMap::default();
    let mut blocks = Arena::new();
    for (id, block) in machine.blocks.iter().filter(|(id, _)| *id != gone) {
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
    machine.entry = renamed[machine.entry];
    machine.blocks = blocks;
}
