//! What is emitted for KIR means what the interpreter says: each construct, in both C++ compilers.

mod arithmetic;
mod control;
mod dataflow;
mod expressions;
mod fixed;
mod harness;
#[allow(dead_code)]
#[path = "../../numbers/tests/oracle/headers.rs"]
mod headers;
pub(crate) mod nest;
mod panics;
mod random;
mod ranges;
mod structs;
