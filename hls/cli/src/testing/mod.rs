//! Tests of a project, each in a process of its own, and what became of them.
//!
//! Cargo builds the test programs and starts them, through [`program`] as their runner, which takes the place that Cargo has for
//! emulators: Cargo alone knows the environment, the folder and the doc tests. What the runner finds out goes through a
//! [`Ledger`], from which [`junit`] is written.

mod account;
mod artifacts;
mod doc;
mod junit;
mod ledger;
pub mod libtest;
pub mod nextest;
mod output;
mod process;
pub mod program;
pub mod tee;

pub use account::Account;
pub use artifacts::{TestProgram, test_programs};
pub use ledger::{Ledger, Outcome, Record, Trouble};
