//! The generated C++ that binds a kernel's ports to the simulator's models.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// An AXI4 master of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The name between `m_axi_` and the signal: `gmem0`.
    pub name: String,
    /// Bits of its data: a power of two, 8 to 1024.
    pub data_width: u32,
    /// True if the kernel states which bytes of a beat it reads (`m_axi_NAME_asked`).
    pub tells_reads: bool,
}

/// An AXI-stream port of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamPort {
    /// The name before `_TDATA`.
    pub name: String,
    /// True if the kernel reads it.
    pub input: bool,
    /// Bytes of an element.
    pub bytes: usize,
    /// What of an element which signal has, from the lowest bit, with the bits of each.
    pub signals: Vec<(&'static str, u32)>,
}

/// The signals of an AXI4 master that the simulator uses. The models know them in lower case.
const SIGNALS: [&str; 29] = [
    "AWVALID", "AWREADY", "AWADDR", "AWID", "AWLEN", "AWSIZE", "AWBURST", "WVALID", "WREADY", "WDATA",
    "WSTRB", "WLAST", "BVALID", "BREADY", "BID", "BRESP", "ARVALID", "ARREADY", "ARADDR", "ARID", "ARLEN",
    "ARSIZE", "ARBURST", "RVALID", "RREADY", "RDATA", "RID", "RRESP", "RLAST",
];

/// The signals beside them in simulation, if there are some.
const REQUESTED: [&str; 3] = ["asked", "asked_address", "asked_bytes"];

/// The signals of the control registers that the simulator uses.
const CONTROL_SIGNALS: [&str; 17] = [
    "AWVALID", "AWREADY", "AWADDR", "WVALID", "WREADY", "WDATA", "WSTRB", "BVALID", "BREADY", "BRESP",
    "ARVALID", "ARREADY", "ARADDR", "RVALID", "RREADY", "RDATA", "RRESP",
];

/// Blocks that one of the kernel's signals `ap_states..` tells of.
pub const STATE_BITS: usize = 32;

/// What binds a kernel to the simulator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harness {
    /// C++ that is compiled with Verilator's.
    pub text: String,
    /// The widths of the kernel's memory ports, in bits.
    pub data_widths: BTreeSet<u32>,
}

/// The harness of a kernel: its name, the bundle of its control registers, those of its memory, and their signals in the
/// Verilated class. The kernel says of so many blocks which are at work; of none, if it has no signals for that.
#[must_use]
pub fn harness(
    kernel: &str,
    control: &str,
    (bundles, streams): (&[Bundle], &[StreamPort]),
    blocks: usize,
) -> Harness {
    let mut text = String::from(
        "// Generated: binds the kernel's ports to the models around it.\n#include \"Vtop.h\"\n\
         #include \"kernel.hpp\"\n\nnamespace simulator {\n\nnamespace {\n\n",
    );
    bundles.iter().enumerate().for_each(|(index, bundle)| port(&mut text, index, bundle));
    bound(&mut text, control, (bundles.len(), streams), blocks);
    text.push_str("}  // namespace\n\n");
    description(&mut text, kernel, bundles, blocks);
    slaves(&mut text, bundles);
    text.push_str("}  // namespace simulator\n");
    Harness { text, data_widths: bundles.iter().map(|bundle| bundle.data_width).collect() }
}

/// A function that finds the signals of one bundle.
fn port(text: &mut String, index: usize, bundle: &Bundle) {
    let _ = writeln!(text, "AxiPort port{index}(Vtop &top) {{\n    AxiPort port = {{}};");
    for signal in SIGNALS {
        let field = signal.to_lowercase();
        let member = member(&format!("m_axi_{}_{signal}", bundle.name));
        let _ = writeln!(text, "    port.{field} = &top.{member};");
    }
    for signal in REQUESTED.iter().filter(|_| bundle.tells_reads) {
        let member = member(&format!("m_axi_{}_{signal}", bundle.name));
        let _ = writeln!(text, "    port.{signal} = &top.{member};");
    }
    text.push_str("    return port;\n}\n\n");
}

