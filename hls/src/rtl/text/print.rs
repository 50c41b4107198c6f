//! Printing.

use std::fmt::Write as _;

use la_arena::Idx;
use sycl_hls_ir::{ChannelEnd, Span};
use sycl_hls_types::ScalarValue;

use crate::rtl::design::{
    Access, Block, BlockId, Bound, Bundle, Channel, Design, Direction, Handover, LoopCounter, MadeOf, Memory,
    MemoryId, Node, NodeId, NodeKind, Process, ProcessId, Repeat, Space, Target, VarId, Whole,
};

/// The text form of a design. [`parse`](super::parse) reads it.
#[must_use]
pub fn print(design: &Design) -> String {
    let mut out = format!("design {:?}\n", design.name);
    for (index, arg) in design.args.iter().enumerate() {
        let direction = match arg.direction {
            Direction::In => "",
            Direction::Out => " out",
            Direction::InOut => " inout",
        };
        let _ = writeln!(out, "arg a{index} {:?} {}{direction}", arg.name, arg.bits);
    }
    for (index, data) in design.bundles.iter().enumerate() {
        bundle(&mut out, index, data);
    }
    for (id, data) in design.memories.iter() {
        memory(&mut out, id, data);
    }
    for (channel, data) in design.channels.iter() {
        let Channel { name, ty, depth, opened, per_iteration, port, span } = data;
        let opened = option("opened", opened.map(|process| id('p', process)));
        let per_iteration = option("per_iteration", *per_iteration);
        let port = match port {
            None => "",
            Some(ChannelEnd::Read) => " in",
            Some(ChannelEnd::Write) => " out",
        };
        let (channel, span) = (id('c', channel), place(*span));
        let _ = writeln!(
            out,
            "channel {channel} {name:?}: {ty} depth {depth}{opened}{per_iteration}{port}{span}"
        );
    }
    for (id, data) in design.processes.iter() {
        process(&mut out, id, data, id == design.root);
    }
    out
}

/// `n3`
fn id<T>(letter: char, id: Idx<T>) -> String {
    format!("{letter}{}", id.into_raw())
}

/// Words that stand there or not, each with a space before it.
fn flags<const N: usize>(flags: [(&str, bool); N]) -> String {
    flags.into_iter().filter(|(_, is_set)| *is_set).map(|(word, _)| format!(" {word}")).collect()
}

/// ` word value`, if there is one.
fn option(word: &str, value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| format!(" {word} {}", value.to_string()))
}

fn place(span: Span) -> String {
    if span == Span::NONE { String::new() } else { format!(" @{span}") }
}

fn literal(value: &ScalarValue) -> String {
    if value.is_nan() { format!("nan{:x}", value.low_bits()) } else { value.to_string() }
}

fn bundle(out: &mut String, index: usize, bundle: &Bundle) {
    let used = flags([("reads", bundle.reads), ("writes", bundle.writes), ("widened", bundle.widened)]);
    let _ = writeln!(
        out,
        "bundle g{index} {:?}{used} bytes {}..{} data {} up to {} bursts {} {}",
        bundle.name,
        bundle.narrowest_bytes,
        bundle.element_bytes,
        bundle.data_bits,
        bundle.widest_bits,
        bundle.read_burst,
        bundle.write_burst
    );
}

fn memory(out: &mut String, number: MemoryId, memory: &Memory) {
    let ports = memory.ports.iter().map(|port| match (port.reads, port.writes) {
        (true, true) => " rw",
        (true, false) => " r",
        _ => " w",
    });
    let made_of = memory.made_of.map_or("", |made_of| match made_of {
        MadeOf::Luts => " luts",
        MadeOf::Block => " block",
        MadeOf::Ultra => " ultra",
    });
    let _ = write!(
        out,
        "memory {} {:?}: {}[{}] latency {} ports{}{made_of}{}{}",
        id('m', number),
        memory.name,
        memory.ty,
        memory.depth,
        memory.latency,
        ports.collect::<String>(),
        option("external", memory.external),
        flags([("requested", memory.requested), ("persistent", memory.persistent)])
    );
    if let Some(Handover { held, filled }) = memory.handover {
        let _ = write!(out, " held {} filled {}", id('c', held), id('c', filled));
    }
    if let Some(contents) = &memory.contents {
        let values: Vec<String> = contents.iter().map(literal).collect();
        let _ = write!(out, " = [{}]", values.join(", "));
    }
    out.push('\n');
}

