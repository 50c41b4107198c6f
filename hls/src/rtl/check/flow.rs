//! R12, R14: what is known when a block begins, and what happened before the kernel is done.

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;

use super::Report;
use crate::rtl::design::{BlockId, Machine, NodeKind, Target, VarId};

/// Verifies that what decides is known wherever control comes from, and that a process waits for its writes.
pub(super) fn flow(machine: Machine<'_>, params: &[VarId], report: &mut Report) {
    let known = known(machine, params);
    for (id, block) in machine.blocks.iter() {
        // Nothing leads to other blocks.
        let Some(known) = known.get(id) else { continue };
        for var in block.deciding().into_iter().filter(|var| !known.contains(var)) {
            let name = &machine.vars[var].name;
            let message =
                format!("it counts by `{name}` (v{}), which may not have been written", var.into_raw());
            report.expect(false, "R12", &format!("b{}", id.into_raw()), block.span, &message);
        }
        fences(machine, id, report);
    }
}

/// R14
fn fences(machine: Machine<'_>, id: BlockId, report: &mut Report) {
    let block = &machine.blocks[id];
    let ends = block.next == Target::Done || block.exits.iter().any(|(_, to)| *to == Target::Done);
    let waits = |bundle: usize| block.nodes.iter().any(|(_, node)| node.kind == NodeKind::Fence(bundle));
    let is_written = |bundle: &usize| {
        let mut nodes = machine.blocks.iter().flat_map(|(_, block)| block.nodes.iter());
        nodes.any(|(_, node)| matches!(node.kind, NodeKind::AxiWrite(access) if access.bundle == *bundle))
    };
    for number in (0..machine.bundles.len()).filter(|number| ends && !waits(*number) && is_written(number)) {
        let message = format!("the process ends without a fence for g{number}");
        report.expect(false, "R14", &format!("b{}", id.into_raw()), block.span, &message);
    }
}

/// The variables that are written on every way to the beginning of each block that control reaches.
fn known(machine: Machine<'_>, params: &[VarId]) -> ArenaMap<BlockId, FxHashSet<VarId>> {
    let mut known: ArenaMap<BlockId, FxHashSet<VarId>> = ArenaMap::default();
    known.insert(machine.entry, params.iter().copied().collect());
    let mut open = vec![machine.entry];
    while let Some(id) = open.pop() {
        let block = &machine.blocks[id];
        let mut behind = known.get(id).cloned().unwrap_or_default();
        behind.extend(block.writes.iter().map(|(var, _)| *var));
        for target in block.exits.iter().map(|(_, target)| *target).chain([block.next]) {
            let Target::Block(next) = target else { continue };
            let met: FxHashSet<VarId> = match known.get(next) {
                Some(before) => before.intersection(&behind).copied().collect(),
                None => behind.clone(),
            };
            if known.get(next) != Some(&met) {
                known.insert(next, met);
                open.push(next);
            }
        }
    }
    known
}
