//! What the hardware of a kernel takes up on an FPGA: an estimate, before any tool has seen its Verilog.
//!
//! DSPs and memories are counted by the rules by which yosys 0.23 maps our Verilog (`synth_xilinx -family xcup -uram`);
//! look-up tables and flip-flops are those of yosys, too, and not of Vivado, which needs fewer. Operators stand in a table
//! of what yosys made of them (`operators.rs`); gates between them are estimated (`logic.rs`).

mod arrays;
mod blocks;
mod channels;
mod interfaces;
mod logic;
mod memories;
mod operators;
mod products;
mod shared;
mod sharing;
mod widths;

pub use channels::channel as channel_area;

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

use la_arena::ArenaMap;
use serde::{Deserialize, Serialize};

use super::design::{BlockId, ChannelId, Design, MemoryId, ProcessId};
use super::operators::Operator;
use super::plan::Plan;
pub(super) use memories::array;
pub(super) use sharing::choice;
pub(crate) use sharing::unit;
use widths::Widths;

/// Look-up tables that yosys uses where one would do: it counts inverters, and makes wide choices of many. Fitted to three
/// cores whose names have an even sum of bytes; ten others then have 1.02 of yosys' tables in the geometric mean, each 1.3
/// times more or fewer.
const MAPPED: f64 = 1.55;

/// What something takes up on an FPGA.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Area {
    /// Look-up tables of 6 inputs, those that are memory or shift registers included.
    pub luts: u32,
    /// Flip-flops.
    pub ffs: u32,
    /// DSP slices.
    pub dsps: u32,
    /// Block RAM, in halves of 18,432 bits.
    pub ramb18s: u32,
    /// Ultra RAM, of 294,912 bits.
    pub urams: u32,
}

/// The area of a kernel, by its parts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KernelArea {
    /// Its processes.
    pub processes: ArenaMap<ProcessId, ProcessArea>,
    /// Its memories, with the choice of what each port accesses.
    pub memories: ArenaMap<MemoryId, Area>,
    /// Its channels.
    pub channels: ArenaMap<ChannelId, Area>,
    /// What processes have in common: arguments, the choice of what each AXI port accesses.
    pub shared: Area,
    /// The control registers, and the bridges to AXI.
    pub interfaces: Area,
}

/// The area of a process.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProcessArea {
    /// Its blocks.
    pub blocks: ArenaMap<BlockId, BlockArea>,
    /// The operators that several blocks share, with the choice of what they take.
    pub units: Operators,
    /// What blocks have in common: variables, start and end.
    pub shared: Area,
}

/// Operators by their kind.
pub type Operators = BTreeMap<Operator, Group>;

/// The operators of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// How many there are.
    pub count: u32,
    /// How many different results they have: more than there are operators where some are shared.
    pub results: u32,
    /// What they take up together.
    pub area: Area,
}

/// The area of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockArea {
    /// Its operators, but for those that it shares with other blocks.
    pub operators: Operators,
    /// Registers between its cycles, control, and what is no operator.
    pub rest: Area,
}

/// The area of a kernel's hardware.
#[must_use]
pub fn area(design: &Design, plan: &Plan) -> KernelArea {
    let widths: ArenaMap<ProcessId, Widths> =
        design.processes.iter().map(|(id, _)| (id, Widths::of(design.machine(id)))).collect();
    let process = |(id, widths)| (id, ProcessArea::new(design, plan, id, widths));
    KernelArea {
        processes: widths.iter().map(process).collect(),
        memories: design.memories.iter().map(|(id, _)| (id, memories::memory(design, plan, id))).collect(),
        channels: design.channels.iter().map(|(id, channel)| (id, channels::channel(channel))).collect(),
        shared: shared::shared(design, &widths),
        interfaces: interfaces::interfaces(design.root()),
    }
}

impl ProcessArea {
    fn new(design: &Design, plan: &Plan, id: ProcessId, widths: &Widths) -> Self {
        let (machine, plan) = (design.machine(id), &plan.processes[id]);
        let blocks = machine.blocks.iter();
        Self {
            blocks: blocks.map(|(id, _)| (id, blocks::block(machine, plan, id, widths))).collect(),
            units: sharing::shared(machine, plan, None, widths),
            shared: shared::process(machine, widths),
        }
    }

    /// The area of all of it.
    #[must_use]
    pub fn total(&self) -> Area {
        let blocks = self.blocks.iter().map(|(_, block)| block.total());
        blocks.sum::<Area>() + total(&self.units) + self.shared
    }
}

impl KernelArea {
    /// The area of the core, which computes: all but the interfaces.
    #[must_use]
    pub fn core(&self) -> Area {
        let processes = self.processes.iter().map(|(_, process)| process.total());
        let memories = self.memories.iter().map(|(_, memory)| *memory);
        let channels = self.channels.iter().map(|(_, channel)| *channel);
        processes.chain(memories).chain(channels).sum::<Area>() + self.shared
    }

    /// The area of all of it.
    #[must_use]
    pub fn total(&self) -> Area {
        self.core() + self.interfaces
    }

    /// The operators of all blocks of all processes.
    #[must_use]
    pub fn operators(&self) -> Operators {
        let mut all = Operators::new();
        for (_, process) in self.processes.iter() {
            let blocks = process.blocks.iter().flat_map(|(_, block)| &block.operators);
            for (operator, group) in process.units.iter().chain(blocks) {
                *all.entry(*operator).or_default() += *group;
            }
        }
        all
    }
}

impl BlockArea {
    /// The area of all of it.
    #[must_use]
    pub fn total(&self) -> Area {
        total(&self.operators) + self.rest
    }
}

fn total(operators: &Operators) -> Area {
    operators.values().map(|group| group.area).sum()
}

impl AddAssign for Group {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.results += other.results;
        self.area += other.area;
    }
}

impl Area {
    /// Look-up tables of gates that would fill so many: what yosys makes of them.
    pub(crate) fn gates(luts: f64) -> Self {
        Self::luts(luts * MAPPED)
    }

    /// Look-up tables alone; a part of one counts as a whole one.
    pub(crate) fn luts(luts: f64) -> Self {
        Self { luts: luts.ceil() as u32, ..Self::default() }
    }

    /// Flip-flops alone.
    pub(crate) const fn ffs(ffs: u32) -> Self {
        Self { luts: 0, ffs, dsps: 0, ramb18s: 0, urams: 0 }
    }
}

impl Add for Area {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            luts: self.luts.saturating_add(other.luts),
            ffs: self.ffs.saturating_add(other.ffs),
            dsps: self.dsps.saturating_add(other.dsps),
            ramb18s: self.ramb18s.saturating_add(other.ramb18s),
            urams: self.urams.saturating_add(other.urams),
        }
    }
}

impl AddAssign for Area {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<u32> for Area {
    type Output = Self;

    fn mul(self, count: u32) -> Self {
        Self {
            luts: self.luts.saturating_mul(count),
            ffs: self.ffs.saturating_mul(count),
            dsps: self.dsps.saturating_mul(count),
            ramb18s: self.ramb18s.saturating_mul(count),
            urams: self.urams.saturating_mul(count),
        }
    }
}

impl Sum for Area {
    fn sum<I: Iterator<Item = Self>>(areas: I) -> Self {
        areas.fold(Self::default(), Add::add)
    }
}