fn process(out: &mut String, number: ProcessId, process: &Process, is_root: bool) {
    let root = if is_root { "root " } else { "" };
    let (name, entry) = (&process.name, id('b', process.entry));
    let params: String = process.params.iter().map(|var| format!(" {}", id('v', *var))).collect();
    let params = if params.is_empty() { params } else { format!(" params{params}") };
    let after: String = process.after.iter().map(|before| format!(" {}", id('p', *before))).collect();
    let after = if after.is_empty() { after } else { format!(" after{after}") };
    let buffers = process.buffers.iter().map(|(held, var)| format!(" {} {}", id('c', *held), id('v', *var)));
    let buffers: String = buffers.collect();
    let buffers = if buffers.is_empty() { buffers } else { format!(" buffers{buffers}") };
    let _ =
        writeln!(out, "{root}process {} {name:?} entry {entry}{params}{after}{buffers} {{", id('p', number));
    for (var, data) in process.vars.iter() {
        let initial = data.initial.iter().map(|value| format!(" = {}", literal(value)));
        let initial: String = initial.collect();
        let _ = writeln!(out, "  var {} {:?}: {}{initial}", id('v', var), data.name, data.ty);
    }
    process.blocks.iter().for_each(|(number, data)| block(out, number, data));
    out.push_str("}\n");
}

fn block(out: &mut String, number: BlockId, block: &Block) {
    let _ = writeln!(out, "  block {}{} {{", id('b', number), place(block.span));
    block.nodes.iter().for_each(|(number, data)| node(out, number, data));
    for (var, value) in &block.writes {
        let _ = writeln!(out, "    write {} = {}", id('v', *var), id('n', *value));
    }
    for (condition, to) in &block.exits {
        let _ = writeln!(out, "    exit {} {}", id('n', *condition), target(*to));
    }
    for read in &block.reads {
        let memories: String = read.memories.iter().map(|memory| format!(" {}", id('m', *memory))).collect();
        let _ = writeln!(out, "    split {} at {} of{memories}", id('n', read.value), id('n', read.index));
    }
    let _ = writeln!(out, "    next {}", target(block.next));
    block.repeat.iter().for_each(|data| repeat(out, data));
    if let Some(requested) = &block.requested {
        let strict = flags([("strict", requested.strict)]);
        let _ = writeln!(out, "    requested {}{strict}{}", requested.ii, place(requested.span));
    }
    if let Some(refused) = &block.refused {
        let _ = writeln!(out, "    refused {:?}{}", refused.what, place(refused.span));
    }
    for Whole { memory, why } in &block.whole {
        let _ = writeln!(out, "    whole {} {:?}{}", id('m', *memory), why.what, place(why.span));
    }
    out.push_str("  }\n");
}

fn target(target: Target) -> String {
    match target {
        Target::Block(block) => id('b', block),
        Target::Done => "done".to_owned(),
    }
}

fn repeat(out: &mut String, repeat: &Repeat) {
    let prologue = Some(repeat.prologue).filter(|prologue| *prologue > 0);
    let _ = write!(
        out,
        "    repeat {}{}{}{}",
        id('n', repeat.again),
        option("ii", repeat.ii),
        option("trips", repeat.trip_count),
        option("prologue", prologue)
    );
    for space in &repeat.independent {
        let _ = match space {
            Space::Memory(memory) => write!(out, " independent {}", id('m', *memory)),
            Space::Slice(param) => write!(out, " independent param {param}"),
        };
    }
    for (memory, window) in &repeat.bypassed {
        let _ = write!(out, " bypass {} {window}", id('m', *memory));
    }
    for nest in &repeat.counters {
        out.push_str(" nest");
        nest.iter().for_each(|data| counter(out, data));
    }
    out.push('\n');
}

