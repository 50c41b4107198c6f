//! The integration tests of the package, one module for each subject: one program is linked faster than many.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod analysis;
mod common;
mod control;
mod dataflow;
mod demanded;
mod initial;
mod panics;
mod ranges;
mod structs;
mod text;
