//! R9, R10, R11, R13: blocks.

use sycl_hls_types::Scalar;

use super::Report;
use super::node::node;
use crate::rtl::dependence::conflict;
use crate::rtl::design::{Block, BlockId, Machine, MemoryId, NodeId, NodeKind, Repeat};

/// Verifies a block.
pub(super) fn block(machine: Machine<'_>, id: BlockId, report: &mut Report) {
    let block = &machine.blocks[id];
    let place = format!("b{}", id.into_raw());
    block.nodes.iter().for_each(|(id, _)| node(machine, block, &place, id, report));
    vars(machine, block, &place, report);
    let is_bool = |node: NodeId| block.nodes[node].ty == Scalar::Bool;
    let exits = block.exits.iter().all(|(node, _)| is_bool(*node));
    report.expect(exits, "R10", &place, block.span, "the condition of an exit is no bool");
    if let Some(repeat) = &block.repeat {
        report.expect(
            is_bool(repeat.again),
            "R10",
            &place,
            block.span,
            "the condition of the next iteration is no bool",
        );
        pipelined(machine, block, repeat, &place, report);
        let apart = conflict(machine, id).is_none();
        report.expect(
            apart,
            "R13",
            &place,
            block.span,
            "a read depends on a write of the same or an earlier iteration",
        );
    }
}

/// R9
fn vars(machine: Machine<'_>, block: &Block, place: &str, report: &mut Report) {
    for (number, (var, value)) in block.writes.iter().enumerate() {
        let data = &machine.vars[*var];
        let again = block.writes[..number].iter().any(|(other, _)| other == var);
        report.expect(!again, "R9", place, block.span, &format!("`{}` is written twice", data.name));
        let fits = block.nodes[*value].ty == data.ty;
        report.expect(
            fits,
            "R9",
            place,
            block.span,
            &format!("`{}` is written with another type", data.name),
        );
        let readers = block.nodes.iter().filter(|(_, node)| node.kind == NodeKind::Var(*var)).count();
        report.expect(
            readers <= 1,
            "R9",
            place,
            block.span,
            &format!("`{}` is read by several nodes", data.name),
        );
    }
}

/// R11
fn pipelined(machine: Machine<'_>, block: &Block, repeat: &Repeat, place: &str, report: &mut Report) {
    let mut expect = |holds: bool, message: &str| report.expect(holds, "R11", place, block.span, message);
    expect(repeat.ii != Some(0), "its interval is 0");
    let more = repeat.trip_count.is_none_or(|trip_count| trip_count > u64::from(repeat.prologue));
    expect(more, "it has no iterations after its prologue");
    let has = |kind: NodeKind| block.nodes.iter().any(|(_, node)| node.kind == kind);
    let both = |memory: &MemoryId| has(NodeKind::Load(*memory)) && has(NodeKind::Store(*memory));
    expect(
        repeat.bypassed.iter().all(|(memory, _)| both(memory)),
        "a memory with a bypass is not read and written",
    );
    let counters = repeat.counters.iter().flatten();
    let integers = counters.clone().all(|counter| machine.vars[counter.var].ty.is_integer());
    expect(integers && counters.clone().all(|counter| counter.step > 0), "a counter does not count");
}
