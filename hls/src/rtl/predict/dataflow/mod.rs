//! Processes that run at the same time: their blocks are followed cycle by cycle, but for the cycles in which nothing happens, and
//! for those in which what was done before is repeated (`steady`).
//!
//! The time of each stage and iteration is the longest path through the process's own schedule and what it waits for: the n-th
//! element is received after it was sent, a place is taken after it was left, a join comes after the end. All of these are
//! registers, so that the processes of one cycle are independent of each other. Where none can go on any more, it is a deadlock.

mod course;
mod deadlock;
mod event;
mod links;
mod loop_statistics;
mod process;
mod slices;
mod steady;

use std::collections::BTreeMap;

use la_arena::ArenaMap;
use sycl_hls_ir::depths::{self, Outcome};

use super::blocks::{self, BlockCount, Numbers};
use super::count::Count;
use super::known::Known;
use super::needed::{NeededBlocks, needed};
use super::order::order;
use super::walk::{Stop, Walk};
use super::{ChannelCount, Inputs, Prediction, ProcessCount, nests_of};
use crate::rtl::Plan;
use crate::rtl::design::{BlockId, ChannelId, Design, ProcessId};
pub use course::{Activity, Wait};
pub use deadlock::{Deadlock, Stuck};
use links::Links;
use loop_statistics::LoopStatistics;
use process::Process;
use slices::Slices;
use steady::Watch;

/// Fuel: steps of a process and iterations that are followed.
const FUEL: u64 = 20_000_000;

/// The cycles of a run of several processes.
pub fn predict(design: &Design, plan: &Plan, inputs: &Inputs) -> Prediction {
    let known = Known::new(design, inputs);
    let needed = needed(design, plan, &known);
    let (mut prediction, full) = followed((design, plan), &known, &needed, Growth::default());
    if let Some(Deadlock::Waiting { freed, .. }) = &mut prediction.deadlock {
        let no_loops = Numbers::default();
        *freed = depths::search(&full, |growth| {
            let mut kernel = Kernel::new((design, plan), &known, (&needed, &no_loops), growth);
            match kernel.run(Watch::new(design, &needed)) {
                Ok(End::Done) => Outcome::Ends(kernel.growth.grown()),
                Ok(End::Deadlock) => Outcome::Stuck,
                Err(_) => Outcome::Unknown,
            }
        });
    }
    prediction
}

/// A run that is followed with all that it writes to slices: the cycles, and what is in the slices afterwards of which all is
/// known, by the position of the kernel's parameter.
#[must_use]
pub fn follow(design: &Design, plan: &Plan, inputs: &Inputs) -> (Prediction, BTreeMap<usize, Vec<u8>>) {
    let known = Known::new(design, inputs).with_writes();
    let (needed, no_loops) = (needed(design, plan, &known), Numbers::default());
    let mut kernel = Kernel::new((design, plan), &known, (&needed, &no_loops), Growth::default());
    kernel.links.slices = Slices::new(&inputs.slices);
    let end = kernel.run(Watch::new(design, &needed));
    kernel.stop();
    let slices = std::mem::take(&mut kernel.links.slices);
    let prediction = kernel.prediction(end);
    let is_done = prediction.cycles.exact().is_some();
    (prediction, if is_done { slices.known() } else { BTreeMap::new() })
}

/// The same with these depths of channels; of a deadlock, nobody searches for depths that free it.
pub fn predict_with(
    design: &Design,
    plan: &Plan,
    inputs: &Inputs,
    depths: BTreeMap<ChannelId, u64>,
) -> Prediction {
    let known = Known::new(design, inputs);
    followed((design, plan), &known, &needed(design, plan, &known), Growth::fixed(depths)).0
}

/// What a run with these depths does, and the channels that are full in a deadlock.
fn followed(
    (design, plan): (&Design, &Plan),
    known: &Known<'_>,
    needed: &ArenaMap<ProcessId, NeededBlocks>,
    growth: Growth,
) -> (Prediction, Vec<(ChannelId, u64)>) {
    let no_loops = Numbers::default();
    let mut kernel = Kernel::new((design, plan), known, (needed, &no_loops), growth);
    let end = kernel.run(Watch::new(design, needed));
    let full = kernel.full();
    kernel.stop();
    (kernel.prediction(end), full)
}

/// The depths of FIFOs.
type Growth = depths::Growth<ChannelId>;

