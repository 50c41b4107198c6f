//! Why a run ended early.

use sycl_hls_types::{DataflowError, Fault, Location};

/// Why a run ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A check failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The code left memory or read what was never written.
    #[error("{at}: the run has no defined result: {what}")]
    Undefined {
        /// What it did.
        what: String,
        /// Where.
        at: Location,
    },
    /// It took more operations than it was given.
    #[error("{at}: the run was ended after {steps} operations")]
    Steps {
        /// How many there were.
        steps: u64,
        /// Where it was.
        at: Location,
    },
    /// More calls wait for one another than may.
    #[error("{at}: the run was ended at a depth of {calls} calls")]
    Calls {
        /// How many there may be.
        calls: usize,
        /// The call that is one too many.
        at: Location,
    },
    /// Processes of a dataflow region cannot go on.
    #[error(transparent)]
    Dataflow(#[from] DataflowError),
    /// An argument does not fit its parameter.
    #[error("argument `{0}` does not fit its parameter")]
    Argument(String),
}
