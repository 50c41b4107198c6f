//! Indices with which an AXI master port makes no bursts.

use std::collections::BTreeMap;

use sycl_hls_ir::analysis::{Access, LoopTrace, Memory, MemoryKind, Poly, Trace, Variation};

use super::{Finding, SCATTERED_ACCESS, keyword};

/// Checks the innermost loops of a kernel.
pub(super) fn check(trace: &Trace<'_>, findings: &mut Vec<Finding>) {
    for one in loops(trace) {
        for (memory, group) in groups(trace, one) {
            let Some(access) = group.first() else { continue };
            let index = access.path.first().cloned().unwrap_or_else(|| Poly::constant(0));
            if let Some(how) = scattered(Variation::of(&index, one.level, &trace.atoms), &group) {
                findings.push(finding(memory, access, one, how));
            }
        }
    }
}

/// The innermost loops of a kernel.
pub(super) fn loops<'t, 'm>(trace: &'t Trace<'m>) -> impl Iterator<Item = &'t LoopTrace<'m>> {
    trace.loops.iter().filter(|one| one.innermost && one.iterations.is_none_or(|count| count > 1))
}

/// The accesses to slices that differ by constants.
pub(super) fn groups<'t>(trace: &'t Trace<'_>, one: &'t LoopTrace<'_>) -> Vec<(&'t Memory, Vec<&'t Access>)> {
    let mut groups: BTreeMap<(u32, Poly, bool), (&'t Memory, Vec<&'t Access>)> = BTreeMap::new();
    for access in &one.accesses {
        let Some(memory) = trace.memories.get(access.memory.0 as usize) else { continue };
        if let (MemoryKind::Port { cached: false, .. }, Some(index)) = (&memory.kind, access.path.first()) {
            let key = (memory.object, index.split().0, access.write);
            groups.entry(key).or_insert_with(|| (memory, Vec::new())).1.push(access);
        }
    }
    groups.into_values().collect()
}

/// How accesses go past each other's neighbours.
enum Scattered {
    /// Every so many elements.
    Strided(i128),
    Backwards,
    /// By a distance that is known when the kernel runs.
    Variable,
    /// As other elements say.
    Fetched,
}

/// How the accesses of a loop miss a burst, if they do.
fn scattered(variation: Variation, group: &[&Access]) -> Option<Scattered> {
    match variation {
        Variation::Step(step) if step < 0 => Some(Scattered::Backwards),
        Variation::Step(step) => {
            let offset =
                |access: &&Access| access.path.first().map(|index| index.split().1.rem_euclid(step.max(1)));
            let elements: std::collections::BTreeSet<Option<i128>> = group.iter().map(offset).collect();
            // Where most elements between are accessed as well, the few others cost little.
            (step >= 2 * elements.len() as i128).then_some(Scattered::Strided(step))
        }
        Variation::Constant => Some(Scattered::Variable),
        Variation::Fetched => Some(Scattered::Fetched),
        Variation::None | Variation::Unknown => None,
    }
}

/// The warning about accesses that are no burst.
fn finding(memory: &Memory, access: &Access, one: &LoopTrace<'_>, how: Scattered) -> Finding {
    let verb = if access.write { "written" } else { "read" };
    let name = &memory.name;
    let message = match how {
        Scattered::Strided(step) => {
            format!("`{name}` is {verb} {step} elements apart from one iteration to the next")
        }
        Scattered::Backwards => format!("`{name}` is {verb} backwards"),
        Scattered::Variable => {
            format!("`{name}` is {verb} at a distance from one iteration to the next that is not 1")
        }
        Scattered::Fetched => format!("`{name}` is {verb} at an index that was itself read"),
    };
    let help = match how {
        Scattered::Strided(_) | Scattered::Variable => {
            "let the innermost loop go over neighbours, or copy whole blocks into a local array first, one element after \
             the other"
        }
        Scattered::Backwards => "copy a block forwards into a local array, and take it from there backwards",
        Scattered::Fetched => {
            "copy it into a local array first if it is small, or put `#[cache]` on a slice that is only read"
        }
    };
    Finding::new(SCATTERED_ACCESS, access.span, message)
        .related(keyword(one.span), "in this loop")
        .site(one.span)
        .site(memory.span)
        .note("an AXI master port is fast where one element after the other is accessed: then one request brings many of them (UG1399, \"burst access\"); here each access is a request of its own, in Vitis' hardware and in ours")
        .help(help)
}
