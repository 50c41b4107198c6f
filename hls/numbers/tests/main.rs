//! The integration tests of the package, one module for each subject.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod fixed;
mod floats;
mod integers;
mod oracle;
