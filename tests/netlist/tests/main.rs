//! The integration tests of the package, one module for each subject: one program is linked faster than many.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod agree;
mod cells;
mod timing;
