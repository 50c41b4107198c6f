//! The compiler behind the front end: passes over KIR, back ends, and the tools they drive.
//!
//! A back end is a list of passes that bring KIR into the form it accepts, and an emitter that never rewrites.
//! Arrows point one way: `back` sees `pass` and `abi`, `tool` sees neither, and nothing here sees the runtime or the bytes of
//! an xclbin.

pub mod abi;
pub mod back;
pub mod host;
pub mod link;
pub mod pass;
pub mod report;
pub mod rtl;
pub mod sched;
pub mod tool;
