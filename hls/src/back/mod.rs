//! Back ends: from checked KIR to text.

pub mod hls_cpp;
pub mod sw_emu;
pub mod verilog;
