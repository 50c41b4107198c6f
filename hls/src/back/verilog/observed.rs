//! What simulations see of processes and channels: who runs, which operations wait, and how many elements have passed.
//!
//! The signals follow those of the blocks, each process and each channel in words of its own.

use std::fmt::Write as _;

use sycl_hls_ir::{ChannelEnd, Module};
use sycl_hls_types::{
    Awaited, COUNT_BITS, ObservedChannel, ObservedDataflow, ObservedOperation, ObservedProcess,
};

use super::channel::{channel, process};
use super::{Emitter, counters};
use crate::rtl::design::{BlockId, ChannelId, Design, NodeId, Process, ProcessId};
use crate::rtl::harness::STATE_BITS;
use crate::rtl::{Plan, ProcessPlan};

const WORD: u32 = STATE_BITS as u32;

/// The operations of a process that may wait, but for accesses through memory ports.
fn waiting(process: &Process) -> impl Iterator<Item = (BlockId, NodeId)> + '_ {
    let blocks = process.blocks.iter();
    let nodes = blocks.flat_map(|(id, block)| block.nodes.iter().map(move |(node, data)| (id, node, data)));
    nodes.filter(|(.., data)| data.kind.cause().is_some()).map(|(id, node, _)| (id, node))
}

/// The same in the order of their bits in `stuck`: of two iterations, the older one is at an earlier one of these; of one
/// iteration, they are in the order of the program.
pub(super) fn operations(process: &Process, plan: &ProcessPlan) -> Vec<(BlockId, NodeId)> {
    let mut operations: Vec<_> = waiting(process).collect();
    operations.sort_by_key(|(block, node)| std::cmp::Reverse((*block, plan.blocks[*block].end(*node))));
    operations
}

/// Bits of the signal `stuck` of a process: its operations, and whether it waits for the ends of others before it begins.
pub(super) fn stuck_bits(process: &Process) -> u32 {
    waiting(process).count() as u32 + 1
}

/// The processes that may wait, with the number of the first of their signals, and behind all of them the channels, with
/// the same; that of the counters; and how many signals there are with those of `blocks`.
struct Layout {
    processes: Vec<(ProcessId, u32)>,
    channels: Vec<(ChannelId, u32)>,
    counters: u32,
    end: u32,
}

impl Layout {
    fn new(design: &Design, blocks: u32) -> Self {
        let mut end = blocks.next_multiple_of(WORD);
        let mut take = |bits: u32| {
            let first = end;
            end = (end + bits).next_multiple_of(WORD);
            first
        };
        // The last signal of a process says that it runs.
        let processes = design.processes.iter().filter(|(id, _)| design.is_observed(*id));
        let processes = processes.map(|(id, data)| (id, take(stuck_bits(data) + 1))).collect();
        let channels = design.channels.iter().map(|(id, _)| (id, take(2 * COUNT_BITS))).collect();
        let counters = take(counters::bits(design));
        Self { processes, channels, counters, end }
    }
}

/// How many signals tell of a kernel's blocks, so many, and of its processes and channels, if it has several processes.
pub(super) fn signals(design: &Design, blocks: u32) -> u32 {
    if design.is_plain() { blocks } else { Layout::new(design, blocks).end }
}

/// The parts of the signal `states` behind those of the blocks, the lowest first, and what counts elements.
pub(super) fn parts(text: &mut String, design: &Design) -> Vec<String> {
    let layout = Layout::new(design, 0);
    let mut parts = Vec::new();
    for (id, _) in &layout.processes {
        let (name, bits) = (process(*id), stuck_bits(&design.processes[*id]));
        let _ = writeln!(text, "  wire {}{name}_stuck;", super::range(bits));
        let padding = (bits + 1).next_multiple_of(WORD) - bits - 1;
        let padding = if padding == 0 { String::new() } else { format!("{padding}'d0, ") };
        let runs = if *id == design.root { "~ap_idle".to_owned() } else { format!("{name}_running") };
        parts.push(format!("{{{padding}{runs}, {name}_stuck}}"));
    }
    for (id, _) in &layout.channels {
        let name = channel(*id);
        let starts = design.channels[*id].opened;
        let starts = starts.map(|first| format!(" | {}_start", process(first))).unwrap_or_default();
        let (popped, unread) = match design.is_held_back(*id) {
            true => (
                format!(" & ~{name}_unread"),
                format!(
                    "      if ({name}_unread & ~{name}_pop) {name}_read <= {name}_read - {COUNT_BITS}'d1;\n"
                ),
            ),
            false => (String::new(), String::new()),
        };
        let _ = write!(
            text,
            "  reg [{top}:0] {name}_written, {name}_read;\n  always @(posedge clk) begin\n    if (~rst_n{starts}) begin\n      \
             {name}_written <= {COUNT_BITS}'d0;\n      {name}_read <= {COUNT_BITS}'d0;\n    end else begin\n      \
             if ({name}_push) {name}_written <= {name}_written + {COUNT_BITS}'d1;\n      \
             if ({name}_pop{popped}) {name}_read <= {name}_read + {COUNT_BITS}'d1;\n{unread}    end\n  end\n",
            top = COUNT_BITS - 1
        );
        parts.push(format!("{name}_read, {name}_written"));
    }
    parts.extend(counters::parts(text, design));
    parts
}

