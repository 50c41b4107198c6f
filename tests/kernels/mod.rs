//! The corpus: kernels that every target must run alike.

pub mod accessors;
pub mod algorithms;
pub mod arithmetic;
pub mod array_arguments;
pub mod attempts;
pub mod blocks;
#[path = "../../examples/box-filter/src/kernels.rs"]
pub mod box_filter;
pub mod bursts;
pub mod choices;
pub mod closures;
pub mod control;
pub mod corners;
pub mod dataflow;
pub mod denormals;
pub mod directives;
pub mod exact;
pub mod fixed;
pub mod generics;
pub mod instances;
pub mod integers;
pub mod integers128;
pub mod items;
pub mod iterators;
pub mod language;
#[rustfmt::skip]
#[allow(dead_code)]
mod language_page;
pub mod cooperative;
pub mod libraries;
pub mod limits;
pub mod links;
pub mod local_types;
pub mod math;
pub mod memories;
pub mod methods;
pub mod options;
pub mod orders;
pub mod outputs;
pub mod own_elements;
pub mod parallel;
pub mod patterns;
pub mod persistent;
pub mod port;
pub mod ports;
pub mod powers;
pub mod published;
pub mod reductions;
pub mod registers;
pub mod results;
pub mod runs;
pub mod slice_patterns;
pub mod streams;
#[rustfmt::skip]
#[allow(dead_code)]
mod streams_page;
pub mod suites;
pub mod texts;
pub mod traits;
pub mod traps;
pub mod types;
pub mod units;
pub mod wide;
