//! The area of what blocks and processes have in common: variables, arguments, requests to the bridges.

use la_arena::ArenaMap;
use rustc_hash::FxHashMap;

use super::Area;
use super::memories::PER_ACCESS;
use super::widths::{Widths, constant};
use crate::rtl::design::{Design, Machine, NodeKind, ProcessId, VarId};

/// Look-up tables of start and end.
const CONTROL: f64 = 5.0;
/// Flip-flops of start and end.
const STATES: u32 = 2;
/// Look-up tables of a bit of a variable, for each value that is written to it but the first. Constants are resets.
const PER_VALUE: f64 = 0.6;
/// Bits of an address and of a count of elements.
const REQUEST_BITS: u32 = 64 + 11;

/// What processes have in common: arguments, requests to the bridges.
pub(super) fn shared(design: &Design, widths: &ArenaMap<ProcessId, Widths>) -> Area {
    let requests: Area = (0..design.bundles.len()).map(|bundle| requests(design, bundle)).sum();
    requests + Area::ffs(arguments(design, widths))
}

/// What blocks of a process have in common: variables, start and end.
pub(super) fn process(machine: Machine<'_>, widths: &Widths) -> Area {
    let vars: Area = machine.vars.iter().map(|(var, _)| variable(machine, var, widths)).sum();
    vars + Area::ffs(STATES) + Area::gates(CONTROL)
}

fn variable(machine: Machine<'_>, var: VarId, widths: &Widths) -> Area {
    let bits = widths.var(var);
    let writes = machine.blocks.iter().flat_map(|(_, block)| {
        let own = block.writes.iter().filter(move |(written, _)| *written == var);
        own.map(move |(_, value)| constant(block, *value).is_some())
    });
    let writes: Vec<bool> = writes.collect();
    if bits == 0 || writes.is_empty() {
        return Area::default();
    }
    let values = writes.iter().filter(|is_constant| !**is_constant).count();
    let choice = values.saturating_sub(1) as f64 * f64::from(bits) * PER_VALUE;
    Area::ffs(bits) + Area::gates(choice + writes.len() as f64)
}

/// Bits of arguments that something depends on.
fn arguments(design: &Design, widths: &ArenaMap<ProcessId, Widths>) -> u32 {
    let mut needed: FxHashMap<(usize, u32), u32> = FxHashMap::default();
    for (process, data) in design.processes.iter() {
        for (block, data) in data.blocks.iter() {
            for (node, data) in data.nodes.iter() {
                if let NodeKind::Arg(arg, low) = data.kind {
                    let bits = needed.entry((arg, low)).or_default();
                    *bits = (*bits).max(widths[process].node(block, node));
                }
            }
        }
    }
    needed.values().sum()
}

/// The choice of what each direction of a bundle is asked for.
fn requests(design: &Design, bundle: usize) -> Area {
    let blocks = design.processes.iter().flat_map(|(_, process)| process.blocks.iter());
    let nodes = blocks.flat_map(|(_, block)| block.nodes.iter().map(|(_, node)| node));
    let (mut reads, mut writes) = (0_u32, 0_u32);
    for node in nodes {
        match &node.kind {
            NodeKind::AxiRead(access) if access.bundle == bundle => reads += 1,
            NodeKind::AxiWrite(access) if access.bundle == bundle => writes += 1,
            _ => {}
        }
    }
    let element = design.bundles[bundle].element_bytes * 8;
    let read = f64::from(reads.saturating_sub(1) * REQUEST_BITS);
    let write = f64::from(writes.saturating_sub(1) * (REQUEST_BITS + element));
    Area::gates(PER_ACCESS * (read + write))
}
