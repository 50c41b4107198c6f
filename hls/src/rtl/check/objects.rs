//! R1, R5, R7, R15 to R17: what a design consists of.

use sycl_hls_ir::{ChannelEnd, Span};

use super::Report;
use crate::rtl::design::{Block, Bundle, Design, Memory, NodeId, NodeKind, Process, ProcessId, Target};

/// R1 and the order of R2: whatever is named exists, so that all else can be looked up.
pub(super) fn exist(design: &Design, report: &mut Report) {
    let known = |id: u32, len: usize| (id as usize) < len;
    let root = known(design.root.into_raw().into_u32(), design.processes.len());
    report.expect(root, "R1", "", Span::NONE, "the root is no process");
    for (id, memory) in design.memories.iter() {
        let tokens = memory.handover.into_iter().flat_map(|handover| [handover.held, handover.filled]);
        let exist = tokens.map(|token| known(token.into_raw().into_u32(), design.channels.len()));
        let place = format!("m{}", id.into_raw());
        report.expect(
            exist.into_iter().all(|exists| exists),
            "R1",
            &place,
            Span::NONE,
            "a token is no channel",
        );
    }
    for (id, channel) in design.channels.iter() {
        let first = channel.opened.map(|first| first.into_raw().into_u32());
        let exists = first.is_none_or(|first| known(first, design.processes.len()));
        let place = format!("c{}", id.into_raw());
        report.expect(exists, "R1", &place, Span::NONE, "what empties it is no process");
    }
    for (_, process) in design.processes.iter() {
        report.process.clone_from(&process.name);
        let entry = known(process.entry.into_raw().into_u32(), process.blocks.len());
        report.expect(entry, "R1", "", Span::NONE, "the entry is no block");
        let after = process.after.iter().all(|id| known(id.into_raw().into_u32(), design.processes.len()));
        report.expect(after, "R1", "", Span::NONE, "what it waits for is no process");
        let buffers = process.buffers.iter().all(|(held, var)| {
            known(held.into_raw().into_u32(), design.channels.len())
                && known(var.into_raw().into_u32(), process.vars.len())
        });
        report.expect(buffers, "R1", "", Span::NONE, "what tells its buffers is no variable");
        let params = process.params.iter().all(|var| known(var.into_raw().into_u32(), process.vars.len()));
        report.expect(params, "R1", "", Span::NONE, "a parameter is no variable");
        for (id, block) in process.blocks.iter() {
            let place = format!("b{}", id.into_raw());
            in_block(process, block, &place, report);
            for (node, data) in block.nodes.iter() {
                let place = format!("{place} n{}", node.into_raw());
                let exists = match data.kind {
                    NodeKind::Arg(arg, _) | NodeKind::Output(arg) => arg < design.args.len(),
                    NodeKind::Var(var) => known(var.into_raw().into_u32(), process.vars.len()),
                    NodeKind::Load(memory) | NodeKind::Store(memory) => {
                        known(memory.into_raw().into_u32(), design.memories.len())
                    }
                    NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) => {
                        access.bundle < design.bundles.len() && access.elements > 0
                    }
                    NodeKind::Fence(bundle) => bundle < design.bundles.len(),
                    NodeKind::Start(process) | NodeKind::Join(process) => {
                        known(process.into_raw().into_u32(), design.processes.len())
                    }
                    ref kind => kind.end().is_none_or(|(channel, _)| {
                        known(channel.into_raw().into_u32(), design.channels.len())
                    }),
                };
                report.expect(exists, "R1", &place, data.span, "it names what is not there");
                let before = data.args.iter().chain(&data.when).all(|arg| arg.into_raw() < node.into_raw());
                report.expect(before, "R2", &place, data.span, "an operand does not come before it");
            }
        }
    }
    report.process.clear();
}

