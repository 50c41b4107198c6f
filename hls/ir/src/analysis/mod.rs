//! What a kernel asks of hardware: the accesses of one iteration of each loop, the ports that they need, and what
//! iterations wait for.
//!
//! [`trace`] runs a kernel on symbols: helpers are followed where they are called, loops that Vitis unrolls are run
//! iteration by iteration, and all others once, with their counter as a symbol. Indices are polynomials over symbols
//! ([`Poly`]), so that two of them can be compared. [`ports`] and [`recurrence`] read off how often iterations can
//! start. Both are bounds from below: what is not understood costs nothing.
//!
//! [`ranges`] tells between which numbers each integer lies, and [`demanded`] how many of its bits anything looks at.
//!
//! [`balance`] compares how many elements the two processes of a channel send and receive.
//!
//! Architecture invariant: nothing here changes KIR, knows a back end, or speaks to the user.

mod access;
mod affine;
mod alias;
mod atoms;
mod bank;
mod compute;
mod demanded;
mod elements;
mod flow;
mod latency;
mod memory;
mod poly;
pub mod ports;
mod range;
pub mod recurrence;
mod trace;

pub use access::{Access, Variation};
pub use affine::{Affine, wrapped};
pub use atoms::{AtomId, Atoms};
pub use bank::{BankKey, Banks, Split};
pub use demanded::{Demanded, demanded};
pub use elements::balance;
pub use flow::{Cost, Flow, SourceId, Step as FlowStep};
pub use latency::{ClockSpeed, Family, Work, cost_of};
pub use memory::{Memory, MemoryId, MemoryKind};
pub use poly::{Poly, Product};
pub use range::{Interval, MAX_LEN, Ranges, ranges};
pub use trace::{LoopTrace, Trace, trace};
