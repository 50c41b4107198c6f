//! The kernel as Vitis links it: control registers, core, and a bridge for each direction of each bundle.

use std::fmt::Write as _;

use sycl_hls_types::{Packet, Scalar};

use super::registers::{Argument, Control, Protocol, address_bits, arguments, emit, module_name};
use crate::abi::{AbiKernel, AbiParamKind};
use crate::rtl::design::{Bundle, Design, Machine};

use super::axi::request_bits;
use super::channel::channel;
use super::names::Names;
use super::operand::NEVER;
use super::{BEGIN, END, state_words};
use crate::rtl::harness::STATE_BITS;

/// Signals of an AXI4 master: direction as the kernel sees it, name, width of those that have one.
const READ: [(bool, &str, Width); 17] = [
    (true, "ARID", Width::Bits(1)),
    (true, "ARADDR", Width::Bits(64)),
    (true, "ARLEN", Width::Bits(8)),
    (true, "ARSIZE", Width::Bits(3)),
    (true, "ARBURST", Width::Bits(2)),
    (true, "ARLOCK", Width::Bits(2)),
    (true, "ARCACHE", Width::Bits(4)),
    (true, "ARPROT", Width::Bits(3)),
    (true, "ARQOS", Width::Bits(4)),
    (true, "ARREGION", Width::Bits(4)),
    (true, "ARVALID", Width::One),
    (false, "ARREADY", Width::One),
    (false, "RID", Width::Bits(1)),
    (false, "RRESP", Width::Bits(2)),
    (false, "RDATA", Width::Data),
    (false, "RLAST", Width::One),
    (false, "RVALID", Width::One),
];
const READ_READY: (bool, &str, Width) = (true, "RREADY", Width::One);
const WRITE: [(bool, &str, Width); 21] = [
    (true, "AWID", Width::Bits(1)),
    (true, "AWADDR", Width::Bits(64)),
    (true, "AWLEN", Width::Bits(8)),
    (true, "AWSIZE", Width::Bits(3)),
    (true, "AWBURST", Width::Bits(2)),
    (true, "AWLOCK", Width::Bits(2)),
    (true, "AWCACHE", Width::Bits(4)),
    (true, "AWPROT", Width::Bits(3)),
    (true, "AWQOS", Width::Bits(4)),
    (true, "AWREGION", Width::Bits(4)),
    (true, "AWVALID", Width::One),
    (false, "AWREADY", Width::One),
    (true, "WDATA", Width::Data),
    (true, "WSTRB", Width::Strobes),
    (true, "WLAST", Width::One),
    (true, "WVALID", Width::One),
    (false, "WREADY", Width::One),
    (false, "BID", Width::Bits(1)),
    (false, "BRESP", Width::Bits(2)),
    (false, "BVALID", Width::One),
    (true, "BREADY", Width::One),
];

#[derive(Clone, Copy)]
enum Width {
    One,
    Bits(u32),
    Data,
    Strobes,
}

impl Width {
    fn range(self, data: u32) -> String {
        let bits = match self {
            Self::One => return String::new(),
            Self::Bits(bits) => bits,
            Self::Data => data,
            Self::Strobes => data / 8,
        };
        format!("[{}:0] ", bits - 1)
    }
}

/// Bits of a bundle's data.
#[must_use]
pub const fn data_width(bundle: &Bundle) -> u32 {
    bundle.data_bits
}

