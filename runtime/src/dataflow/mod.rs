//! Dataflow regions on the host: processes that take turns on one thread, and the FIFOs between them.
//!
//! The macro turns each process into a future, and each blocking operation on a stream into one that it awaits. A
//! [`Region`] polls its processes in the order of the source, round after round, and each process runs until a FIFO is
//! empty or full. A round in which nobody got ahead is a deadlock. A region inside of a process is a part of its future.
//! There is no other schedule, so every run of a kernel is the same, that of operations that do not wait included.

mod fifo;
mod process;
mod region;
mod turn;

pub(crate) use fifo::{Channel, Fifo};
pub(crate) use process::Side;
pub(crate) use region::alone;
pub use region::{Ends, Region, Visit};
pub(crate) use turn::{answer, fail, run_as, take_error, wait, waiting};

#[cfg(test)]
mod tests;
