//! The requested initiation interval of a pipelined loop.

use sycl_hls_ir::Span;
use sycl_hls_ir::analysis::{LoopTrace, Trace};

use super::{Finding, Lint, every};

/// A pipelined loop and the initiation interval that is requested for it.
pub(super) struct Requested<'t> {
    pub trace: &'t Trace<'t>,
    pub one: &'t LoopTrace<'t>,
    /// Cycles from one iteration to the next.
    pub interval: u64,
    /// The directive.
    pub at: Span,
}

impl Requested<'_> {
    /// A finding about the loop, with `reason` why it is slower than it should be.
    pub fn finding(&self, lint: &'static Lint, reason: &str) -> Finding {
        let message = format!("Vitis' hardware cannot start an iteration {}: {reason}", every(self.interval));
        Finding::new(lint, self.at, message).site(self.one.span)
    }
}
