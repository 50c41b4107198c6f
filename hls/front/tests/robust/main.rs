//! Whatever the text is, the front end gives a module or says what is wrong.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod depth;
mod growth;
mod mutations;
mod numbers;
mod support;
