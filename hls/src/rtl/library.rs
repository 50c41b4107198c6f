//! The Verilog that is the same for every kernel, with parameters for what differs.

/// A file of Verilog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// Its text, which ends with a line's end.
    pub text: &'static str,
}

/// A queue with a registered head (`sh_fifo`).
pub const FIFO: File = File { name: "fifo.v", text: include_str!("library/fifo.v") };
/// The bridge that reads from memory (`sh_axi_read`); wants [`FIFO`] and [`AXI_GATHER`].
pub const AXI_READ: File = File { name: "axi_read.v", text: include_str!("library/axi_read.v") };
/// The bridge that writes to memory (`sh_axi_write`); wants [`FIFO`] and [`AXI_SCATTER`].
pub const AXI_WRITE: File = File { name: "axi_write.v", text: include_str!("library/axi_write.v") };
/// Elements of any bytes out of beats, a part of [`AXI_READ`] (`sh_axi_gather`).
pub const AXI_GATHER: File = File { name: "axi_gather.v", text: include_str!("library/axi_gather.v") };
/// Elements of any bytes into beats, a part of [`AXI_WRITE`] (`sh_axi_scatter`).
pub const AXI_SCATTER: File = File { name: "axi_scatter.v", text: include_str!("library/axi_scatter.v") };
/// What the control registers of all kernels have (`sh_control`).
pub const CONTROL: File = File { name: "control.v", text: include_str!("library/control.v") };

/// The FIFO between two processes (`sh_channel`).
pub const CHANNEL: File = File { name: "sh_channel.v", text: include_str!("library/sh_channel.v") };
/// The results of operators in a pipeline that flushes (`sh_hold`).
pub const HOLD: File = File { name: "sh_hold.v", text: include_str!("library/sh_hold.v") };

/// The files that a kernel of several processes wants besides the operators.
pub const PROCESSES: &[File] = &[CHANNEL, HOLD];

/// The files of a kernel's interfaces.
pub const INTERFACES: &[File] = &[FIFO, AXI_READ, AXI_GATHER, AXI_WRITE, AXI_SCATTER, CONTROL];
