//! Directives of a kernel's interface.

use super::option::Rules;
use super::problem::{Problem, ProblemKind};

words! {
    /// How the address of an AXI master port is set.
    pub enum AddressOffset {
        /// By a register of the control interface: what hosts of Vitis kernels use.
        Slave = "slave",
    }
}

/// Bytes before the first argument in the map of the control registers (UG1399, "S_AXILITE control register map").
pub const FIRST_ARGUMENT_OFFSET: u32 = 0x10;

/// The largest offset of a control register: their addresses have 16 bits on all shells.
pub const LAST_ARGUMENT_OFFSET: u32 = 0xfff8;

/// Beats in the longest burst (AMBA AXI4, A3.4.1).
const MAX_BURST: u32 = 256;

/// The option for which one argument of a bundle speaks for all.
const WIDTH: &str = "max_widen_bitwidth";

/// Bits of the widest AXI4 data bus (AMBA AXI4, A1.2.1).
const MAX_WIDTH: u32 = 1024;

directives! {
    /// The AXI master port of a slice (UG1399, "pragma HLS interface", `m_axi`). The bundle is a property of the slice.
    #[derive(Default)]
    pub struct MAxi = "m_axi" {
        /// the number of elements that C/RTL co-simulation allocates
        depth: Option<u32> [1, u32::MAX],
        /// how the port's address is set
        offset: Option<AddressOffset>,
        /// the cycles by which a request precedes the access
        latency: Option<u32>,
        /// the number of reads under way
        num_read_outstanding: Option<u32> [1, u32::MAX],
        /// the number of writes under way
        num_write_outstanding: Option<u32> [1, u32::MAX],
        /// the greatest number of elements in a burst of reads
        max_read_burst_length: Option<u32> [1, MAX_BURST],
        /// the greatest number of elements in a burst of writes
        max_write_burst_length: Option<u32> [1, MAX_BURST],
        /// the number of bits up to which the port is widened; 0 keeps it as narrow as an element
        max_widen_bitwidth: Option<u32> [0, MAX_WIDTH],
        /// the number of the channel inside of the bundle's port
        channel: Option<u32>,
        /// the port's name in Verilog
        name: Option<String>,
    }

    /// The register of an argument (UG1399, "pragma HLS interface", `s_axilite`).
    #[derive(Default)]
    pub struct SAxilite = "s_axilite" {
        /// the byte offset in the map of the control registers
        offset: Option<u32> [FIRST_ARGUMENT_OFFSET, LAST_ARGUMENT_OFFSET],
        /// the value is kept in a register of the kernel, too
        register: bool,
    }

    /// The control interface of a kernel.
    pub struct ControlBundle = "control_bundle" {
        /// the bundle that holds all registers
        name: String,
    }

    /// One run at a time: start, done, idle (UG1399, "Block-Level Control Protocols").
    #[derive(Default)]
    pub struct ApCtrlHs = "ap_ctrl_hs" {}

    /// Runs may overlap (UG1399, "Block-Level Control Protocols"). What the Vitis flow has by default.
    #[derive(Default)]
    pub struct ApCtrlChain = "ap_ctrl_chain" {}

    /// Nobody starts the kernel, which runs again and again (UG1399, "Block-Level Control Protocols").
    #[derive(Default)]
    pub struct ApCtrlNone = "ap_ctrl_none" {}

    /// The kernel starts itself again (UG1399, "Auto-Restarting Mode").
    #[derive(Default)]
    pub struct AutoRestart = "auto_restart" {
        /// hosts exchange arguments with the kernel while it runs
        mailbox: bool,
    }

    /// The number of work-items of a group in a dimension (S20 §5.8.1, `reqd_work_group_size`).
    pub struct WorkGroupSize = "reqd_work_group_size" {
        /// the number of work-items
        items: u32 [1, u32::MAX],
    }

    /// A cache in a port (UG1399, "pragma HLS cache").
    #[derive(Default)]
    pub struct Cache = "cache" {
        /// the number of lines, a power of two
        lines: Option<u32> [1, u32::MAX],
        /// the number of elements in a line, a power of two
        depth: Option<u32> [1, u32::MAX],
    }

    /// A function is made anew for each constant value of this argument (UG1399, "pragma HLS function_instantiate").
    #[derive(Default)]
    pub struct FunctionInstantiate = "function_instantiate" {}
}

impl MAxi {
    /// The option in which arguments of one bundle contradict each other, and what Vitis does then. What one argument
    /// says of the width is said of all.
    #[must_use]
    pub fn conflict(&self, other: &Self) -> Option<(&'static str, &'static str)> {
        let mut pairs = self.port_options().into_iter().zip(other.port_options());
        let conflict = pairs.find(|((name, one), (_, other))| match (one, other) {
            (None, Some(_)) | (Some(_), None) => *name != WIDTH,
            _ => one != other,
        });
        conflict.map(|((name, _), _)| match name {
            WIDTH => (name, "Vitis takes the greater width for both (UG1448, 214-353)"),
            _ => (name, "Vitis resets all its options where arguments differ (UG1448, 200-466)"),
        })
    }

    /// The options that belong to the port and not to the argument.
    #[must_use]
    pub fn port_options(&self) -> [(&'static str, Option<u32>); 8] {
        [
            ("depth", self.depth),
            ("latency", self.latency),
            ("num_read_outstanding", self.num_read_outstanding),
            ("num_write_outstanding", self.num_write_outstanding),
            ("max_read_burst_length", self.max_read_burst_length),
            ("max_write_burst_length", self.max_write_burst_length),
            (WIDTH, self.max_widen_bitwidth),
            ("offset", self.offset.map(|_| 0)),
        ]
    }
}

impl Rules for MAxi {
    fn problem(&self) -> Option<Problem> {
        let width = self
            .max_widen_bitwidth
            .filter(|width| *width != 0 && (!width.is_power_of_two() || *width < 8))?;
        Some(Problem::new(
            ProblemKind::Value,
            format!("`max_widen_bitwidth` cannot be {width}"),
            "the data of an AXI port are 8, 16, 32 .. 1024 bits wide (AMBA AXI4)",
            "write a power of two from 8 to 1024, or 0 to keep the port as narrow as an element",
        ))
    }
}

impl Rules for SAxilite {
    fn problem(&self) -> Option<Problem> {
        let offset = self.offset.filter(|offset| offset % 4 != 0)?;
        Some(Problem::new(
            ProblemKind::Value,
            format!("a register cannot lie at {offset:#x}"),
            "registers of the control interface are whole words",
            "write a multiple of 4",
        ))
    }
}

impl Rules for Cache {
    fn problem(&self) -> Option<Problem> {
        let uneven = |(name, number): (&'static str, Option<u32>)| {
            number.filter(|number| !number.is_power_of_two()).map(|number| (name, number))
        };
        let (name, number) = [("lines", self.lines), ("depth", self.depth)].into_iter().find_map(uneven)?;
        Some(Problem::new(
            ProblemKind::Value,
            format!("`{name}` of `#[cache]` cannot be {number}"),
            "lines are found by bits of the address (UG1399)",
            format!(
                "write a power of two, such as {}",
                number.checked_next_power_of_two().unwrap_or(1 << 31)
            ),
        ))
    }
}

impl Rules for ControlBundle {}
impl Rules for ApCtrlHs {}
impl Rules for ApCtrlChain {}
impl Rules for ApCtrlNone {}
impl Rules for AutoRestart {}
impl Rules for WorkGroupSize {}
impl Rules for FunctionInstantiate {}
