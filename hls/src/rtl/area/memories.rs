//! The area of a memory: its elements, and the choice of what each of its ports accesses.

use super::Area;
use super::arrays::Array;
use crate::rtl::machine::{Machine, MadeOf, MemoryId};
use crate::rtl::plan::Plan;
use crate::rtl::ports::{MemoryPlan, PortPlan};

/// Look-up tables of a bit, for each access of a port but the first.
pub(super) const PER_ACCESS: f64 = 0.6;

pub(super) fn memory(machine: &Machine, plan: &Plan, id: MemoryId) -> Area {
    let (memory, plan) = (&machine.memories[id], &plan.memories[id]);
    let chosen: f64 =
        plan.ports.iter().map(|port| choice(port, memory.address_bits(), memory.ty.bits())).sum();
    let choice = Area::gates(chosen);
    if memory.beside {
        return choice;
    }
    let reading = plan.reading().len() as u32;
    if reading == 0 {
        return Area::default();
    }
    // Blocks of RAM have the first of the registers behind a read.
    let registers = if plan.made_of == MadeOf::Luts { memory.latency } else { memory.latency - 1 };
    let arrays: Area =
        arrays(plan, memory.depth, memory.ty.bits()).map(|array| array.area(plan.made_of)).sum();
    arrays + choice + Area::ffs(registers * memory.ty.bits() * reading)
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

fn choice(port: &PortPlan, address_bits: u32, bits: u32) -> f64 {
    let accesses = (port.loads.len() + port.stores.len()).saturating_sub(1);
    let stores = port.stores.len().saturating_sub(1);
    PER_ACCESS * (accesses as f64 * f64::from(address_bits) + stores as f64 * f64::from(bits))
}
