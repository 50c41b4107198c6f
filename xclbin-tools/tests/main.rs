//! The integration tests of the package, one module for each subject: one program is linked faster than many.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod corpus;
mod damaged_files;
mod editor;
mod files;
#[path = "../fuzz/src/lib.rs"]
mod fuzz;
mod hostile;
mod json;
mod kernels;
mod layout;
mod migration;
mod mutations;
mod pdi;
mod project;
mod real_xrt;
mod sample;
mod signatures;
mod smartnic;
mod transfer;
