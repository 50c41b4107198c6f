//! Simulators of small kernels in hand-written Verilog, built by Verilator and driven by the client.

mod build;
mod copy;
mod process;
mod rules;
mod run;
mod vadd;
mod wait;
