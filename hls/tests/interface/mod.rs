//! The hardware of a kernel's interfaces does what its comments promise.
//!
//! The bridges run in Verilator against a memory in C++ that knows the protocol, the control registers in Icarus
//! against hosts in Verilog; yosys proves what it can. All tools have to be there: a missing one is a failure.

mod bench;
mod bridges;
mod control;
mod lines;
mod lint;
mod mailbox;
mod proofs;
mod tools;
