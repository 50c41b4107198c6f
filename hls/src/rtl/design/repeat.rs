//! Pipelined loops.

use super::{MemoryId, NodeId, VarId};

/// How a pipelined loop goes on.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// A `bool`: true if there is another iteration.
    pub again: NodeId,
    /// The initiation interval in cycles that the user has requested.
    pub ii: Option<u32>,
    /// Memories and slices among whose accesses in different iterations there is no dependence: so the user says, or the loop
    /// copies from one place to another one of the same type.
    pub independent: Vec<Space>,
    /// Memories whose loads see the stores of so many iterations before through a bypass.
    pub bypassed: Vec<(MemoryId, u32)>,
    /// Iterations of the prologue, which only read what later iterations need. They come before those of the loop.
    pub prologue: u32,
    /// The trip count, prologue included, where it is known; of a loop that may be left early it is not.
    pub trip_count: Option<u64>,
    /// The counters of flattened loops, the outermost one's first. Fused nests have a list each.
    pub counters: Vec<Vec<LoopCounter>>,
}

/// The memory of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Space {
    /// A local memory.
    Memory(MemoryId),
    /// The slice of the kernel's parameter with this position.
    Slice(usize),
}

/// The counter of one of the loops that were flattened into one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopCounter {
    /// The induction variable.
    pub var: VarId,
    /// The distance from the induction variable to the bound.
    pub left: VarId,
    /// True while its loop and those inside of it are in their first iterations.
    pub first: Option<VarId>,
    /// The number of the iteration from 0, where the step is more than one.
    pub iteration: Option<VarId>,
    /// What it grows by.
    pub step: u64,
    /// The trip count of its loop; it may be unknown for the outermost loop only.
    pub trip_count: Option<u64>,
}

impl Repeat {
    /// A load of this memory sees the stores of its own and of so many earlier iterations through a bypass. `None`: it waits
    /// until they have landed.
    #[must_use]
    pub fn window(&self, memory: MemoryId) -> Option<u32> {
        self.bypassed.iter().find(|(bypassed, _)| *bypassed == memory).map(|(_, window)| *window)
    }
}
