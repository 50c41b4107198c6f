//! The ports that an iteration needs.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::SlotDirectives;
use crate::directive::StorageKind;

use super::{Access, BankKey, Banks, LoopTrace, MemoryKind, Poly, Trace, Variation};

/// What an iteration needs of one local array, or of one AXI master port.
#[derive(Clone, Debug)]
pub struct Demand<'t> {
    /// Of an array: its place among the memories; of a port: the first argument that is accessed.
    pub memory: super::MemoryId,
    /// The bundle of a port.
    pub bundle: Option<&'t str>,
    /// The accesses that need a port of their own.
    pub accesses: Vec<&'t Access>,
    /// The best initiation interval that the ports leave, in cycles.
    pub interval: u64,
}

/// The ports of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ports {
    /// Accesses in a cycle.
    pub total: u64,
    /// Reads in a cycle.
    pub reads: u64,
    /// Writes in a cycle.
    pub writes: u64,
}

const MANY: u64 = u64::MAX;

impl Ports {
    /// The ports of the memory of a local array: Vitis takes one with two ports unless it is told otherwise (UG1399,
    /// "pragma HLS bind_storage").
    #[must_use]
    pub fn of(directives: &SlotDirectives) -> Self {
        let (total, reads, writes) = match directives.storage.as_ref().map(|storage| storage.kind) {
            None | Some(StorageKind::RamT2p | StorageKind::Rom2p) => (2, 2, 2),
            Some(StorageKind::Ram2p) => (2, 2, 1),
            Some(StorageKind::RamS2p) => (2, 1, 1),
            Some(StorageKind::Ram1p | StorageKind::Rom1p) => (1, 1, 1),
            Some(StorageKind::Ram1wnr) => (MANY, MANY, 1),
            Some(StorageKind::RomNp) => (MANY, MANY, MANY),
        };
        Self { total, reads, writes }
    }

    fn cycles(self, reads: u64, writes: u64) -> u64 {
        let total = reads.saturating_add(writes).div_ceil(self.total);
        total.max(reads.div_ceil(self.reads)).max(writes.div_ceil(self.writes))
    }
}

/// What one iteration of a loop needs, the scarcest first.
#[must_use]
pub fn demands<'t>(trace: &'t Trace<'_>, one: &'t LoopTrace<'_>) -> Vec<Demand<'t>> {
    let accesses = distinct(trace, one);
    let mut demands = local(trace, &accesses);
    demands.extend(bundles(trace, one.level, &accesses));
    demands.sort_by_key(|demand| std::cmp::Reverse(demand.interval));
    demands
}

/// Each access once, without those that happen before the loop starts: what it neither changes nor moves to.
fn distinct<'t>(trace: &Trace<'_>, one: &'t LoopTrace<'_>) -> Vec<&'t Access> {
    let mut seen = FxHashSet::default();
    let mut accesses = Vec::new();
    for access in &one.accesses {
        let Some(memory) = trace.memories.get(access.memory.0 as usize) else { continue };
        let moves = access.path.iter().any(|index| trace.atoms.level(index) >= one.level);
        if (moves || one.written.contains(&memory.object))
            && seen.insert((access.memory, &access.path, access.write))
        {
            accesses.push(access);
        }
    }
    accesses
}

fn local<'t>(trace: &'t Trace<'_>, accesses: &[&'t Access]) -> Vec<Demand<'t>> {
    let mut memories: BTreeMap<super::MemoryId, Vec<&'t Access>> = BTreeMap::new();
    let mut words = FxHashSet::default();
    for &access in accesses {
        let (memory, path) = word(trace, access);
        if words.insert((memory, path, access.write)) {
            memories.entry(memory).or_default().push(access);
        }
    }
    let demands = memories.into_iter().filter_map(|(memory, accesses)| {
        let MemoryKind::Local { banks, directives } = &trace.memories.get(memory.0 as usize)?.kind else {
            return None;
        };
        // An array whose elements all have constant indices is taken apart.
        let constant = |access: &&Access| access.path.iter().all(|index| index.as_constant().is_some());
        if accesses.iter().all(constant) {
            return None;
        }
        let interval = interval(&accesses, banks, Ports::of(directives));
        Some(Demand { memory, bundle: None, accesses, interval })
    });
    demands.collect()
}

