//! Directives: what the user asks of the hardware. They change no result.

use std::fmt;

/// Directives of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LoopDirectives {
    /// Overlap iterations (UG1399, `pragma HLS pipeline`).
    pub pipeline: Option<Pipeline>,
    /// Replicate the body (UG1399, `pragma HLS unroll`).
    pub unroll: Option<Unroll>,
}

/// Iterations start every `ii` cycles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pipeline {
    /// Initiation interval in cycles, at least 1; `None` leaves it to the tool.
    pub ii: Option<u32>,
}

/// The body stands several times side by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unroll {
    /// Number of copies, at least 1; `None` unrolls the loop fully.
    pub factor: Option<u32>,
}

/// An array is split into several memories (UG1399, `pragma HLS array_partition`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArrayPartition {
    /// How elements are distributed.
    pub kind: PartitionKind,
    /// Number of memories; `None` exactly for [`PartitionKind::Complete`].
    pub factor: Option<u32>,
    /// Dimension counted from 1, outermost first; 0 means all.
    pub dim: u32,
}

/// How a partitioned array's elements are distributed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartitionKind {
    /// Consecutive blocks.
    Block,
    /// Element `i` goes to memory `i mod factor`.
    Cyclic,
    /// Every element is a register of its own.
    Complete,
}

impl PartitionKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Block, Self::Cyclic, Self::Complete];

    /// The word for it, in directives and in pragmas.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Cyclic => "cyclic",
            Self::Complete => "complete",
        }
    }
}

impl fmt::Display for LoopDirectives {
    /// Each directive with a leading space, as in the text form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pipeline {
            Some(Pipeline { ii: Some(ii) }) => write!(f, " pipeline(ii = {ii})")?,
            Some(Pipeline { ii: None }) => f.write_str(" pipeline")?,
            None => {}
        }
        match self.unroll {
            Some(Unroll { factor: Some(factor) }) => write!(f, " unroll(factor = {factor})"),
            Some(Unroll { factor: None }) => f.write_str(" unroll"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ArrayPartition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "partition({}", self.kind.name())?;
        if let Some(factor) = self.factor {
            write!(f, ", factor = {factor}")?;
        }
        write!(f, ", dim = {})", self.dim)
    }
}
