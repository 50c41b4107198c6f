//! Scheduling: which clock cycle each operation starts in, and which unit computes it. Loops are scheduled for pipelining: the
//! initiation interval is the number of cycles between the starts of two iterations. Chained operations stay in one cycle
//! as long as the critical path fits the clock.
//!
//! The [`Problem`] knows tasks, what they wait for and what they share; no KIR and no hardware. [`solve`] finds a
//! [`Schedule`], [`check`] derives every constraint of it anew, and [`limit`](limit()) says why an interval is no shorter.
//! What is scheduled is a [`Demand`] of units: [`bind`](bind()) finds a [`Binding`], and [`check_binding`] derives its constraints.

mod bind;
mod binding;
mod check;
mod check_binding;
mod limit;
mod problem;
mod solve;

pub use bind::bind;
pub use binding::{
    Binding, Choice, Demand, Operand, OperandKind, Ready, Request, RequestId, Signal, Unit, UnitKind,
};
pub use check::{Violation, check};
pub use check_binding::{BindingViolation, check_binding};
pub use limit::{Limit, limit};
pub use problem::{Edge, Problem, Schedule, Task, TaskId, Use};
pub use solve::{pipeline, solve};
