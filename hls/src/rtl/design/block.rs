//! Blocks of dataflow.

use la_arena::{Arena, Idx};
use rustc_hash::FxHashSet;
use sycl_hls_ir::Span;

use super::{MemoryId, Node, NodeId, NodeKind, Repeat, Space, VarId};

/// A block's id in its process.
pub type BlockId = Idx<Block>;

/// Straight-line code.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it begins in the source.
    pub span: Span,
    /// The computations, in the order of the program.
    pub nodes: Arena<Node>,
    /// What variables hold afterwards.
    pub writes: Vec<(VarId, NodeId)>,
    /// Where it goes on if a condition holds; the first that does counts.
    pub exits: Vec<(NodeId, Target)>,
    /// Where it goes on otherwise.
    pub next: Target,
    /// It is the body of a loop whose iterations overlap.
    pub repeat: Option<Repeat>,
    /// The interval that the user has requested for the loop that begins with it, for reports.
    pub requested: Option<Requested>,
    /// Why its iterations do not overlap, where an interval is requested or a dataflow region repeated, for reports.
    pub refused: Option<Refusal>,
    /// The arrays that have too few ports for it and are not split into banks, for reports.
    pub whole: Vec<Whole>,
    /// Until reuse: what is read of arrays that are partitioned.
    pub reads: Vec<SplitRead>,
}

/// An initiation interval that the user has requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requested {
    /// In cycles.
    pub ii: u32,
    /// True if there is to be no hardware with a longer one.
    pub strict: bool,
    /// The directive.
    pub span: Span,
}

/// What keeps the iterations of a loop from overlapping, or an array from being split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What it is.
    pub what: String,
    /// Its place in the source.
    pub span: Span,
}

/// An array that is not split into banks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    /// The array.
    pub memory: MemoryId,
    /// Why it is not.
    pub why: Refusal,
}

/// An element of an array that is partitioned, whose memory is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitRead {
    /// The element.
    pub value: NodeId,
    /// The memories of the array.
    pub memories: Vec<MemoryId>,
    /// Its number in the whole array (`u32`).
    pub index: NodeId,
}

/// Where a block leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// To another block.
    Block(BlockId),
    /// The kernel is done.
    Done,
}

impl Block {
    /// A block without anything in it.
    #[must_use]
    pub fn new(span: Span) -> Self {
        Self {
            span,
            nodes: Arena::new(),
            writes: Vec::new(),
            exits: Vec::new(),
            next: Target::Done,
            repeat: None,
            reads: Vec::new(),
            requested: None,
            refused: None,
            whole: Vec::new(),
        }
    }

    /// The variables that the repetition and the requests of bursts are computed of.
    #[must_use]
    pub fn deciding(&self) -> Vec<VarId> {
        let mut needed: FxHashSet<NodeId> = self.repeat.iter().map(|repeat| repeat.again).collect();
        for (_, node) in self.nodes.iter() {
            if let NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) = node.kind {
                let values =
                    if matches!(node.kind, NodeKind::AxiRead(_)) { 0 } else { access.elements as usize };
                needed.extend(node.args.iter().skip(1 + values).copied());
            }
        }
        let mut vars = Vec::new();
        for (id, node) in self.nodes.iter().rev() {
            if needed.contains(&id) {
                needed.extend(node.args.iter().copied());
                if let NodeKind::Var(var) = node.kind {
                    vars.push(var);
                }
            }
        }
        vars
    }

    /// True if nothing depends on a memory or slice from one iteration to another, as its loop says.
    #[must_use]
    pub fn is_independent(&self, space: Space) -> bool {
        self.repeat.as_ref().is_some_and(|repeat| repeat.independent.contains(&space))
    }

    /// True if it has wide accesses, whose first iteration sends the requests for all.
    #[must_use]
    pub fn has_wide_accesses(&self) -> bool {
        self.nodes.iter().any(|(_, node)| match node.kind {
            NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) => access.elements > 1,
            _ => false,
        })
    }
}
