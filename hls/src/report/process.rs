//! Processes that run at the same time, and the channels between them.

use serde::{Deserialize, Serialize};
use sycl_hls_ir::{Func, Module};
use sycl_hls_types::WaitCause;

use super::area::Usage;
use super::describe::Names;
use super::loops::{Known, Loop, loops};
use super::schedule::{BlockSchedule, blocks};
use crate::rtl::Plan;
use crate::rtl::area::KernelArea;
use crate::rtl::design::{Cause, Design};
use crate::rtl::predict::{Activity, Count, Prediction, ProcessCount};

/// A process of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// Where it begins in the source.
    pub line: u32,
    /// How often it is started in a run.
    pub starts: Count,
    /// The cycle of its first start, counted from the kernel's; `None` if it is never started.
    pub first: Option<u64>,
    /// Its last cycle.
    pub last: Option<u64>,
    /// Cycles from its starts to its ends, together.
    pub cycles: Count,
    /// What it waits for in these.
    pub waits: Vec<Wait>,
    /// When it works and waits.
    pub activity: Activity,
    /// Its loops.
    pub loops: Vec<Loop>,
    /// What it takes up, without memories and channels.
    pub area: Usage,
    /// The schedules of its blocks.
    pub blocks: Vec<BlockSchedule>,
}

/// What a process waits for. A cycle in which older iterations go on counts, too; one in which several operations wait counts for
/// one: of the oldest iteration, the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wait {
    /// What.
    pub what: WaitCause,
    /// The line of the operation that waits.
    pub line: u32,
    /// For how many cycles, in as much of a run as is predicted.
    pub cycles: u64,
}

/// A channel between two processes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Channel {
    /// Its name.
    pub name: String,
    /// Where it is declared; 0 if that is nowhere in the source.
    pub line: u32,
    /// How many elements it holds.
    pub depth: u64,
    /// Bits of an element.
    pub bits: u32,
    /// How many elements are sent in a run.
    pub elements: Count,
    /// The most places that are in use in a cycle. A place that is left in a cycle is in use in it.
    pub most: Count,
    /// Cycles in which its receiver waits because it is empty.
    pub empty: u64,
    /// Cycles in which its sender waits because it is full.
    pub full: u64,
    /// What it takes up.
    pub area: Usage,
}

impl Process {
    /// Cycles in which it waits, for whatever.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.waits.iter().map(|wait| wait.cycles).sum()
    }
}

/// What is known of a kernel of several processes.
pub(super) struct Parts<'k> {
    pub module: &'k Module,
    pub func: &'k Func,
    pub design: &'k Design,
    pub plan: &'k Plan,
    pub prediction: &'k Prediction,
    pub area: &'k KernelArea,
}

impl Parts<'_> {
    /// The processes that the root starts, and those that they start.
    pub fn processes(&self) -> Vec<Process> {
        self.prediction.processes.iter().map(|count| self.process(count)).collect()
    }

    fn process(&self, count: &ProcessCount) -> Process {
        let Self { module, design, plan, area, .. } = self;
        let (data, plan, area) = (
            &design.processes[count.process],
            &plan.processes[count.process],
            &area.processes[count.process],
        );
        let names = Names::new(design, count.process, self.func);
        let waits = count.waits.iter().map(|wait| Wait {
            what: design.named(wait.cause),
            line: wait.span.start.line_in_file(),
            cycles: wait.cycles,
        });
        Process {
            name: data.name.clone(),
            line: data.blocks[data.entry].span.start.line_in_file(),
            starts: count.starts,
            first: count.first,
            last: count.last,
            cycles: count.cycles,
            waits: waits.collect(),
            activity: count.activity.clone(),
            loops: loops(module, &names, plan, &Known { counts: &count.loops, area }),
            area: area.total().into(),
            blocks: blocks(&names, plan),
        }
    }

    /// The channels, in the order of the source.
    pub fn channels(&self) -> Vec<Channel> {
        let channels = self.prediction.channels.iter().map(|count| {
            let data = &self.design.channels[count.channel];
            let position = count.channel.into_raw().into_u32() as usize;
            let declared = self.func.channels.iter().nth(position).filter(|(_, it)| it.name == data.name);
            Channel {
                name: data.name.clone(),
                line: declared.map_or(0, |(_, it)| it.span.start.line_in_file()),
                depth: data.depth,
                bits: data.ty.bits(),
                elements: count.elements,
                most: count.most,
                empty: self.waiting(Cause::Empty(count.channel)),
                full: self.waiting(Cause::Full(count.channel)),
                area: self.area.channels[count.channel].into(),
            }
        });
        channels.collect()
    }

    /// Cycles in which processes wait for this.
    fn waiting(&self, cause: Cause) -> u64 {
        let waits = self.prediction.processes.iter().flat_map(|process| &process.waits);
        waits.filter(|wait| wait.cause == cause).map(|wait| wait.cycles).sum()
    }
}