fn in_block(process: &Process, block: &Block, place: &str, report: &mut Report) {
    let is_node = |node: NodeId| (node.into_raw().into_u32() as usize) < block.nodes.len();
    let is_var = |id: u32| (id as usize) < process.vars.len();
    let is_target = |target: &Target| match target {
        Target::Block(to) => (to.into_raw().into_u32() as usize) < process.blocks.len(),
        Target::Done => true,
    };
    let mut expect = |holds: bool, message: &str| report.expect(holds, "R1", place, block.span, message);
    let written = |(var, node): &(crate::rtl::design::VarId, NodeId)| {
        is_var(var.into_raw().into_u32()) && is_node(*node)
    };
    expect(block.writes.iter().all(written), "a write names what is not there");
    expect(block.exits.iter().all(|(node, to)| is_node(*node) && is_target(to)), "an exit leads nowhere");
    expect(is_target(&block.next), "it leads nowhere");
    let reads = block.reads.iter().all(|read| is_node(read.value) && is_node(read.index));
    expect(reads, "a read of a partitioned array names what is not there");
    if let Some(repeat) = &block.repeat {
        expect(is_node(repeat.again), "its repetition names what is not there");
        let counters = repeat.counters.iter().flatten();
        let vars = counters.flat_map(|it| [Some(it.var), Some(it.left), it.first, it.iteration]).flatten();
        expect(
            vars.into_iter().all(|var| is_var(var.into_raw().into_u32())),
            "a counter names what is not there",
        );
    }
}

/// R5 and R7 as far as they are about memories and bundles alone.
pub(super) fn objects(design: &Design, report: &mut Report) {
    for (id, data) in design.memories.iter() {
        memory(data, &format!("m{}", id.into_raw()), report);
    }
    for (number, data) in design.bundles.iter().enumerate() {
        bundle(data, &format!("g{number}"), report);
    }
}

fn memory(memory: &Memory, place: &str, report: &mut Report) {
    let mut expect = |holds: bool, message: &str| report.expect(holds, "R5", place, Span::NONE, message);
    expect(memory.depth > 0, "it has no elements");
    expect(!memory.ports.is_empty(), "it has no ports");
    expect(memory.ports.iter().all(|port| port.reads || port.writes), "a port does nothing");
    expect(memory.latency > 0, "it answers in no time");
    expect(!memory.persistent || memory.contents.is_some(), "it keeps what it never had");
    if let Some(contents) = &memory.contents {
        expect(memory.external.is_none(), "an external memory has contents");
        expect(contents.len() as u64 == memory.depth, "its contents are not one value for each element");
        expect(contents.iter().all(|value| value.ty() == memory.ty), "its contents are of another type");
    }
}

fn bundle(bundle: &Bundle, place: &str, report: &mut Report) {
    let mut expect = |holds: bool, message: &str| report.expect(holds, "R7", place, Span::NONE, message);
    expect(bundle.data_bits.is_power_of_two(), "its data is no power of two of bits");
    expect(bundle.element_bytes * 8 <= bundle.data_bits, "its data does not hold an element");
    expect(bundle.narrowest_bytes <= bundle.element_bytes, "its narrowest element is wider than its widest");
    let beats = [bundle.read_burst, bundle.write_burst];
    expect(beats.iter().all(|beats| (1..=256).contains(beats)), "a burst has no beats, or more than 256");
}