/// The class of the kernel.
fn bound(text: &mut String, control: &str, (bundles, streams): (usize, &[StreamPort]), blocks: usize) {
    let mut body = String::new();
    for (field, signal) in [
        ("clock", "ap_clk"),
        ("reset_n", "ap_rst_n"),
        ("started", "ap_start_probe"),
        ("done", "ap_done_probe"),
        // Verilator's name for a port that is called like something in C.
        ("interrupt", "__SYM__interrupt"),
    ] {
        let _ = writeln!(body, "        {field} = &top_.{signal};");
    }
    let waits = if blocks == 0 { "nullptr" } else { "&top_.ap_waits" };
    let _ = writeln!(body, "        waits = {waits};");
    for signal in CONTROL_SIGNALS {
        let member = member(&format!("s_axi_{control}_{signal}"));
        let _ = writeln!(body, "        control.{} = &top_.{member};", signal.to_lowercase());
    }
    let ports: Vec<String> = (0..bundles).map(|index| format!("port{index}(top_)")).collect();
    let _ = writeln!(body, "        ports = {{{}}};", ports.join(", "));
    for StreamPort { name, input, bytes, signals } in streams {
        let signal = |what: &str| member(&format!("{name}_{what}"));
        let parts: Vec<String> =
            signals.iter().map(|(what, bits)| format!("{{&top_.{}, {bits}}}", signal(what))).collect();
        let _ = writeln!(
            body,
            "        streams.push_back({{{{{}}}, &top_.{}, &top_.{}, {input}, {bytes}}});",
            parts.join(", "),
            signal("TVALID"),
            signal("TREADY")
        );
    }
    let words: String = (0..blocks.div_ceil(STATE_BITS))
        .map(|word| format!("            case {word}: return top_.ap_states{word};\n"))
        .collect();
    let _ = writeln!(
        text,
        "class Bound final : public Kernel {{\npublic:\n    explicit Bound(VerilatedContext &context) : top_(&context, \
         \"top\") {{\n{body}    }}\n\n    void eval() override {{ top_.eval(); }}\n    void final() override {{ \
         top_.final(); }}\n\n    uint32_t blocks(uint32_t word) const override {{\n        switch (word) \
         {{\n{words}            default: return 0;\n        }}\n    }}\n\n#if VM_TRACE\n    \
         void trace(Trace &trace, int depth) override {{ top_.trace(&trace, depth); }}\n#endif\n\n\
         private:\n    Vtop top_;\n}};\n"
    );
}

/// What the host is told.
fn description(text: &mut String, kernel: &str, bundles: &[Bundle], blocks: usize) {
    let rows: Vec<String> =
        bundles.iter().map(|it| format!("{{\"{}\", {}}}", it.name, it.data_width)).collect();
    let _ = writeln!(
        text,
        "const Description DESCRIPTION = {{\"{kernel}\", {{{}}}, {blocks}}};\n\n\
         std::unique_ptr<Kernel> make_kernel(VerilatedContext &context) {{ return std::make_unique<Bound>(context); }}\n",
        rows.join(", ")
    );
}

/// The models of the memory ports.
fn slaves(text: &mut String, bundles: &[Bundle]) {
    let cases: String = bundles
        .iter()
        .enumerate()
        .map(|(index, it)| {
            format!("        case {index}: return make_slave_of<{}>(std::move(bus));\n", it.data_width)
        })
        .collect();
    let _ = writeln!(
        text,
        "std::unique_ptr<AxiSlave> make_slave(size_t bundle, Bus &&bus) {{\n    switch (bundle) {{\n{cases}        \
         default: return nullptr;\n    }}\n}}\n"
    );
}

/// What Verilator calls a port in C++: it writes a second underscore in a row as its code.
fn member(port: &str) -> String {
    port.replace("__", "___05F")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_bound_by_name() {
        let bundles = [("gmem0", 32, false), ("out__", 512, true)]
            .map(|(name, data_width, tells_reads)| Bundle { name: name.into(), data_width, tells_reads });
        let stream = StreamPort { name: "in__x".into(), input: true, bytes: 4, signals: vec![("TDATA", 32)] };
        let Harness { text, data_widths } = harness("vadd", "control", (&bundles, &[stream]), 33);
        assert_eq!(data_widths, BTreeSet::from([32, 512]));
        for line in [
            "        control.awready = &top_.s_axi_control_AWREADY;",
            "const Description DESCRIPTION = {\"vadd\", {{\"gmem0\", 32}, {\"out__\", 512}}, 33};",
            "        ports = {port0(top_), port1(top_)};",
            "    port.awvalid = &top.m_axi_gmem0_AWVALID;",
            "    port.rlast = &top.m_axi_out___05F_RLAST;",
            "    port.asked_bytes = &top.m_axi_out___05F_asked_bytes;",
            "        case 1: return make_slave_of<512>(std::move(bus));",
            "            case 1: return top_.ap_states1;",
            "        streams.push_back({{{&top_.in___05Fx_TDATA, 32}}, &top_.in___05Fx_TVALID, &top_.in___05Fx_TREADY, true, 4});",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn a_kernel_may_have_no_memory() {
        let Harness { text, data_widths } = harness("timer", "regs_", (&[], &[]), 0);
        assert!(text.contains("DESCRIPTION = {\"timer\", {}, 0};") && data_widths.is_empty(), "{text}");
    }
}
