//! How many cycles a kernel takes, from its schedule alone.
//!
//! N is the number of rising edges of the clock from the one that sees `ap_start` to the one that sees `ap_done`, with
//! ideal memory: requests and data are taken at once, the first element comes 64 cycles after its address and then one
//! a cycle, the response to a write 8 cycles after its last data.
//!
//! Control is followed from block to block (`walk`). A block takes its depth; a pipelined loop, its interval for
//! every iteration but the last, and its depth for that; a fence, what is left until the response to the last write
//! (`timeline`). Only what decides where control goes is computed (`needed`), of scalar arguments, lengths, and
//! slices whose elements are given (`known`); what was read from memory that is written is unknown. Iterations of a
//! loop that are alike are counted instead of followed (`skip`, `trend`).
//!
//! Where a decision is unknown, both ways are followed, and the two counts are bounds. So the prediction is exact
//! where no decision depends on data; else it is an interval that contains N, or a lower bound.
//!
//! Kernels of several processes are followed in the order of time (`dataflow`), to the first decision that is unknown: then N is
//! not less. A deadlock is found, with the operations that wait.

mod assume;
mod blocks;
mod board;
mod bound;
mod count;
mod dataflow;
mod flow;
mod known;
mod needed;
mod nested;
mod order;
mod pipelined;
mod skip;
mod state;
mod timeline;
mod trend;
mod value;
mod walk;

use std::collections::BTreeMap;

use super::design::{BlockId, ChannelId, Design, Machine, ProcessId, Target};
use super::plan::Plan;
pub use blocks::BlockCount;
use blocks::Numbers;
pub use board::{Bank, Memory, Moved, OnBoard, is_time_dependent, on_board, traffic};
pub use count::Count;
pub use dataflow::{Activity, Deadlock, Stuck, Wait, follow, predict_with};
use flow::Flow;
use known::Known;
use order::{Step, order};
use state::State;
use walk::{FUEL, Stop, Walk};

/// What is known before a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inputs {
    /// What the control registers hold: bytes for each of [`Machine::args`].
    pub registers: Vec<Option<Vec<u8>>>,
    /// What slices hold: bytes, by the position of the kernel's parameter. These lie at address 0, each in a memory of its own:
    /// their registers say so.
    pub slices: BTreeMap<usize, Vec<u8>>,
    /// What is sent to the AXI-stream ports, for each of them in the order of the parameters: the elements' bytes.
    /// `None` if that is not known, and for those that the kernel writes; what is missing is not known either.
    pub streams: Vec<Option<Vec<u8>>>,
}

/// How long a kernel runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// N.
    pub cycles: Count,
    /// What the loops of its root process do.
    pub loops: Vec<LoopCount>,
    /// What the other processes do.
    pub processes: Vec<ProcessCount>,
    /// What passes through its channels.
    pub channels: Vec<ChannelCount>,
    /// How often it passes the blocks that access memory ports.
    pub blocks: Vec<BlockCount>,
    /// Why it never ends.
    pub deadlock: Option<Deadlock>,
}

/// What a process does in all of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessCount {
    /// The process.
    pub process: ProcessId,
    /// How often it is started.
    pub starts: Count,
    /// The cycle of its first start, counted from the kernel's.
    pub first: Option<u64>,
    /// Its last cycle.
    pub last: Option<u64>,
    /// Cycles from its starts to its ends, together.
    pub cycles: Count,
    /// What it waits for in these. A cycle in which older iterations go on counts, too.
    pub waits: Vec<Wait>,
    /// When it works and waits.
    pub activity: Activity,
    /// What its loops do.
    pub loops: Vec<LoopCount>,
}

/// What passes through a channel in all of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelCount {
    /// The channel.
    pub channel: ChannelId,
    /// How many elements are sent.
    pub elements: Count,
    /// The most places that are in use in a cycle. A place that is left in a cycle is in use in it.
    pub most: Count,
}

