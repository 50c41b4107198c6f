//! The project as types.

use std::fmt;

use crate::numbered::numbered;

/// A project: what the whole text describes (`project`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    /// Name. XRT's hardware emulation names folders after it.
    pub name: String,
    /// The platform that the project is for.
    pub platform: Platform,
    /// The FPGA, as family, part, package and speed: `virtexuplus:xcu200:fsgd2104:-2:e` (`device@fpgaDevice`).
    pub fpga_device: String,
    /// What the image runs on (`core@target`). What has only kernels outside of programmable logic says nothing of it.
    pub target: Option<CoreTarget>,
    /// The clocks that kernels run on (`core/kernelClocks/clock`).
    pub clocks: Vec<KernelClock>,
    /// The kernels (`core/kernel`).
    pub kernels: Vec<Kernel>,
}

/// The platform that a project is for (`platform`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Platform {
    /// Vendor: `xilinx`.
    pub vendor: String,
    /// Board: `u200`.
    pub board_id: String,
    /// Name: `gen3x16_xdma_2`.
    pub name: String,
    /// Major part of the version: `202110`.
    pub version_major: String,
    /// Minor part of the version: `1`.
    pub version_minor: String,
}

impl fmt::Display for Platform {
    /// The platform's name (VBNV): its parts with underscores between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [&self.vendor, &self.board_id, &self.name, &self.version_major, &self.version_minor];
        let known: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        f.write_str(&known.join("_"))
    }
}

/// What an image runs on (`core@target`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoreTarget {
    /// Software emulation: `csim`.
    Csim,
    /// Hardware emulation: `cosim`; some tools write `hw_em`.
    Cosim,
    /// Hardware: `bitstream`.
    Bitstream,
}

/// A clock that kernels run on (`clock`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelClock {
    /// Port: `KERNEL_CLK` is the one whose frequency XRT reports.
    pub port: String,
    /// Frequency in MHz.
    pub mhz: u32,
}

/// A kernel: a function that compute units execute (`kernel`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kernel {
    /// Name: letters, digits and `_`.
    pub name: String,
    /// Language of the source: `c`, `clc` or `ip`.
    pub language: String,
    /// How compute units are started: `ap_ctrl_hs`.
    pub hw_control_protocol: String,
    /// The number of counters of runs after which compute units stop to start themselves again: 0 or 1.
    pub counted_auto_restart: u64,
    /// Which values hosts exchange with runs that are under way.
    pub mailbox: Mailbox,
    /// The interfaces.
    pub ports: Vec<Port>,
    /// The arguments.
    pub args: Vec<Arg>,
    /// Work-items of a work-group, 0 when not stated.
    pub work_group_size: u64,
    /// Extent of the work-group that the kernel was compiled for, in work-items; 0 when not stated.
    pub compile_work_group_size: [u64; 3],
    /// Extent of the largest work-group, in work-items; 0 when not stated.
    pub max_work_group_size: [u64; 3],
    /// The compute units.
    pub instances: Vec<Instance>,
}

/// Which values hosts exchange with runs that are under way (`kernel@mailbox`; XRT's `convert_to_mailbox_type`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mailbox {
    /// None: `none`, `false`.
    #[default]
    None,
    /// Arguments: `in`.
    In,
    /// Results: `out`.
    Out,
    /// Both: `inout`, `both`, `true`.
    Both,
}

/// An interface of a kernel (`port`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Name: `M_AXI_GMEM0`, `S_AXI_CONTROL`.
    pub name: String,
    /// Who starts transfers.
    pub mode: PortMode,
    /// Size of the address space, in bytes.
    pub range: u64,
    /// Width of a transfer, in bits; 0 when not stated.
    pub data_width: u64,
    /// Memory or stream.
    pub port_type: PortType,
    /// First address, in bytes.
    pub base: u64,
}

/// Who starts transfers on a port (`port@mode`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PortMode {
    /// The kernel: `master`.
    Master,
    /// The host, which reaches the kernel's registers here: `slave`. A kernel has at most one such port.
    Slave,
    /// The source of a stream into the kernel: `read_only`.
    ReadOnly,
    /// The kernel, into a stream: `write_only`.
    WriteOnly,
}

/// Kind of an interface (`port@portType`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PortType {
    /// Transfers have addresses: `addressable`.
    Addressable,
    /// Transfers have an order: `stream`.
    Stream,
}

/// An argument of a kernel (`arg`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Name.
    pub name: String,
    /// What the argument refers to.
    pub address_qualifier: AddressQualifier,
    /// Position, from 0; `None` for what XRT passes by itself. Parts of one argument share a position.
    pub id: Option<u64>,
    /// The port it goes through: of a buffer, the one that reaches the memory.
    pub port: String,
    /// Size in the registers, in bytes: 8 for a buffer's address.
    pub size: u64,
    /// Address of the register relative to the compute unit's base, in bytes.
    pub offset: u64,
    /// Offset in the host's value, in bytes.
    pub host_offset: u64,
    /// Size of the host's value, in bytes.
    pub host_size: u64,
    /// The C type, as text: `float*` (`type`).
    pub ty: String,
}

numbered! {
    /// What an argument refers to (`arg@addressQualifier`).
    pub enum AddressQualifier: u8 {
        /// A value in registers.
        Scalar = 0,
        /// A buffer in device memory.
        Global = 1,
        /// A buffer that kernels only read.
        Constant = 2,
        /// Memory of a work-group.
        Local = 3,
        /// A stream.
        Stream = 4,
    }
}

/// A compute unit (`instance`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Name: letters, digits and `_`. IP_LAYOUT has it after the kernel's: `vadd:vadd_1`.
    pub name: String,
    /// Where its registers are: one place, or none when it has no registers.
    pub addr_remaps: Vec<AddrRemap>,
}

/// Where a compute unit's registers are (`addrRemap`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddrRemap {
    /// First address, in bytes, as in IP_LAYOUT.
    pub base: u64,
    /// The kernel's port for registers: `S_AXI_CONTROL`.
    pub port: String,
}