/// The modules of a kernel besides its core and the library: the control registers, and all together.
#[must_use]
pub fn top(kernel: &AbiKernel, design: &Design) -> String {
    let machine = design.root();
    let arguments = arguments(kernel);
    let mut text = BEGIN.to_owned() + &introduction(machine.name, Protocol::of(kernel));
    text.push_str(&emit(machine.name, &arguments, machine.bundles.len(), Control::of(kernel)));
    let _ = write!(text, "\nmodule {} (\n", machine.name);
    ports(&mut text, kernel, &arguments, design);
    text.push_str("  wire ap_start, ap_done, ap_ready, ap_idle, ap_continue;\n");
    errors(&mut text, machine.bundles);
    control(&mut text, kernel, &arguments, machine);
    machine.bundles.iter().for_each(|bundle| wires(&mut text, bundle));
    let names = Names::new(machine);
    let states = super::range(state_words(design) * STATE_BITS as u32);
    let _ = writeln!(text, "`ifdef SYCL_HLS_SIMULATION\n  wire {states}states;\n`endif");
    let _ = write!(
        text,
        "  {}_core core (\n    .clk(ap_clk), .rst_n(ap_rst_n), .ap_start(ap_start), .ap_continue(ap_continue),\n    .ap_done(ap_done), .ap_ready(ap_ready), .ap_idle(ap_idle)",
        machine.name
    );
    for (index, (argument, arg)) in arguments.iter().zip(machine.args).enumerate() {
        let part = if u64::from(arg.bits) < argument.bits() {
            format!("[{}:0]", arg.bits - 1)
        } else {
            String::new()
        };
        if arg.direction.is_read() {
            let _ = write!(text, ",\n    .{}(arg_{}{part})", names.arg(index), argument.name);
        }
        if arg.direction.is_written() {
            let (output, valid) = (names.output(index), names.output_valid(index));
            let _ = write!(text, ",\n    .{output}(out_{0}), .{valid}(out_{0}_vld)", argument.name);
        }
    }
    machine.bundles.iter().for_each(|bundle| to_bridges(&mut text, bundle));
    for (stream, (id, data, _)) in streams(kernel).zip(design.ports()) {
        let (name, channel) = (stream.name, channel(id));
        let element = match stream.packet {
            Some(packet) => {
                let signals = packet.present().rev().map(|(signal, _)| format!("{name}_{signal}"));
                format!("{{{}}}", signals.collect::<Vec<_>>().join(", "))
            }
            None => format!("{name}_TDATA[{}:0]", data.ty.bits() - 1),
        };
        let _ = write!(
            text,
            ",\n    .{channel}_tdata({element}), .{channel}_tvalid({name}_TVALID), .{channel}_tready({name}_TREADY)"
        );
    }
    text.push_str("\n`ifdef SYCL_HLS_SIMULATION\n    , .states(states), .waits(ap_waits)\n`endif\n  );\n");
    machine.bundles.iter().for_each(|bundle| bridges(&mut text, bundle));
    text.push_str("`ifdef SYCL_HLS_SIMULATION\n  assign ap_start_probe = ap_start | ~ap_idle;\n  assign ap_done_probe = ap_done;\n");
    for word in 0..state_words(design) {
        let low = word * STATE_BITS as u32;
        let _ = writeln!(text, "  assign ap_states{word} = states[{}:{low}];", low + STATE_BITS as u32 - 1);
    }
    machine
        .bundles
        .iter()
        .filter(|bundle| tells_reads(bundle))
        .for_each(|bundle| requested(&mut text, bundle));
    text.push_str("`endif\nendmodule\n");
    text.push_str(END);
    text
}

/// An AXI-stream port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream<'k> {
    /// The name before `_TDATA`.
    pub name: &'k str,
    /// True if the kernel reads it.
    pub input: bool,
    /// Bytes of an element as hosts have it.
    pub bytes: usize,
    /// The type of TDATA.
    pub data: Scalar,
    /// All signals, if its elements are packets.
    pub packet: Option<Packet>,
}

impl Stream<'_> {
    /// Bits of TDATA: whole bytes.
    #[must_use]
    pub const fn data_bits(&self) -> u32 {
        8 * self.data.bytes() as u32
    }

    /// Its signals besides the handshake, with their bits: those of an element, from its lowest bit.
    #[must_use]
    pub fn signals(&self) -> Vec<(&'static str, u32)> {
        self.packet.map_or_else(|| vec![("TDATA", self.data_bits())], |packet| packet.present().collect())
    }
}

/// The AXI-stream ports of a kernel.
pub fn streams(kernel: &AbiKernel) -> impl Iterator<Item = Stream<'_>> {
    kernel.params.iter().filter_map(|param| match param.kind {
        AbiParamKind::Stream { scalar, input, packet } => {
            let data = packet.map_or(scalar, |packet| packet.data);
            Some(Stream { name: &param.name, input, bytes: scalar.bytes(), data, packet })
        }
        _ => None,
    })
}

/// The signal that tells of errors, as [`MemoryErrors`](sycl_hls_types::MemoryErrors) has them: of each port two bits.
fn errors(text: &mut String, bundles: &[Bundle]) {
    let mut bits = Vec::new();
    for bundle in bundles {
        for (used, module) in [(bundle.reads, READ_BRIDGE), (bundle.writes, WRITE_BRIDGE)] {
            let error = format!("{}_{module}_error", bundle.name);
            if used {
                let _ = writeln!(text, "  wire {error};");
            }
            bits.push(if used { error } else { NEVER.to_owned() });
        }
    }
    if !bits.is_empty() {
        bits.reverse();
        let _ = writeln!(text, "  wire [{}:0] errors = {{{}}};", bits.len() - 1, bits.join(", "));
    }
}

