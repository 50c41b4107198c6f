//! The area of a memory: its elements, and the choice of what each of its ports accesses.

use rustc_hash::FxHashSet;
use sycl_hls_types::ScalarValue;

use super::Area;
use super::arrays::Array;
use super::widths::constant;
use crate::rtl::design::{BlockId, Design, Machine, MadeOf, Memory, MemoryId, NodeId};
use crate::rtl::plan::Plan;
use crate::rtl::ports::{MemoryPlan, PortPlan, made_of};

/// Look-up tables of a bit, for each access of a port but the first.
pub(super) const PER_ACCESS: f64 = 0.6;
/// Of a bit, for each constant: half of them set it, and a table ors six of these.
const PER_CONSTANT: f64 = 0.1;

pub(super) fn memory(design: &Design, plan: &Plan, id: MemoryId) -> Area {
    let (memory, users) = (&design.memories[id], design.accessors(id));
    let chosen = users.iter().map(|user| {
        let (machine, plan) = (design.machine(*user), &plan.processes[*user].memories[id]);
        let of_port = |port| choice(machine, port, memory.address_bits(), memory.ty.bits());
        plan.ports.iter().map(of_port).sum::<f64>()
    });
    let chosen: f64 = chosen.sum();
    let plans: Vec<&MemoryPlan> = users.iter().map(|user| &plan.processes[*user].memories[id]).collect();
    let choice = Area::gates(chosen + among_processes(memory, &plans));
    if memory.external.is_some() {
        return choice;
    }
    let plan = MemoryPlan::together(memory, &plans);
    let reading = plan.reading().len() as u32;
    if reading == 0 {
        return Area::default();
    }
    // Blocks of RAM have the first of the registers behind a read.
    let registers = if plan.made_of == MadeOf::Luts { memory.latency } else { memory.latency - 1 };
    // One buffer is written while another one is read.
    let buffers = design.buffers(id);
    let arrays: Area =
        arrays(&plan, buffers * memory.depth, memory.ty.bits()).map(|array| array.area(plan.made_of)).sum();
    arrays + choice + Area::ffs(registers * memory.ty.bits() * reading)
}

/// An array with one port that writes and so many that read, without the choice of what its ports access.
pub(in crate::rtl) fn array(memory: &Memory, reading: usize) -> Area {
    let reading = reading as u32;
    let array = Array {
        depth: memory.depth.max(2),
        bits: memory.ty.bits(),
        reading,
        writing: 1,
        ports: reading.max(2),
    };
    array.area(made_of(memory, 1))
}

/// The choice of the process whose index and element a port takes.
fn among_processes(memory: &Memory, plans: &[&MemoryPlan]) -> f64 {
    let of_port = |port: usize| {
        let users =
            |is_one: fn(&PortPlan) -> bool| plans.iter().filter(|plan| is_one(&plan.ports[port])).count();
        let indices = users(|port| !port.loads.is_empty() || !port.stores.is_empty());
        let elements = users(|port| !port.stores.is_empty());
        let choices = |signals: usize, bits: u32| signals.saturating_sub(1) as f64 * f64::from(bits);
        PER_ACCESS * (choices(indices, memory.address_bits()) + choices(elements, memory.ty.bits()))
    };
    (0..memory.ports.len()).map(of_port).sum()
}

/// The arrays that a memory is: one, or one for each port that reads.
fn arrays(plan: &MemoryPlan, depth: u64, bits: u32) -> impl Iterator<Item = Array> {
    let (reading, writing) = (plan.reading(), plan.writing());
    let depth = depth.max(2);
    let of = move |read: &[usize], writing: &[usize]| Array {
        depth,
        bits,
        reading: read.len() as u32,
        writing: writing.len() as u32,
        ports: (writing.len() + read.iter().filter(|port| !writing.contains(port)).count()) as u32,
    };
    let arrays: Vec<Array> = if plan.has_copies() {
        reading.iter().map(|port| of(&[*port], &writing)).collect()
    } else {
        vec![of(&reading, &writing)]
    };
    arrays.into_iter()
}

fn choice(machine: Machine<'_>, port: &PortPlan, address_bits: u32, bits: u32) -> f64 {
    let of = |accesses: &[(BlockId, NodeId)], operand: usize, bits: u32| {
        let signals = accesses.iter().map(|(block, node)| {
            let block = &machine.blocks[*block];
            constant(block, block.nodes[*node].args[operand])
        });
        among(&signals.collect::<Vec<_>>(), bits)
    };
    let accesses = [port.loads.as_slice(), &port.stores].concat();
    of(&accesses, 0, address_bits) + of(&port.stores, 1, bits)
}

/// The choice of one of several signals, of which some are constants: those that are equal are one, and of the others each sets
/// or resets a bit.
fn among(signals: &[Option<ScalarValue>], bits: u32) -> f64 {
    let all: Vec<&ScalarValue> = signals.iter().flatten().collect();
    let others = signals.len() - all.len();
    let known: FxHashSet<&ScalarValue> = all.into_iter().collect();
    let (others, known) = match (others, known.len()) {
        (0, known) => (0, known.saturating_sub(1)),
        (others, known) => (others - 1, known),
    };
    f64::from(bits) * (PER_ACCESS * others as f64 + PER_CONSTANT * known as f64)
}