/// A kernel at work.
struct Kernel<'m> {
    design: &'m Design,
    processes: ArenaMap<ProcessId, Process<'m>>,
    links: Links,
    /// The cycle at hand, but for those that were skipped.
    now: u64,
    /// Cycles that were counted instead of followed.
    skipped: u64,
    /// The depths of FIFOs.
    growth: Growth,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Done,
    Deadlock,
}

impl<'m> Kernel<'m> {
    fn new(
        (design, plan): (&'m Design, &'m Plan),
        known: &'m Known<'m>,
        (needed, numbers): (&'m ArenaMap<ProcessId, NeededBlocks>, &'m Numbers),
        growth: Growth,
    ) -> Self {
        let processes = design.processes.iter().map(|(id, _)| {
            let machine = design.machine(id);
            let mut walk = Walk::new((machine, &plan.processes[id]), known, &needed[id], numbers);
            walk.fuel = FUEL;
            (id, Process::new(design, id, walk, LoopStatistics::new(&nests_of(machine, &order(machine)))))
        });
        Self {
            design,
            processes: processes.collect(),
            links: Links::new(design, &growth, known),
            now: 0,
            skipped: 0,
            growth,
        }
    }

    fn run(&mut self, mut watch: Watch) -> Result<End, Stop> {
        self.processes[self.design.root].start(Vec::new(), 0)?;
        while self.links.ended(self.design.root).is_none() {
            let mut steps = Vec::with_capacity(self.design.processes.len());
            for (id, process) in self.processes.iter() {
                steps.extend(process.next(&self.links, self.now)?.map(|next| (next, id)));
            }
            let Some(now) = steps.iter().map(|(next, _)| *next).min() else {
                if !self.grow() {
                    return Ok(End::Deadlock);
                }
                watch.forget();
                continue;
            };
            self.now = now;
            for (_, id) in steps.into_iter().filter(|(next, _)| *next == now) {
                self.processes[id].step(now, &mut self.links)?;
            }
            for (id, values) in std::mem::take(&mut self.links.started) {
                self.processes[id].start(values, now + 1)?;
            }
            // Each write counts by itself.
            if self.links.slices.is_empty() {
                self.skip_periods(&mut watch);
            }
        }
        Ok(End::Done)
    }

    /// Whatever has not ended does so with the cycle at hand.
    fn stop(&mut self) {
        for (_, process) in self.processes.iter_mut() {
            process.stop(&self.links, self.now);
        }
    }

    fn prediction(&self, end: Result<End, Stop>) -> Prediction {
        let is_whole = end.is_ok();
        let of = |count: u64| if is_whole { Count::exactly(count) } else { Count::at_least(count) };
        let cycles = match end {
            Ok(End::Done) => Count::exactly(self.now + self.skipped + 1),
            // What is never done has no last cycle.
            Ok(End::Deadlock) | Err(_) => Count::at_least(self.now + self.skipped),
        };
        let longest = self.processes.iter().map(|(_, process)| process.course.activity.period).max();
        let processes = self.processes.iter().map(|(id, Process { course, loops, .. })| ProcessCount {
            process: id,
            starts: of(course.starts),
            first: course.first,
            last: course.last,
            cycles: of(course.cycles),
            waits: course.waits.clone(),
            activity: course.activity.clone().in_parts_of(longest.unwrap_or(1)),
            loops: loops.counts(is_whole),
        });
        let is_port = |id: ChannelId| self.design.channels[id].port.is_some();
        let channels = self.links.fifos.iter().filter(|(id, _)| !self.design.is_token(*id) && !is_port(*id));
        let channels = channels.map(|(id, fifo)| ChannelCount {
            channel: id,
            elements: of(fifo.written),
            most: of(fifo.most),
        });
        Prediction {
            cycles,
            loops: self.processes[self.design.root].loops.counts(is_whole),
            processes: processes.filter(|it| it.process != self.design.root).collect(),
            channels: channels.collect(),
            blocks: self
                .processes
                .iter()
                .flat_map(|(id, process)| self.blocks(id, process, is_whole))
                .collect(),
            deadlock: (end == Ok(End::Deadlock)).then(|| self.deadlock()),
        }
    }

    /// How often a process passes its blocks that access memory ports.
    fn blocks(&self, id: ProcessId, process: &Process<'_>, is_whole: bool) -> Vec<BlockCount> {
        let loops = process.loops.counts(is_whole);
        let passes = |block: BlockId| match process.passed.get(block).copied().unwrap_or(0) {
            passed if is_whole => Count::exactly(passed),
            passed => Count::at_least(passed),
        };
        blocks::of_process(self.design.machine(id), id, &loops, passes)
    }
}
