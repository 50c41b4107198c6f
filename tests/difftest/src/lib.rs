//! Differential testing: random programs of the kernel language run on every target, and all must agree.
//!
//! * [`generate`] makes programs as trees ([`ast`]), [`case`] is a program as text with what to run of it; [`mod@network`] makes cases of
//!   processes and channels.
//! * [`mod@bench`] compiles cases into one host program and runs each in a process of its own; [`finding`] is what can go
//!   wrong there.
//! * [`campaign`] does that for as many programs as one likes, [`reduce`] makes a failing program small, and
//!   [`coverage`] and [`operators`] tell what the programs exercised.

pub mod ast;
pub mod bench;
pub mod campaign;
pub mod case;
pub mod coverage;
pub mod finding;
pub mod generate;
pub mod network;
pub mod operators;
pub mod reduce;
