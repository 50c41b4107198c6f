//! What is emitted for KIR means what the interpreter says: each construct, in both C++ compilers.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod arithmetic;
mod control;
mod harness;
mod nest;
mod panics;
mod random;
mod structs;