/// R15 and R16: one process at a time accesses a memory, a direction of a bundle, and an end of a channel.
pub(super) fn owners(design: &Design, report: &mut Report) {
    let users = |is: &dyn Fn(&NodeKind) -> bool| -> Vec<ProcessId> { design.processes_with(is) };
    report.process.clear();
    let mut expect = |holds: bool, invariant: &'static str, place: String, message: &str| {
        report.expect(holds, invariant, &place, Span::NONE, message);
    };
    for (id, memory) in design.memories.iter() {
        let (place, users) = (format!("m{}", id.into_raw()), design.accessors(id));
        let apart = memory.handover.is_some() || design.concurrent(&users).is_none();
        let apart = apart && (memory.external.is_none() || users.len() <= 1);
        expect(apart, "R15", place, "several processes access it");
    }
    for number in 0..design.bundles.len() {
        let (reads, writes) = (design.readers(number), design.writers(number));
        let (reads, writes) = (design.concurrent(&reads), design.concurrent(&writes));
        expect(reads.is_none(), "R15", format!("g{number}"), "several processes read through it at a time");
        expect(writes.is_none(), "R15", format!("g{number}"), "several processes write through it at a time");
    }
    for (id, channel) in design.channels.iter() {
        let place = format!("c{}", id.into_raw());
        let sends = users(&|kind| kind.end() == Some((id, ChannelEnd::Write)));
        let receives = users(&|kind| kind.end() == Some((id, ChannelEnd::Read)));
        let apart = sends.iter().all(|process| !receives.contains(process));
        expect(channel.depth > 0, "R16", place.clone(), "it has no place");
        expect(sends.len() <= 1, "R16", place.clone(), "several processes send through it");
        expect(receives.len() <= 1, "R16", place.clone(), "several processes receive from it");
        expect(apart, "R16", place.clone(), "one process has both ends");
        let is_token = design.is_held(id) || design.is_filled(id);
        let mut ends = sends.iter().chain(&receives);
        let is_opened =
            channel.opened.is_some_and(|first| ends.all(|end| design.is_part_of_region(*end, first)));
        let outside = match channel.port {
            Some(ChannelEnd::Read) => &sends,
            _ => &receives,
        };
        expect(
            channel.port.is_none() || outside.is_empty(),
            "R16",
            place.clone(),
            "both ends of a port are used",
        );
        let is_known = is_token || is_opened || channel.port.is_some();
        expect(is_known, "R16", place, "a process uses it that is not in its region");
    }
}

/// R19
pub(super) fn outputs(design: &Design, report: &mut Report) {
    for arg in 0..design.args.len() {
        let is_output =
            |block: &&Block| block.nodes.iter().any(|(_, node)| node.kind == NodeKind::Output(arg));
        let count = |process: &Process| process.blocks.iter().filter(|(_, block)| is_output(block)).count();
        let all: usize = design.processes.iter().map(|(_, process)| count(process)).sum();
        let mut of_root = design.root().blocks.iter().map(|(_, block)| block).filter(is_output);
        let fits = all == 0 || (all == 1 && of_root.next().is_some_and(|block| block.next == Target::Done));
        report.expect(
            fits,
            "R19",
            &format!("a{arg}"),
            Span::NONE,
            "it is not written once, at the end of the root",
        );
    }
}

/// R17
pub(super) fn starts(design: &Design, report: &mut Report) {
    for (id, process) in design.inner_processes() {
        let mut starts = Vec::new();
        for (_, block) in design.processes.iter().flat_map(|(_, process)| process.blocks.iter()) {
            let start = block.nodes.iter().find(|(_, node)| node.kind == NodeKind::Start(id));
            starts.extend(start.map(|(node, _)| (block, node)));
        }
        report.process.clone_from(&process.name);
        let mut expect = |holds: bool, message: &str| report.expect(holds, "R17", "", Span::NONE, message);
        let [(block, start)] = starts[..] else {
            expect(false, "it is not started in one block");
            continue;
        };
        let given = block.nodes[start].args.iter().map(|arg| block.nodes[*arg].ty);
        let wanted = process.params.iter().map(|param| process.vars[*param].ty);
        expect(given.eq(wanted), "what it is started with does not fit its parameters");
        let joined = block
            .nodes
            .iter()
            .any(|(node, data)| data.kind == NodeKind::Join(id) && node.into_raw() > start.into_raw());
        expect(joined, "the block that starts it does not wait for its end");
        let starts_before = |before: &ProcessId| {
            let mut nodes = block.nodes.iter().filter(|(node, _)| node.into_raw() < start.into_raw());
            nodes.any(|(_, data)| data.kind == NodeKind::Start(*before))
        };
        expect(
            process.after.iter().all(starts_before),
            "it waits for the end of what is not started before it",
        );
    }
    report.process.clear();
}
