//! Passes that bring kernels into the form that hardware is made of: what they leave, and that it means the same.

mod area;
mod bitwidth;
mod dead_initializer;
mod division;
mod exit_lowering;
mod fold;
mod inline;
mod interchange;
mod intervals;
mod natural;
mod predicted;
mod processes;
mod scalar_replacement;
mod sharing;
mod sroa;
pub mod subject;
mod unroll;
mod verilog;
