//! Kernels as hardware: Verilog-2001 of our own.

pub mod control;
pub mod library;
//! Our own RTL, and what it takes to simulate it.
pub mod harness;
pub mod simulator;
//! Register-transfer level: hardware of our own making, for emulation cycle by cycle.
pub mod operators;