/// The memory of an access and its word there: a struct that is aggregated is one word, whatever is accessed of it.
fn word<'t>(trace: &Trace<'_>, access: &'t Access) -> (super::MemoryId, &'t [Poly]) {
    let memory = trace.memories.get(access.memory.0 as usize);
    let aggregated = memory.and_then(|memory| match &memory.kind {
        MemoryKind::Local { banks, directives } if directives.aggregate.is_some() => {
            Some((memory.object, access.path.get(..banks.dims().len())?))
        }
        _ => None,
    });
    let Some((object, path)) = aggregated else { return (access.memory, &access.path) };
    let first = trace.memories.iter().position(|memory| memory.object == object);
    let first = first.and_then(|first| u32::try_from(first).ok()).map_or(access.memory, super::MemoryId);
    (first, path)
}

/// The cycles that accesses to an array take which is split in this way.
#[must_use]
pub fn interval(accesses: &[&Access], banks: &Banks, ports: Ports) -> u64 {
    let mut groups: BTreeMap<Option<BankKey>, (u64, u64)> = BTreeMap::new();
    let mut all = (0, 0);
    for access in accesses {
        let group = groups.entry(banks.key(&access.path)).or_default();
        let count = |counts: &mut (u64, u64)| if access.write { counts.1 += 1 } else { counts.0 += 1 };
        count(group);
        count(&mut all);
    }
    let known = groups.iter().filter(|(key, _)| key.is_some());
    let most = known.map(|(_, (reads, writes))| ports.cycles(*reads, *writes)).max().unwrap_or(0);
    most.max(ports.cycles(all.0, all.1).div_ceil(banks.count().max(1)))
}

fn bundles<'t>(trace: &'t Trace<'_>, level: usize, accesses: &[&'t Access]) -> Vec<Demand<'t>> {
    let mut channels: BTreeMap<(&'t str, bool), Vec<&'t Access>> = BTreeMap::new();
    for access in accesses {
        if let Some(MemoryKind::Port { bundle, cached: false, .. }) =
            trace.memories.get(access.memory.0 as usize).map(|memory| &memory.kind)
        {
            channels.entry((bundle, access.write)).or_default().push(access);
        }
    }
    let demands = channels.into_iter().filter_map(|((bundle, _), accesses)| {
        let elements = elements(trace, &accesses);
        let interval = beats(trace, level, &elements);
        let memory = elements.first()?.memory;
        Some(Demand { memory, bundle: Some(bundle), accesses: elements, interval })
    });
    demands.collect()
}

/// One access for each element: a struct crosses a port as a whole.
fn elements<'t>(trace: &Trace<'_>, accesses: &[&'t Access]) -> Vec<&'t Access> {
    let mut seen = FxHashSet::default();
    let object = |access: &Access| trace.memories.get(access.memory.0 as usize).map(|memory| memory.object);
    accesses.iter().copied().filter(|access| seen.insert((object(access), access.path.first()))).collect()
}

/// Cycles for these accesses in one direction. Neighbours that are read or written together in every iteration, without
/// gaps between iterations, become wide words.
fn beats(trace: &Trace<'_>, level: usize, elements: &[&Access]) -> u64 {
    let mut groups: BTreeMap<(super::MemoryId, Poly), Vec<i128>> = BTreeMap::new();
    for access in elements {
        let (rest, constant) = access.path.first().map_or_else(|| (Poly::constant(0), 0), Poly::split);
        groups.entry((access.memory, rest)).or_default().push(constant);
    }
    let cycles = groups.into_iter().map(|((memory, rest), mut offsets)| {
        offsets.sort_unstable();
        let count = offsets.len() as u64;
        let contiguous = offsets.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(1));
        let together = Variation::of(&rest, level, &trace.atoms) == Variation::Step(i128::from(count));
        match trace.memories.get(memory.0 as usize).map(|memory| &memory.kind) {
            Some(MemoryKind::Port { bits, widest, .. }) if contiguous && together => {
                count.saturating_mul(*bits).div_ceil((*widest).max(*bits).max(1))
            }
            _ => count,
        }
    });
    cycles.sum()
}
