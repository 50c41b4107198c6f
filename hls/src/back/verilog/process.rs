//! The modules of a kernel's processes, and the one around them.

use std::fmt::Write as _;

use super::channel::{channel, process};
use super::external_memory::Signal;
use super::names::Names;
use super::{
    BEGIN, END, Emitter, bundle, emit, introduction, observed, own_state_words, range, shared_memory,
};
use crate::rtl::Plan;
use crate::rtl::design::{ChannelId, Design, NodeKind, ProcessId};
use crate::rtl::harness::STATE_BITS;
use sycl_hls_ir::ChannelEnd;

/// A signal of a process: direction as the process sees it, width, its name there, and that in the core.
pub(super) struct Pin {
    output: bool,
    bits: u32,
    name: String,
    wire: String,
}

impl Pin {
    pub(super) fn new(output: bool, bits: u32, name: impl Into<String>, wire: impl Into<String>) -> Self {
        Self { output, bits, name: name.into(), wire: wire.into() }
    }

    /// The same name on both sides.
    fn same(output: bool, bits: u32, name: String) -> Self {
        Self { output, bits, wire: name.clone(), name }
    }
}

/// The modules of a design, and the signals of its core to external memories.
pub(super) fn core(design: &Design, plan: &Plan) -> (String, Vec<Signal>) {
    let mut emitters = design.processes.iter().map(|(id, _)| emit(design, id, &plan.processes[id]));
    if design.is_plain() {
        return emitters
            .next()
            .map_or_else(Default::default, |emitter| (emitter.text(), emitter.external_ports));
    }
    let (mut text, mut signals, mut instances) =
        (BEGIN.to_owned() + &introduction(&design.name), Vec::new(), String::new());
    let mut ports = Vec::new();
    for emitter in emitters {
        text.push_str(&module(&emitter));
        instances.push_str(&instance(&emitter));
        signals.extend(emitter.external_ports);
        ports.extend(emitter.shared_ports);
    }
    let memories = shared_memory::memories(design, plan, &ports);
    text.push_str(&around(design, &signals, &(memories + &instances)));
    text.push_str(END);
    (text, signals)
}

/// `k_load_p1`
fn module_name(design: &Design, id: ProcessId) -> String {
    let name = match design.processes[id].name.as_str() {
        "" => String::new(),
        name => format!("_{}", Names::plain(name)),
    };
    format!("{}{name}_{}", Names::plain(&design.name), process(id))
}

/// A process as a module.
fn module(emitter: &Emitter<'_>) -> String {
    let mut text = format!(
        "module {} (\n  input wire clk,\n  input wire rst_n",
        module_name(emitter.design, emitter.process)
    );
    for pin in pins(emitter) {
        let direction = if pin.output { "output" } else { "input" };
        let _ = write!(text, ",\n  {direction} wire {}{}", range(pin.bits), pin.name);
    }
    let states = range(own_state_words(emitter.machine) * STATE_BITS as u32);
    let data = &emitter.design.processes[emitter.process];
    let stuck = match emitter.design.is_observed(emitter.process) {
        false => String::new(),
        true => format!(", output wire {}stuck", range(observed::stuck_bits(data))),
    };
    let _ = write!(
        text,
        "\n`ifdef SYCL_HLS_SIMULATION\n  , output wire {states}states, output wire waits{stuck}\n`endif\n);\n"
    );
    text.push_str(&emitter.nets);
    text.push_str(&emitter.body);
    if emitter.process == emitter.design.root {
        for index in (0..emitter.design.args.len()).filter(|index| is_kept(emitter.design, *index)) {
            let _ = writeln!(text, "  assign {} = {};", kept(emitter, index), emitter.names.latched(index));
        }
    }
    text.push_str("endmodule\n");
    text
}

/// The wire of an argument while the kernel runs.
fn kept(emitter: &Emitter<'_>, arg: usize) -> String {
    format!("{}_kept", emitter.names.arg(arg))
}

/// True if a process that the kernel starts reads an argument.
fn is_kept(design: &Design, arg: usize) -> bool {
    design.inner_processes().any(|(_, process)| process.reads_arg(arg))
}

