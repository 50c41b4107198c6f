//! Back ends: from checked KIR to text.

pub mod hls_cpp;
pub mod hw_emu;
pub mod simulator;
pub mod sw_emu;
pub mod verilog;
