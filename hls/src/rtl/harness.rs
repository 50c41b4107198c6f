//! The generated header that binds a kernel's ports to the simulator's models.

use std::fmt::Write as _;

/// An AXI4 master of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The name between `m_axi_` and the signal: `gmem0`.
    pub name: String,
    /// Bits of its data: a power of two, 8 to 1024.
    pub data_width: u32,
    /// Does the kernel say which bytes it reads, of those that the beats carry (`m_axi_NAME_asked`)?
    pub tells_reads: bool,
}

/// The signals of an AXI4 master that the simulator uses. The models know them in lower case.
const SIGNALS: [&str; 29] = [
    "AWVALID", "AWREADY", "AWADDR", "AWID", "AWLEN", "AWSIZE", "AWBURST", "WVALID", "WREADY", "WDATA",
    "WSTRB", "WLAST", "BVALID", "BREADY", "BID", "BRESP", "ARVALID", "ARREADY", "ARADDR", "ARID", "ARLEN",
    "ARSIZE", "ARBURST", "RVALID", "RREADY", "RDATA", "RID", "RRESP", "RLAST",
];

/// The signals beside them in simulation, if there are some.
const REQUESTED: [&str; 3] = ["asked", "asked_address", "asked_bytes"];

/// Blocks that one of the kernel's signals `ap_states..` tells of.
pub const STATE_BITS: usize = 32;

/// The text of the simulator's `harness.hpp` for a kernel: its name, the bundle of its control registers, those of its
/// memory, and their signals in the Verilated class. The kernel says of so many blocks which are at work; of none, if it
/// has no signals for that.
#[must_use]
pub fn harness(kernel: &str, control: &str, bundles: &[Bundle], blocks: usize) -> String {
    let mut text = String::from(
        "// Generated: binds the kernel's ports to the models of memory.\n#pragma once\n\n#include \"Vtop.h\"\n\
         #include \"axi_slave.hpp\"\n\nnamespace simulator {\n\n",
    );
    let prefix = member(&format!("s_axi_{control}_"));
    let _ = writeln!(text, "#define CONTROL(signal) {prefix}##signal\n");
    declarations(&mut text, kernel, bundles);
    for (index, bundle) in bundles.iter().enumerate() {
        port(&mut text, index, bundle);
    }
    ports(&mut text, bundles);
    states(&mut text, blocks);
    text.push_str("\n}  // namespace simulator\n");
    text
}

/// What the host is told.
fn declarations(text: &mut String, kernel: &str, bundles: &[Bundle]) {
    let _ = writeln!(text, "constexpr const char *KERNEL = \"{kernel}\";");
    let _ = writeln!(text, "constexpr uint16_t BUNDLES = {};", bundles.len());
    text.push_str("constexpr Bundle BUNDLE_TABLE[] = {\n");
    for bundle in bundles {
        let _ = writeln!(text, "    {{\"{}\", {}}},", bundle.name, bundle.data_width);
    }
    // C++ has no empty arrays.
    text.push_str("    {nullptr, 0},\n};\n\n");
}

/// A function that finds the signals of one bundle.
fn port(text: &mut String, index: usize, bundle: &Bundle) {
    let _ = writeln!(text, "inline AxiPort port{index}(Vtop &top) {{\n    AxiPort port = {{}};");
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

/// The structure that holds the models.
fn ports(text: &mut String, bundles: &[Bundle]) {
    let (mut members, mut bindings, mut visits) = (String::new(), String::new(), String::new());
    for (index, Bundle { name, data_width, .. }) in bundles.iter().enumerate() {
        let _ = writeln!(members, "    AxiSlave<{data_width}> b{index};");
        let separator = if index == 0 { ':' } else { ',' };
        let _ = write!(
            bindings,
            "\n        {separator} b{index}({{{index}, \"{name}\", port{index}(top), memory, *timings[{index}], \
             records}})"
        );
        let _ = writeln!(visits, "        visit(b{index});");
    }
    let _ = write!(
        text,
        "struct Bundles {{\n{members}\n    Bundles([[maybe_unused]] Vtop &top, [[maybe_unused]] Memory &memory,\n            \
         [[maybe_unused]] std::vector<std::unique_ptr<Timing>> &timings,\n            \
         [[maybe_unused]] Records &records){bindings} {{}}\n\n    template <typename Visit>\n    \
         void each([[maybe_unused]] Visit &&visit) {{\n{visits}    }}\n}};\n"
    );
}

/// Functions that look at what the kernel is doing.
fn states(text: &mut String, blocks: usize) {
    let _ = writeln!(text, "\nconstexpr uint32_t BLOCKS = {blocks};");
    let waits = if blocks == 0 { "true" } else { "top.ap_waits" };
    let _ =
        writeln!(text, "inline bool kernel_waits([[maybe_unused]] const Vtop &top) {{ return {waits}; }}");
    text.push_str(
        "inline uint32_t block_states([[maybe_unused]] const Vtop &top, uint32_t word) {\n    switch (word) {\n",
    );
    for word in 0..blocks.div_ceil(STATE_BITS) {
        let _ = writeln!(text, "        case {word}: return top.ap_states{word};");
    }
    text.push_str("        default: return 0;\n    }\n}\n");
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
        let text = harness("vadd", "control", &bundles, 33);
        for line in [
            "#define CONTROL(signal) s_axi_control_##signal",
            "constexpr const char *KERNEL = \"vadd\";",
            "constexpr uint16_t BUNDLES = 2;",
            "    {\"out__\", 512},",
            "    port.awvalid = &top.m_axi_gmem0_AWVALID;",
            "    port.rlast = &top.m_axi_out___05F_RLAST;",
            "    port.asked_bytes = &top.m_axi_out___05F_asked_bytes;",
            "    AxiSlave<512> b1;",
            "constexpr uint32_t BLOCKS = 33;",
            "        case 1: return top.ap_states1;",
            "        : b0({0, \"gmem0\", port0(top), memory, *timings[0], records})",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn a_kernel_may_have_no_memory() {
        assert!(harness("timer", "regs_", &[], 0).contains("constexpr uint16_t BUNDLES = 0;"));
    }
}
