//! The corpus: kernels that every target must run alike.

pub mod algorithms;
pub mod arithmetic;
#[path = "../../examples/box-filter/src/kernels.rs"]
pub mod box_filter;
pub mod directives;
pub mod language;
pub mod traps;
