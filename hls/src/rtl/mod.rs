//! Kernels as hardware: Verilog-2001 of our own.

pub mod control;
pub mod library;
