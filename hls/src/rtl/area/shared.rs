//! The area of what blocks have in common: variables, arguments, requests to the bridges.

use std::collections::HashMap;

use super::Area;
use super::memories::PER_ACCESS;
use super::widths::{Widths, constant};
use crate::rtl::design::{Machine, NodeKind, VarId};

/// Look-up tables of start and end.
const CONTROL: f64 = 5.0;
/// Flip-flops of start and end.
const STATES: u32 = 2;
/// Look-up tables of a bit of a variable, for each value that is written to it but the first. Constants are resets.
const PER_VALUE: f64 = 0.6;
/// Bits of an address and of a count of elements.
const REQUEST_BITS: u32 = 64 + 11;

pub(super) fn shared(machine: Machine<'_>, widths: &Widths) -> Area {
    let vars: Area = machine.vars.iter().map(|(var, _)| variable(machine, var, widths)).sum();
    let requests: Area = (0..machine.bundles.len()).map(|bundle| requests(machine, bundle)).sum();
    vars + requests + Area::ffs(arguments(machine, widths) + STATES) + Area::gates(CONTROL)
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
fn arguments(machine: Machine<'_>, widths: &Widths) -> u32 {
    let mut needed: HashMap<(usize, u32), u32> = HashMap::new();
    for (id, block) in machine.blocks.iter() {
        for (node, data) in block.nodes.iter() {
            if let NodeKind::Arg(arg, low) = data.kind {
                let bits = needed.entry((arg, low)).or_default();
                *bits = (*bits).max(widths.node(id, node));
            }
        }
    }
    needed.values().sum()
}

/// The choice of what each direction of a bundle is asked for.
fn requests(machine: Machine<'_>, bundle: usize) -> Area {
    let nodes = machine.blocks.iter().flat_map(|(_, block)| block.nodes.iter().map(|(_, node)| node));
    let (mut reads, mut writes) = (0_u32, 0_u32);
    for node in nodes {
        match &node.kind {
            NodeKind::AxiRead(access) if access.bundle == bundle => reads += 1,
            NodeKind::AxiWrite(access) if access.bundle == bundle => writes += 1,
            _ => {}
        }
    }
    let element = machine.bundles[bundle].element_bytes * 8;
    let read = f64::from(reads.saturating_sub(1) * REQUEST_BITS);
    let write = f64::from(writes.saturating_sub(1) * (REQUEST_BITS + element));
    Area::gates(PER_ACCESS * (read + write))
}
