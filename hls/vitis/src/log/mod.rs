//! What v++, Vitis HLS and Vivado say while they run: how far they are, what they object to, and why they failed.
//!
//! Logs are read as they come, in bytes: a line is kept up to a bound, and of messages the first ones.

mod cause;
mod facts;
mod lines;
mod message;
mod nested;
mod phase;
mod reader;

pub use cause::Cause;
pub use facts::Pipelined;
pub use message::{Message, Severity};
pub use nested::{Root, root};
pub use phase::Phase;
pub use reader::{Counts, Log, Reader};
