//! What the tests of all targets share: the kernels, their arguments, and running one kernel everywhere.

pub mod agree;
pub mod cache;
pub mod images;
pub mod job;
pub mod kir;
// The kernels exercise the language, not style.
#[allow(missing_docs, clippy::all, unused_parens, invalid_nan_comparisons)]
#[path = "../kernels/mod.rs"]
pub mod kernels;
pub mod on_xrt;
pub mod outcome;
pub mod page;
pub mod published;
pub mod serve;
pub mod simulated;
pub mod subject;
pub mod synthesis;
pub mod value;

pub use agree::{agree, agreed, noise, values_agreed};
pub use outcome::{Outcome, Values};
pub use subject::{Outcomes, Subject};
pub use value::Value;

/// True in `make test-all`: then whole suites run, of which there are samples otherwise.
#[must_use]
pub fn is_all() -> bool {
    std::env::var_os("SYCL_HLS_TEST_ALL").is_some()
}

/// The programs of README and of the page about the runtime work.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/runtime.md")]
mod programs {}
