//! Scheduling: which clock cycle each operation starts in.
//!
//! The [`Problem`] knows tasks, what they wait for and what they share; no KIR and no hardware. [`solve`] finds a
//! [`Schedule`], [`check`] derives every constraint of it anew, and [`limit`](limit()) says why an interval is no shorter.

mod check;
mod limit;
mod problem;
mod solve;

pub use check::{Violation, check};
pub use limit::{Limit, limit};
pub use problem::{Edge, Problem, Schedule, Task, TaskId, Use};
pub use solve::{pipeline, solve};
