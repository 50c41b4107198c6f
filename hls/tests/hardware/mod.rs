//! Passes that bring kernels into the form that hardware is made of: what they leave, and that it means the same.

mod area;
mod division;
mod exits;
mod fold;
mod inline;
mod interchange;
mod intervals;
mod natural;
mod overwrite;
mod predicted;
mod processes;
mod promote;
mod scalars;
mod sharing;
pub mod subject;
mod unroll;
mod verilog;