fn counter(out: &mut String, counter: &LoopCounter) {
    let var = |var: VarId| id('v', var);
    let _ = write!(
        out,
        " counter {} left {}{}{} step {}{}",
        var(counter.var),
        var(counter.left),
        option("first", counter.first.map(var)),
        option("iteration", counter.iteration.map(var)),
        counter.step,
        option("trips", counter.trip_count)
    );
}

fn node(out: &mut String, number: NodeId, node: &Node) {
    let args: Vec<String> = node.args.iter().map(|arg| id('n', *arg)).collect();
    let args = if args.is_empty() { String::new() } else { format!(" ({})", args.join(", ")) };
    let name = node.name.as_ref().map_or_else(String::new, |name| format!(" {name:?}"));
    let _ = writeln!(
        out,
        "    {}: {} = {}{args}{}{}{}{}{name}{}",
        id('n', number),
        node.ty,
        operation(&node.kind),
        option("when", node.when.map(|when| id('n', when))),
        option("limit", node.limit),
        option("bound", node.bound.map(bound)),
        option("denormals", node.flushes.then_some("flushed")),
        place(node.span)
    );
}

fn bound(bound: Bound) -> String {
    let of = match bound.dsp {
        None => "any",
        Some(false) => "luts",
        Some(true) => "dsp",
    };
    format!("{of} {}", bound.latency)
}

fn operation(kind: &NodeKind) -> String {
    let through = |name: &str, access: &Access| {
        format!("{name} g{} param {} elements {}", access.bundle, access.param, access.elements)
    };
    match kind {
        NodeKind::Const(value) => format!("const {}", literal(value)),
        NodeKind::Arg(arg, low) => format!("arg a{arg} {low}"),
        NodeKind::Var(var) => format!("var {}", id('v', *var)),
        NodeKind::Unary(op) => op.name().to_owned(),
        NodeKind::Binary(op) => op.name().to_owned(),
        NodeKind::Compare(op) => op.name().to_owned(),
        NodeKind::Overflows(op) => format!("overflows.{}", op.name()),
        NodeKind::Cast => "cast".to_owned(),
        NodeKind::Bits => "bits".to_owned(),
        NodeKind::Fma => "fma".to_owned(),
        NodeKind::Select => "select".to_owned(),
        NodeKind::Load(memory) => format!("load {}", id('m', *memory)),
        NodeKind::Store(memory) => format!("store {}", id('m', *memory)),
        NodeKind::AxiRead(access) => through("axi_read", access),
        NodeKind::Element(position) => format!("element {position}"),
        NodeKind::AxiWrite(access) => through("axi_write", access),
        NodeKind::Fence(bundle) => format!("fence g{bundle}"),
        NodeKind::Output(arg) => format!("output a{arg}"),
        NodeKind::Receive(channel) => format!("receive {}", id('c', *channel)),
        NodeKind::Send(channel) => format!("send {}", id('c', *channel)),
        NodeKind::TryReceive(channel) => format!("try_receive {}", id('c', *channel)),
        NodeKind::TrySend(channel) => format!("try_send {}", id('c', *channel)),
        NodeKind::Unread(channel) => format!("unread {}", id('c', *channel)),
        NodeKind::More(channel) => format!("more {}", id('c', *channel)),
        NodeKind::Empty(channel) => format!("empty {}", id('c', *channel)),
        NodeKind::Full(channel) => format!("full {}", id('c', *channel)),
        NodeKind::Start(process) => format!("start {}", id('p', *process)),
        NodeKind::Join(process) => format!("join {}", id('p', *process)),
    }
}
