//! Processes: state machines of their own.

use la_arena::{Arena, Idx};
use sycl_hls_ir::{ChannelEnd, Span};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{Block, BlockId, ChannelId, Node, NodeKind, Target};

/// A process's id.
pub type ProcessId = Idx<Process>;
/// A variable's id in its process.
pub type VarId = Idx<Var>;

/// A process: a state machine whose states are blocks, one of which is at work at a time. It has a clock enable of its own, so
/// that it stalls alone.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name; that of the root is the kernel's.
    pub name: String,
    /// The variables that the process that starts it gives their first values, as operands of [`NodeKind::Start`].
    pub params: Vec<VarId>,
    /// The processes, started together with it, whose end it waits for before it begins.
    pub after: Vec<ProcessId>,
    /// The variables that tell which of the buffers of memories with a [`Handover`](super::Handover) it accesses, by the tokens for
    /// those that are held.
    pub buffers: Vec<(ChannelId, VarId)>,
    /// The registers that blocks leave values in for others.
    pub vars: Arena<Var>,
    /// The states.
    pub blocks: Arena<Block>,
    /// The block in which a run of the process begins.
    pub entry: BlockId,
}

/// A register that lives as long as the kernel runs, or as long as the image is loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// The Rust name, or what it is for.
    pub name: String,
    /// Its type.
    pub ty: Scalar,
    /// Of one that keeps its value from run to run: what it holds before the first run.
    pub initial: Option<ScalarValue>,
}

impl Var {
    /// A variable of which no run knows what an earlier one left.
    #[must_use]
    pub fn new(name: impl Into<String>, ty: Scalar) -> Self {
        Self { name: name.into(), ty, initial: None }
    }
}

impl Process {
    /// A process with one block, its entry.
    #[must_use]
    pub fn new(name: &str, span: Span) -> Self {
        let mut blocks = Arena::new();
        let entry = blocks.alloc(Block::new(span));
        Self {
            name: name.to_owned(),
            params: Vec::new(),
            after: Vec::new(),
            buffers: Vec::new(),
            vars: Arena::new(),
            blocks,
            entry,
        }
    }

    /// The variable that tells which buffer of memories with these tokens it accesses.
    #[must_use]
    pub fn buffer(&self, held: ChannelId) -> Option<VarId> {
        self.buffers.iter().find_map(|(token, var)| (*token == held).then_some(*var))
    }

    /// The ids of the blocks, for changing them one by one.
    #[must_use]
    pub fn block_ids(&self) -> Vec<BlockId> {
        self.blocks.iter().map(|(id, _)| id).collect()
    }

    /// The blocks that lead to another one, but for itself.
    #[must_use]
    pub fn before(&self, id: BlockId) -> Vec<BlockId> {
        let leads = |block: &Block| {
            let mut targets = block.exits.iter().map(|(_, target)| *target).chain([block.next]);
            targets.any(|target| target == Target::Block(id))
        };
        let before = self.blocks.iter().filter(|(other, block)| *other != id && leads(block));
        before.map(|(other, _)| other).collect()
    }

    /// True if a computation of some block is of this kind.
    #[must_use]
    pub fn has(&self, is: impl Fn(&NodeKind) -> bool) -> bool {
        self.blocks.iter().any(|(_, block)| block.nodes.iter().any(|(_, node)| is(&node.kind)))
    }

    /// True if it has an argument of the kernel among its operands, by its number.
    #[must_use]
    pub fn reads_arg(&self, arg: usize) -> bool {
        self.has(|kind| matches!(kind, NodeKind::Arg(read, _) if *read == arg))
    }

    /// True if it has an operation on this side of a channel.
    #[must_use]
    pub fn has_end(&self, channel: ChannelId, end: ChannelEnd) -> bool {
        self.has(|kind| kind.end() == Some((channel, end)))
    }

    /// What a variable holds whenever a block is entered from another one.
    pub fn write_before(&mut self, id: BlockId, var: VarId, value: ScalarValue) {
        for other in self.before(id) {
            let block = &mut self.blocks[other];
            let value = block.nodes.alloc(Node::constant(value.clone()));
            block.writes.push((var, value));
        }
    }
}
