//! Whatever the text is, the front end gives a module or says what is wrong.

mod depth;
mod growth;
mod mutations;
mod numbers;
mod support;
