//! Vitis from the outside: what it is asked for, as a plan of its tools' steps.
//!
//! None of these tools ran where this was written. Options, files and their versions come from AMD's documents and public
//! examples, which are named where they are used.

pub mod design;
pub mod flow;
pub mod plan;
pub mod runner;
pub mod shell;
pub mod store;
pub mod tools;
