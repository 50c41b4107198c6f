//! Tests of a project, each in a process of its own, and what became of them.
//!
//! Cargo builds the test programs and starts them, through [`program`] as their runner, which takes the place that Cargo has for
//! emulators: Cargo alone knows the environment, the folder and the doc tests. What the runner finds out goes through a
//! [`Results`], from which [`junit`] is written.

mod account;
mod artifacts;
pub mod capture;
mod doc;
mod junit;
pub mod libtest;
pub mod listing;
pub mod nextest;
mod output;
pub mod process;
pub mod program;
mod results;
pub mod shards;

pub use account::Account;
pub use artifacts::{TestProgram, test_programs};
pub use results::{Outcome, Record, Results, Trouble};
