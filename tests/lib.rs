//! What the tests of all targets share: the kernels, their arguments, and running one kernel everywhere.
//!
//! Without the feature `targets` only arguments and outcomes are left, for programs that run one target alone.

#[cfg(feature = "targets")]
pub mod images;
// The kernels exercise the language, not style.
#[allow(missing_docs, clippy::all, unused_parens, invalid_nan_comparisons)]
#[cfg(feature = "targets")]
pub mod kernels;
pub mod outcome;
#[cfg(feature = "targets")]
pub mod subject;
pub mod value;
pub mod wire;

pub use outcome::{Outcome, Values};
#[cfg(feature = "targets")]
pub use subject::{Outcomes, Subject};
pub use value::Value;

/// The README's example works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
