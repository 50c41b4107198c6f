//! Hardware IR: its text form, its verifier, and what passes make of it.

mod corpus;
pub mod dataflow;
mod designs;
mod faults;
mod lowered;
mod random_dataflow;
mod random_dataflow_loops;
mod sizing;