impl Emitter<'_> {
    /// Which operations wait, the first one lowest, and, highest, whether the process waits before it begins.
    pub(super) fn stuck(&self) -> String {
        let waits = |operation: &(BlockId, NodeId)| {
            let own = self.stuck.iter().find(|(other, _)| other == operation);
            own.map_or("1'b0", |(_, waits)| waits.as_str())
        };
        let data = &self.design.processes[self.process];
        let operations = operations(data, self.plan);
        let before = if data.after.is_empty() { "1'b0" } else { "waiting" };
        let all = std::iter::once(before).chain(operations.iter().rev().map(waits));
        format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
    }
}

/// What the signals of a kernel of several processes, or with AXI-stream ports, tell.
#[must_use]
pub fn observed(module: &Module, design: &Design, plan: &Plan) -> ObservedDataflow {
    if design.is_plain() {
        return ObservedDataflow::default();
    }
    let layout = Layout::new(design, super::states(design).len() as u32);
    let process_at = |id: ProcessId| layout.processes.iter().position(|(other, _)| *other == id);
    let channel_at = |id: ChannelId| layout.channels.iter().position(|(other, _)| *other == id);
    let processes = layout.processes.iter().map(|(id, first)| {
        let data = &design.processes[*id];
        ObservedProcess { name: data.name.clone(), running: first + stuck_bits(data) }
    });
    let channels = layout.channels.iter().map(|(id, first)| {
        let data = &design.channels[*id];
        let end = |end| design.owner_of_end(*id, end).and_then(|(id, _)| process_at(id));
        let (written, read) = (*first, first + COUNT_BITS);
        let (writer, reader) = (end(ChannelEnd::Write), end(ChannelEnd::Read));
        let opened = data.opened.map(|first| design.started_with(first)).unwrap_or_default();
        ObservedChannel {
            name: data.name.clone(),
            depth: data.depth,
            at: module.location(data.span),
            written,
            read,
            writer,
            reader,
            per_iteration: data.per_iteration,
            port: data.port.is_some(),
            region: opened.into_iter().filter_map(process_at).collect(),
        }
    });
    let mut all = Vec::new();
    for (position, (id, first)) in layout.processes.iter().enumerate() {
        let data = &design.processes[*id];
        let operation = |at, waits, on| ObservedOperation { process: position, at, waits, on };
        let operations = operations(data, &plan.processes[*id]);
        for (signal, (block, node)) in (*first..).zip(operations) {
            let node = &data.blocks[block].nodes[node];
            let Some((channel, end)) = node.kind.end() else { continue };
            let writer = || design.owner_of_end(channel, ChannelEnd::Write);
            let on = match end {
                // A reader of an array waits for its writer, and that is in a later iteration than its reader.
                ChannelEnd::Read if design.is_filled(channel) => {
                    writer().and_then(|(writer, _)| process_at(writer)).map(Awaited::End)
                }
                ChannelEnd::Write if design.is_held(channel) => None,
                ChannelEnd::Read => channel_at(channel).map(Awaited::Element),
                ChannelEnd::Write => channel_at(channel).map(Awaited::Place),
            };
            all.extend(on.map(|on| operation(module.location(node.span), signal, on)));
        }
        let before = data.after.iter().filter_map(|before| process_at(*before));
        let at = module.location(data.blocks[data.entry].span);
        let waits = first + stuck_bits(data) - 1;
        all.extend(before.map(|before| operation(at.clone(), waits, Awaited::End(before))));
    }
    ObservedDataflow {
        processes: processes.collect(),
        channels: channels.collect(),
        operations: all,
        counters: counters::observed(module, design, plan, layout.counters),
    }
}
