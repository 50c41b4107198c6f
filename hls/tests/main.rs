//! The integration tests of the package, one module for each subject: one program is linked faster than many.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod axi;
mod beside;
mod bindings;
mod dataflow;
mod emitted;
mod hardware;
mod interface;
mod operators;
mod passes;
mod pragmas;
mod rtl;
mod schedules;
mod whole;
mod widths;
