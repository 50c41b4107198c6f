//! Scheduling: which clock cycle each operation starts in.
//!
//! The [`Problem`] knows tasks, what they wait for and what they share; no KIR and no hardware. [`solve`] finds a
//! [`Schedule`], and [`check`] derives every constraint of it anew.

mod check;
mod problem;
mod solve;

pub use check::{Violation, check};
pub use problem::{Edge, Problem, Schedule, Task, TaskId, Use};
pub use solve::{pipeline, solve};
