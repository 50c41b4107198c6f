//! Ordering and running of commands: the dependency graph of the process and the threads that work it off.
//!
//! Commands are ordered by their requirements (S20 §3.8.1): one that reads a buffer runs after the last
//! one that writes it, and one that writes it after the last writer and all readers since, whatever queues
//! and devices they were submitted to. A command also runs after those that it names, and after the one before
//! it when its queue is in order. Everything else may run at the same time and in any order.
//!
//! This module knows commands and memory, and nothing of queues, buffers or handlers.

mod command;
mod completion;
mod failures;
mod graph;
mod guard;
mod guards;
mod memory;
mod pool;
mod rendezvous;
mod scheduler;
mod stream;
mod unordered;
mod wait;

pub(crate) use command::{Action, Command, Launch, LaunchArg, Task, Transfer, not_lent};
pub(crate) use completion::Completion;
pub use completion::{Profiling, Status};
pub(crate) use failures::{AsyncHandler, Failures, OnFailure};
pub(crate) use graph::NodeId;
pub(crate) use guard::{Held, hold};
pub(crate) use memory::{Memory, Part, ReadBytes, Requirement, Track, WriteBytes};
pub(crate) use rendezvous::Rendezvous;
pub(crate) use scheduler::{Submitted, commit};
pub(crate) use stream::Stream;
pub(crate) use unordered::{Entered, Use};
pub(crate) use wait::{wait, wait_for_users};