/// The signals of a process besides clock and reset.
fn pins(emitter: &Emitter<'_>) -> Vec<Pin> {
    let (design, id) = (emitter.design, emitter.process);
    let (data, mut pins) = (&design.processes[id], Vec::new());
    let is_root = id == design.root;
    if is_root {
        let control = [
            ("ap_start", false),
            ("ap_continue", false),
            ("ap_done", true),
            ("ap_ready", true),
            ("ap_idle", true),
        ];
        pins.extend(control.map(|(name, output)| Pin::same(output, 1, name.to_owned())));
    } else {
        pins.push(Pin::new(false, 1, "start", format!("{}_start", process(id))));
        pins.push(Pin::new(true, 1, "running", format!("{}_running", process(id))));
    }
    for (index, arg) in design.args.iter().enumerate() {
        if is_root && arg.direction.is_written() {
            pins.push(Pin::same(true, arg.bits, emitter.names.output(index)));
            pins.push(Pin::same(true, 1, emitter.names.output_valid(index)));
        }
        let (name, is_kept) = (emitter.names.arg(index), is_kept(design, index));
        if is_root && (is_kept || data.reads_arg(index)) {
            pins.push(Pin::same(false, arg.bits, name));
            pins.extend(is_kept.then(|| Pin::same(true, arg.bits, kept(emitter, index))));
        } else if data.reads_arg(index) {
            pins.push(Pin::new(false, arg.bits, name, kept(emitter, index)));
        }
    }
    for (position, param) in data.params.iter().enumerate() {
        let wire = format!("{}_param{position}", process(id));
        pins.push(Pin::new(false, data.vars[*param].ty.bits(), format!("param{position}"), wire));
    }
    let mut unread = Vec::new();
    for (id, channel) in design.channels.iter() {
        let (name, bits) = (self::channel(id), channel.ty.bits());
        let mut of = |ends: [(&str, bool, u32); 3]| {
            pins.extend(ends.map(|(what, output, bits)| Pin::same(output, bits, format!("{name}_{what}"))));
        };
        if data.has_end(id, ChannelEnd::Read) {
            of([("valid", false, 1), ("pop", true, 1), ("out", false, bits)]);
        }
        if data.has(|kind| *kind == NodeKind::Unread(id)) {
            unread.push(format!("{name}_unread"));
        }
        if data.has_end(id, ChannelEnd::Write) {
            of([("ready", false, 1), ("push", true, 1), ("in", true, bits)]);
        }
    }
    pins.extend(unread.into_iter().map(|name| Pin::same(true, 1, name)));
    for (id, _) in design.channels.iter().filter(|(id, _)| data.has(|kind| *kind == NodeKind::More(*id))) {
        let feeder = design.feeder(id).map(|feeder| format!("{}_running", process(feeder)));
        let wire = feeder.unwrap_or_else(|| "1'b0".to_owned());
        pins.push(Pin::new(false, 1, format!("{}_fed", channel(id)), wire));
    }
    for (id, started) in
        design.processes.iter().filter(|(id, _)| data.has(|kind| *kind == NodeKind::Start(*id)))
    {
        let name = process(id);
        pins.push(Pin::same(true, 1, format!("{name}_start")));
        pins.push(Pin::new(false, 1, format!("{name}_running"), open(design, id)));
        for (position, param) in started.params.iter().enumerate() {
            let bits = started.vars[*param].ty.bits();
            pins.push(Pin::same(true, bits, format!("{name}_param{position}")));
        }
    }
    for before in &data.after {
        pins.push(Pin::same(false, 1, format!("{}_running", process(*before))));
    }
    bundle::pins(emitter, &mut pins);
    pins.extend(emitter.shared_ports.iter().flat_map(shared_memory::SharedPort::pins));
    let external = emitter.external_ports.iter();
    pins.extend(
        external.map(|signal| Pin::same(signal.is_output(), signal.bits(), signal.name().to_owned())),
    );
    pins
}

/// The wire that tells the one who started a process whether to wait for it.
fn open(design: &Design, id: ProcessId) -> String {
    let is_alone = design.opened_with(id).next().is_none();
    format!("{}_{}", process(id), if is_alone { "running" } else { "open" })
}

/// Whether something is in a channel, or its reader holds an element of it in the end. `first` is the first process of its region.
fn held(channel: &str, first: &str) -> String {
    format!(
        "  reg {channel}_kept;\n  always @(posedge clk) {channel}_kept <= rst_n & ~{first}_start & ({channel}_kept | {channel}_unread);\n  \
         wire {channel}_held = {channel}_valid | {channel}_kept;\n"
    )
}

/// In simulation, a region with elements left in its channels does not end, so that the fault is found.
fn opened(text: &mut String, design: &Design, id: ProcessId) {
    let name = process(id);
    let left = |id: ChannelId| {
        let (name, held) = (channel(id), if design.is_held_back(id) { "_held" } else { "_valid" });
        format!(" | {name}{held}")
    };
    let valid: String = design.opened_with(id).map(left).collect();
    if !valid.is_empty() {
        let held: String = design
            .opened_with(id)
            .filter(|id| design.is_held_back(*id))
            .map(|id| held(&channel(id), &name))
            .collect();
        let _ = writeln!(
            text,
            "`ifdef SYCL_HLS_SIMULATION\n{held}  wire {name}_open = {name}_running{valid};\n`else\n  \
             wire {name}_open = {name}_running;\n`endif"
        );
    }
}

