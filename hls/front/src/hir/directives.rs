//! Directives of loops and variables as they are written.

use sycl_hls_ir::{LoopDirectives, SlotDirectives, Span};
use sycl_hls_types::ScalarValue;

use super::{ExprId, LocalId};

/// The directives of a loop, before its variables are memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopItems {
    pub set: LoopDirectives,
    /// The variable that each dependence names, with its place; as many as there are dependences.
    pub variables: Vec<Option<(LocalId, Span)>>,
}

/// The directives of a variable with what it is declared with.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalDirectives {
    pub set: SlotDirectives,
    pub init: Option<ExprId>,
    /// The scalars of a persistent variable before the first run.
    pub persistent: Option<Vec<ScalarValue>>,
}