/// What a loop does in all of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopCount {
    /// The block where it begins.
    pub head: BlockId,
    /// How often it is entered.
    pub entries: Count,
    /// Iterations of one entry; `None` if it is never entered.
    pub trips: Option<Count>,
    /// Iterations of all entries together.
    pub iterations: Count,
    /// Cycles of all entries together.
    pub cycles: Count,
}

/// A loop with those in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nest {
    /// The block where it begins.
    pub head: BlockId,
    /// All of its blocks, with those of the loops in it.
    pub blocks: Vec<BlockId>,
    /// The loops in it.
    pub inner: Vec<Self>,
}

/// The loops of a kernel, as they are nested.
#[must_use]
pub fn nests(machine: Machine<'_>) -> Vec<Nest> {
    nests_of(machine, &order(machine))
}

fn nests_of(machine: Machine<'_>, steps: &[Step]) -> Vec<Nest> {
    let nests = steps.iter().filter_map(|step| match step {
        Step::Block(head) if machine.blocks[*head].repeat.is_some() => {
            Some(Nest { head: *head, blocks: vec![*head], inner: Vec::new() })
        }
        Step::Block(_) => None,
        Step::Round(round) => {
            let mut blocks: Vec<BlockId> = round.blocks.iter().copied().collect();
            blocks.sort_unstable();
            Some(Nest { head: round.head, blocks, inner: nests_of(machine, &round.steps) })
        }
    });
    nests.collect()
}

/// The heads of loops, outer ones first.
fn heads(nests: &[Nest], all: &mut Vec<BlockId>) {
    for nest in nests {
        all.push(nest.head);
        heads(&nest.inner, all);
    }
}

/// The cycles of a run with these inputs.
#[must_use]
pub fn predict(design: &Design, plan: &Plan, inputs: &Inputs) -> Prediction {
    if !design.is_plain() {
        return dataflow::predict(design, plan, inputs);
    }
    let known = Known::new(design, inputs);
    let needed = needed::needed(design, plan, &known);
    let (machine, plan) = (design.root(), plan.root());
    let steps = order(machine);
    let mut loops = Vec::new();
    heads(&nests_of(machine, &steps), &mut loops);
    let numbers = Numbers::new(machine, &loops);
    let mut walk = Walk::new((machine, plan), &known, &needed[design.root], &numbers);
    let start = State::start(machine.vars.len(), machine.bundles.len(), numbers.count());
    let mut end = run(&mut walk, &steps, start.clone());
    if end.is_err() {
        (walk.bounding, walk.fuel) = (true, FUEL);
        end = run(&mut walk, &steps, start.clone());
    }
    let end = end.ok().flatten();
    let blocks = blocks::of_root(design, &numbers, end.as_ref());
    // What is never done has no last cycle.
    let end = end.unwrap_or_else(|| State { clock: Count::at_least(0), ..start });
    let loops = loops.iter().zip(&end.loops).map(|(head, statistic)| LoopCount {
        head: *head,
        entries: statistic.entries,
        trips: statistic.trips,
        iterations: statistic.iterations,
        cycles: statistic.cycles,
    });
    Prediction {
        cycles: end.clock,
        loops: loops.collect(),
        processes: Vec::new(),
        channels: Vec::new(),
        blocks,
        deadlock: None,
    }
}

fn run(walk: &mut Walk<'_>, steps: &[Step], start: State) -> Result<Option<State>, Stop> {
    let mut flow = Flow::of(Target::Block(walk.machine.entry), start);
    walk.steps(steps, &mut flow)?;
    Ok(flow.take(Target::Done))
}

impl Inputs {
    /// What the control registers hold, and nothing of slices.
    #[must_use]
    pub const fn of_registers(registers: Vec<Option<Vec<u8>>>) -> Self {
        Self { registers, slices: BTreeMap::new(), streams: Vec::new() }
    }
}
