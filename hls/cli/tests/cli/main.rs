//! The program as users start it.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

mod build;
mod call;
mod check;
mod project;
mod support;