/// A process in the core.
fn instance(emitter: &Emitter<'_>) -> String {
    let (design, id) = (emitter.design, emitter.process);
    let mut text = format!("  {} {} (\n    .clk(clk), .rst_n(rst_n)", module_name(design, id), process(id));
    for pin in pins(emitter) {
        let _ = write!(text, ",\n    .{}({})", pin.name, pin.wire);
    }
    let name = process(id);
    let stuck = if design.is_observed(id) { format!(", .stuck({name}_stuck)") } else { String::new() };
    let _ = write!(
        text,
        "\n`ifdef SYCL_HLS_SIMULATION\n    , .states({name}_states), .waits({name}_waits){stuck}\n`endif\n  );\n"
    );
    text
}

/// The core: all processes, and the channels between them.
fn around(design: &Design, signals: &[Signal], instances: &str) -> String {
    let names = Names::new(design.root());
    let mut text = super::header(design, &names, signals);
    let args = design.args.iter().enumerate();
    for (index, arg) in args.filter(|(index, _)| is_kept(design, *index)) {
        let _ = writeln!(text, "  wire {}{}_kept;", range(arg.bits), names.arg(index));
    }
    for (id, data) in design.inner_processes() {
        let name = process(id);
        let _ = writeln!(text, "  wire {name}_start, {name}_running;");
        for (position, param) in data.params.iter().enumerate() {
            let _ = writeln!(text, "  wire {}{name}_param{position};", range(data.vars[*param].ty.bits()));
        }
    }
    for (id, data) in design.channels.iter() {
        let (name, bits) = (channel(id), data.ty.bits());
        let _ = writeln!(text, "  wire {name}_push, {name}_ready, {name}_pop, {name}_valid;");
        let _ = writeln!(text, "  wire {}{name}_in, {name}_out;", range(bits));
        if design.is_held_back(id) {
            let _ = writeln!(text, "  wire {name}_unread;");
        }
        // A region that is entered again begins with empty channels.
        let emptied = data.opened.map(|first| format!(" & ~{}_start", process(first))).unwrap_or_default();
        let _ = writeln!(
            text,
            "  sh_channel #(.WIDTH({bits}), .DEPTH({})) {name} (.clk(clk), .rst_n(rst_n{emptied}), .push({name}_push), .in({name}_in), .ready({name}_ready), .pop({name}_pop), .valid({name}_valid), .out({name}_out));",
            data.depth
        );
        if let Some(end) = data.port {
            text.push_str(&outside(&name, end));
        }
        // An end that nobody uses.
        for (end, wires) in [(ChannelEnd::Write, ["push", "in"].as_slice()), (ChannelEnd::Read, &["pop"])] {
            let is_outside = data.port.is_some_and(|own| own != end);
            if design.owner_of_end(id, end).is_none() && !is_outside {
                for wire in wires {
                    let _ = writeln!(text, "  assign {name}_{wire} = 0;");
                }
            }
        }
    }
    design.processes.iter().for_each(|(id, _)| opened(&mut text, design, id));
    observe(&mut text, design);
    bundle::shared(&mut text, design);
    text.push_str(instances);
    text.push_str("endmodule\n");
    text
}

/// The end of a channel that is outside of the kernel: an element passes where both sides are ready.
fn outside(name: &str, kernel: ChannelEnd) -> String {
    match kernel {
        ChannelEnd::Read => format!(
            "  assign {name}_push = {name}_tvalid & {name}_ready;\n  assign {name}_in = {name}_tdata;\n  assign {name}_tready = {name}_ready;\n"
        ),
        ChannelEnd::Write => format!(
            "  assign {name}_pop = {name}_valid & {name}_tready;\n  assign {name}_tvalid = {name}_valid;\n  assign {name}_tdata = {name}_out;\n"
        ),
    }
}

/// What simulations see of all processes: their blocks at work, and whether each that runs stands still.
fn observe(text: &mut String, design: &Design) {
    text.push_str("`ifdef SYCL_HLS_SIMULATION\n");
    let mut names = Vec::new();
    for (id, _) in design.processes.iter() {
        let name = process(id);
        let states = range(own_state_words(design.machine(id)) * STATE_BITS as u32);
        let _ = writeln!(text, "  wire {states}{name}_states;\n  wire {name}_waits;");
        names.push(name);
    }
    let blocks = names.iter().map(|name| format!("{name}_states"));
    let mut states: Vec<String> = blocks.chain(observed::parts(text, design)).collect();
    states.reverse();
    let waits: Vec<String> = names.iter().map(|name| format!("{name}_waits")).collect();
    let _ = writeln!(
        text,
        "  assign states = {{{}}};\n  assign waits = {};",
        states.join(", "),
        waits.join(" & ")
    );
    text.push_str("`endif\n");
}
