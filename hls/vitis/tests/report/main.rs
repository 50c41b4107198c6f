//! Reports: files of our own, in the tools' formats, in `tests/data`.

#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod data;
mod estimate;
mod harvest;
mod implementation;
mod synthesis;
