//! Vitis from the outside: what it is asked for, as a plan of its tools' steps, and what its tools write, read back.
//!
//! None of these tools ran where this was written. Options, files and their versions come from AMD's documents and public
//! examples, formats from public reports and logs of Vitis 2020.2 to 2025.2.

pub mod brief;
pub mod design;
pub mod flow;
pub mod inputs;
pub mod log;
pub mod open;
pub mod outcome;
mod place;
pub mod plan;
pub mod platform;
pub mod report;
mod restart;
pub mod runner;
pub mod settings;
pub mod shell;
pub mod source_map;
pub mod store;
pub mod tools;

pub use place::Place;
