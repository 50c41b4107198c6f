//! What simulations count of processes and channels in all of a run, as the prediction defines it (`rtl/predict/dataflow`).
//!
//! A cycle of a process in which several operations wait counts for one: of the oldest iteration, the first. The counters follow
//! the other signals of `observed`, and are zero where a run begins.

use std::fmt::Write as _;

use sycl_hls_ir::Module;
use sycl_hls_types::{COUNT_BITS, ChannelCounters, ObservedCounters, ProcessCounters, WaitCounter};

use super::channel::{channel, process};
use super::observed::{operations, stuck_bits};
use crate::rtl::Plan;
use crate::rtl::design::{Cause, ChannelId, Design, Process, ProcessId};

/// What a counter counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counter {
    Starts(ProcessId),
    Cycles(ProcessId),
    /// Cycles in which a process stands still for its memory ports alone.
    Ports(ProcessId),
    /// Cycles in which the operation with this position waits.
    Waits(ProcessId, usize),
    /// Cycles in which a process does not begin because the one with this position has not ended.
    Before(ProcessId, usize),
    Elements(ChannelId),
    Most(ChannelId),
}

impl Counter {
    fn register(self) -> String {
        match self {
            Self::Starts(id) => format!("{}_starts", process(id)),
            Self::Cycles(id) => format!("{}_cycles", process(id)),
            Self::Ports(id) => format!("{}_ports", process(id)),
            Self::Waits(id, position) => format!("{}_wait{position}", process(id)),
            Self::Before(id, position) => format!("{}_before{position}", process(id)),
            Self::Elements(id) => format!("{}_elements", channel(id)),
            Self::Most(id) => format!("{}_most", channel(id)),
        }
    }
}

/// The counters, in the order of their signals.
fn counters(design: &Design) -> Vec<Counter> {
    let of_process = |(id, data): (ProcessId, &Process)| {
        let waits = (0..stuck_bits(data) as usize - 1).map(move |position| Counter::Waits(id, position));
        let before = (0..data.after.len()).map(move |position| Counter::Before(id, position));
        [Counter::Starts(id), Counter::Cycles(id), Counter::Ports(id)].into_iter().chain(waits).chain(before)
    };
    let of_channel = |id| [Counter::Elements(id), Counter::Most(id)];
    design.inner_processes().flat_map(of_process).chain(design.fifos().flat_map(of_channel)).collect()
}

/// How many signals the counters have.
pub(super) fn bits(design: &Design) -> u32 {
    counters(design).len() as u32 * COUNT_BITS
}

/// The counters, and the parts of the signal `states` that they are, the lowest first.
pub(super) fn parts(text: &mut String, design: &Design) -> Vec<String> {
    let registers: Vec<String> = counters(design).into_iter().map(Counter::register).collect();
    if registers.is_empty() {
        return registers;
    }
    let top = COUNT_BITS - 1;
    let _ = writeln!(text, "  reg [{top}:0] {};", registers.join(", "));
    text.push_str("  always @(posedge clk) begin\n    if (~rst_n | (ap_start & ap_idle)) begin\n");
    registers.iter().for_each(|name| _ = writeln!(text, "      {name} <= {COUNT_BITS}'d0;"));
    text.push_str("    end else begin\n");
    for (id, data) in design.inner_processes() {
        count_process(text, id, data);
    }
    design.fifos().for_each(|id| count_channel(text, id));
    text.push_str("    end\n  end\n");
    registers
}

/// `if (when) register <= register + 1;`
fn count(text: &mut String, prefix: &str, when: &str, counter: Counter) {
    let name = counter.register();
    let _ = writeln!(text, "      {prefix}if ({when}) {name} <= {name} + {COUNT_BITS}'d1;");
}

fn count_process(text: &mut String, id: ProcessId, data: &Process) {
    let (name, bits) = (process(id), stuck_bits(data));
    let bit = |position: u32| match bits {
        1 => format!("{name}_stuck"),
        _ => format!("{name}_stuck[{position}]"),
    };
    count(text, "", &format!("{name}_start"), Counter::Starts(id));
    count(text, "", &format!("{name}_running"), Counter::Cycles(id));
    let mut prefix = "";
    for position in 0..bits - 1 {
        count(text, prefix, &bit(position), Counter::Waits(id, position as usize));
        prefix = "else ";
    }
    for (position, before) in data.after.iter().enumerate() {
        // It begins in the cycle after the one in which the last of the others has ended.
        let runs = match position + 1 == data.after.len() {
            true => String::new(),
            false => format!(" & {}_running", process(*before)),
        };
        count(text, prefix, &format!("{}{runs}", bit(bits - 1)), Counter::Before(id, position));
        prefix = "else ";
    }
    count(text, prefix, &format!("{name}_running & {name}_waits"), Counter::Ports(id));
}

fn count_channel(text: &mut String, id: ChannelId) {
    let (name, most) = (channel(id), Counter::Most(id).register());
    count(text, "", &format!("{name}_push"), Counter::Elements(id));
    let used = format!("{name}_written - {name}_read");
    let _ = writeln!(text, "      if ({name}_push & ({used} >= {most})) {most} <= {used} + {COUNT_BITS}'d1;");
}

/// What the counters tell, whose first signal this is.
pub(super) fn observed(module: &Module, design: &Design, plan: &Plan, first: u32) -> ObservedCounters {
    let all = counters(design);
    let signal = |counter: Counter| {
        let position = all.iter().position(|other| *other == counter).unwrap_or(all.len());
        first + position as u32 * COUNT_BITS
    };
    let waits = |id: ProcessId| waits(design, plan, id);
    let processes = design.inner_processes().map(|(id, data)| {
        let wait = |(counter, cause, span)| WaitCounter {
            what: design.named(cause),
            at: module.location(span),
            cycles: signal(counter),
        };
        ProcessCounters {
            name: data.name.clone(),
            at: module.location(data.blocks[data.entry].span),
            starts: signal(Counter::Starts(id)),
            cycles: signal(Counter::Cycles(id)),
            ports: signal(Counter::Ports(id)),
            waits: waits(id).into_iter().map(wait).collect(),
        }
    });
    let counters = |cause: Cause| -> Vec<u32> {
        let all = design.inner_processes().flat_map(|(id, _)| waits(id));
        all.filter(|(_, other, _)| *other == cause).map(|(counter, ..)| signal(counter)).collect()
    };
    let channels = design.fifos().map(|id| {
        let data = &design.channels[id];
        ChannelCounters {
            name: data.name.clone(),
            at: module.location(data.span),
            depth: data.depth,
            bits: data.ty.bits(),
            elements: signal(Counter::Elements(id)),
            most: signal(Counter::Most(id)),
            empty: counters(Cause::Empty(id)),
            full: counters(Cause::Full(id)),
        }
    });
    ObservedCounters { processes: processes.collect(), channels: channels.collect() }
}

/// The counters of what a process may wait for.
fn waits(design: &Design, plan: &Plan, id: ProcessId) -> Vec<(Counter, Cause, sycl_hls_ir::Span)> {
    let data = &design.processes[id];
    let own = operations(data, &plan.processes[id]).into_iter().enumerate();
    let own = own.filter_map(|(position, (block, node))| {
        let node = &data.blocks[block].nodes[node];
        Some((Counter::Waits(id, position), node.kind.cause()?, node.span))
    });
    let entry = data.blocks[data.entry].span;
    let before = data.after.iter().enumerate();
    let before = before.map(|(position, other)| (Counter::Before(id, position), Cause::End(*other), entry));
    own.chain(before).collect()
}