/// What a reader has to know of the kernel's top module.
fn introduction(kernel: &str, protocol: Protocol) -> String {
    let done = match protocol {
        // Alone it is simulated as if it were started.
        Protocol::Handshake | Protocol::None => "`ap_done` is there for a cycle",
        Protocol::Chain => "`ap_done` stays until the host writes ap_continue",
    };
    format!(
        "// The kernel `{kernel}` as Vitis links it: control registers, core, and a bridge for each direction of each AXI port.
//
// Clock and reset: `ap_clk`, rising edge; `ap_rst_n`, synchronous and active low. Control is reset, data is not.
// Start and end: {}; {done}. The core takes its arguments when it starts, and is ready for those of the
// next run, which a start within this one begins behind its end.
// Stalls: bridges hold requests and elements in FIFOs; the core stands still while one of them is full or empty.
// Registers: the map is that of the control registers, which follow.

",
        protocol.name()
    )
}

/// True if a simulation is told which bytes are read through a bundle's port: fewer than a beat carries if elements are narrower.
#[must_use]
pub const fn tells_reads(bundle: &Bundle) -> bool {
    bundle.reads && !bundle.is_whole()
}

/// The bytes of each request for reading.
fn requested(text: &mut String, bundle: &Bundle) {
    let name = &bundle.name;
    let missing = 64 - request_bits(bundle).0;
    let length = format!("{{{{{missing}{{1'b0}}}}, {name}_req_len}}");
    let bytes = if bundle.widened { length } else { format!("{length} << {name}_req_size") };
    let _ = write!(
        text,
        "  assign m_axi_{name}_asked = {name}_req_valid & {name}_req_ready;\n  assign m_axi_{name}_asked_address = {name}_req_addr;\n  assign m_axi_{name}_asked_bytes = {bytes};\n"
    );
}

fn ports(text: &mut String, kernel: &AbiKernel, arguments: &[Argument], design: &Design) {
    let machine = design.root();
    let (name, top) = (kernel.control_bundle(), address_bits(arguments) - 1);
    text.push_str("  input wire ap_clk,\n  input wire ap_rst_n,\n");
    for (direction, signal, range) in lite(top) {
        let _ = writeln!(text, "  {direction} wire {range}s_axi_{name}_{signal},");
    }
    for bundle in machine.bundles {
        for (output, signal, width) in READ.iter().chain([&READ_READY]).chain(&WRITE) {
            let direction = if *output { "output" } else { "input" };
            let range = width.range(data_width(bundle));
            let _ = writeln!(text, "  {direction} wire {range}m_axi_{}_{signal},", bundle.name);
        }
    }
    for stream in streams(kernel) {
        let name = stream.name;
        let (to, from) = if stream.input { ("input", "output") } else { ("output", "input") };
        for (signal, bits) in stream.signals() {
            let _ = writeln!(text, "  {to} wire [{}:0] {name}_{signal},", bits - 1);
        }
        let _ = write!(text, "  {to} wire {name}_TVALID,\n  {from} wire {name}_TREADY,\n");
    }
    text.push_str(
        "`ifdef SYCL_HLS_SIMULATION\n  output wire ap_start_probe,\n  output wire ap_done_probe,\n  output wire ap_waits,\n",
    );
    for word in 0..state_words(design) {
        let _ = writeln!(text, "  output wire [{}:0] ap_states{word},", STATE_BITS - 1);
    }
    for bundle in machine.bundles.iter().filter(|bundle| tells_reads(bundle)) {
        let requested = format!("m_axi_{}_asked", bundle.name);
        let _ = write!(
            text,
            "  output wire {requested},\n  output wire [63:0] {requested}_address,\n  output wire [63:0] {requested}_bytes,\n"
        );
    }
    text.push_str("`endif\n");
    text.push_str("  output wire interrupt\n);\n");
}

/// The signals of the AXI4-Lite slave.
fn lite(top: u32) -> Vec<(&'static str, &'static str, String)> {
    let one = String::new;
    vec![
        ("input", "AWADDR", format!("[{top}:0] ")),
        ("input", "AWVALID", one()),
        ("output", "AWREADY", one()),
        ("input", "WDATA", "[31:0] ".to_owned()),
        ("input", "WSTRB", "[3:0] ".to_owned()),
        ("input", "WVALID", one()),
        ("output", "WREADY", one()),
        ("output", "BRESP", "[1:0] ".to_owned()),
        ("output", "BVALID", one()),
        ("input", "BREADY", one()),
        ("input", "ARADDR", format!("[{top}:0] ")),
        ("input", "ARVALID", one()),
        ("output", "ARREADY", one()),
        ("output", "RDATA", "[31:0] ".to_owned()),
        ("output", "RRESP", "[1:0] ".to_owned()),
        ("output", "RVALID", one()),
        ("input", "RREADY", one()),
    ]
}

fn control(text: &mut String, kernel: &AbiKernel, arguments: &[Argument], machine: Machine<'_>) {
    for argument in arguments {
        for (_, signal, bits) in argument.ports() {
            let _ = writeln!(text, "  wire {}{signal};", super::range(bits));
        }
    }
    let bundle = kernel.control_bundle();
    let _ = write!(text, "  {} control (\n    .clk(ap_clk), .rst_n(ap_rst_n)", module_name(machine.name));
    for (_, signal, _) in lite(0) {
        let _ = write!(text, ",\n    .s_axi_{signal}(s_axi_{bundle}_{signal})");
    }
    for argument in arguments {
        for (_, signal, _) in argument.ports() {
            let _ = write!(text, ",\n    .{signal}({signal})");
        }
    }
    text.push_str(",\n    .ap_start(ap_start), .ap_continue(ap_continue), .ap_done(ap_done), .ap_ready(ap_ready), .ap_idle(ap_idle),\n    .interrupt(interrupt)");
    if !machine.bundles.is_empty() {
        text.push_str(", .errors(errors)");
    }
    text.push_str("\n  );\n");
}

/// The library's modules.
const READ_BRIDGE: &str = "sh_axi_read";
const WRITE_BRIDGE: &str = "sh_axi_write";

const READ_SIDE: [&str; 8] =
    ["req_valid", "req_ready", "req_addr", "req_len", "req_size", "rsp_valid", "rsp_ready", "rsp_data"];
const WRITE_SIDE: [&str; 9] = [
    "cmd_valid",
    "cmd_ready",
    "cmd_addr",
    "cmd_len",
    "cmd_size",
    "dat_valid",
    "dat_ready",
    "dat_data",
    "idle",
];

fn sides(bundle: &Bundle) -> Vec<&'static str> {
    let read = READ_SIDE.iter().filter(|_| bundle.reads);
    read.chain(WRITE_SIDE.iter().filter(|_| bundle.writes)).copied().collect()
}

fn to_bridges(text: &mut String, bundle: &Bundle) {
    for signal in sides(bundle) {
        let _ = write!(text, ",\n    .{0}_{signal}({0}_{signal})", bundle.name);
    }
}

/// The nets between the core and a bundle's bridges.
fn wires(text: &mut String, bundle: &Bundle) {
    let name = &bundle.name;
    let (length, size) = request_bits(bundle);
    for signal in sides(bundle) {
        let range = match signal.rsplit('_').next() {
            Some("addr") => "[63:0] ".to_owned(),
            Some("len") => super::range(length),
            Some("size") => super::range(size),
            Some("data") => format!("[{}:0] ", bundle.element_bytes * 8 - 1),
            _ => String::new(),
        };
        let _ = writeln!(text, "  wire {range}{name}_{signal};");
    }
}

fn bridges(text: &mut String, bundle: &Bundle) {
    let name = &bundle.name;
    let reads: Vec<_> = READ.iter().chain([&READ_READY]).collect();
    let writes: Vec<_> = WRITE.iter().collect();
    for (used, module, burst, side, signals) in [
        (bundle.reads, READ_BRIDGE, bundle.read_burst, READ_SIDE.as_slice(), reads),
        (bundle.writes, WRITE_BRIDGE, bundle.write_burst, WRITE_SIDE.as_slice(), writes),
    ] {
        if used {
            bridge(text, bundle, (module, burst), side, &signals);
        } else {
            for (_, signal, width) in signals.iter().filter(|(output, ..)| *output) {
                let bits = match width {
                    Width::One => 1,
                    Width::Bits(bits) => *bits,
                    Width::Data => data_width(bundle),
                    Width::Strobes => data_width(bundle) / 8,
                };
                let _ = writeln!(text, "  assign m_axi_{name}_{signal} = {{{bits}{{1'b0}}}};");
            }
        }
    }
}

fn bridge(
    text: &mut String,
    bundle: &Bundle,
    (module, burst): (&str, u32),
    side: &[&str],
    signals: &[&(bool, &str, Width)],
) {
    let name = &bundle.name;
    let (length, size) = request_bits(bundle);
    let kind = match bundle.widened {
        true => format!(", .GROUPS(1), .LEN_WIDTH({length}), .SIZE_WIDTH({size})"),
        false if bundle.has_one_size() => ", .ONE_SIZE(1)".to_owned(),
        false => String::new(),
    };
    let _ = write!(
        text,
        "  {module} #(.DATA_WIDTH({}), .ELEM_WIDTH({}), .WHOLE({}){kind}, .MAX_BURST({burst}), .CAPACITY({})) {name}_{module} (\n    .clk(ap_clk), .rst_n(ap_rst_n)",
        data_width(bundle),
        bundle.element_bytes * 8,
        u8::from(bundle.is_whole()),
        Bundle::capacity(burst)
    );
    for signal in side {
        let _ = write!(text, ",\n    .{signal}({name}_{signal})");
    }
    for (_, signal, _) in signals {
        let _ = write!(text, ",\n    .m_axi_{signal}(m_axi_{name}_{signal})");
    }
    let _ = write!(text, ",\n    .error({name}_{module}_error)\n  );\n");
}
