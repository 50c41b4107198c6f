//! Hardware IR: a kernel as a design of processes, which the scheduler and the Verilog printer read.
//!
//! A [`Design`] has processes, channels, memories, ports and arguments. A [`Process`] is a state machine of blocks. A [`Block`] is
//! straight-line dataflow without control flow: what is conditional carries a predicate. Variables hold what one block leaves
//! for others, or one iteration for the next. Lowering makes a design, passes change it, and nothing else does.
//! When each node computes is not part of it: that is in [`Plan`](super::Plan), by id.

mod block;
mod bundle;
mod cause;
mod channel;
mod memory;
mod node;
mod owner;
mod process;
mod repeat;

pub use block::{Block, BlockId, Refusal, Requested, SplitRead, Target, Whole};
pub use bundle::Bundle;
pub use cause::Cause;
pub use channel::{Channel, ChannelId};
use la_arena::Arena;
pub use memory::{BUFFERS, Handover, MadeOf, Memory, MemoryId, Port};
pub use node::{Access, Bound, Node, NodeId, NodeKind};
pub use process::{Process, ProcessId, Var, VarId};
pub use repeat::{LoopCounter, Repeat, Space};

/// A kernel.
#[derive(Clone, Debug)]
pub struct Design {
    /// The kernel's name.
    pub name: String,
    /// What the control registers hold, in the order of the registers. All processes can read them.
    pub args: Vec<Arg>,
    /// The AXI master ports. Processes that access one in the same direction are not at work at the same time.
    pub bundles: Vec<Bundle>,
    /// Local arrays, constant tables and external memories. Processes that access one are not at work at the same time.
    pub memories: Arena<Memory>,
    /// The channels. One process sends, and another one receives.
    pub channels: Arena<Channel>,
    /// The processes.
    pub processes: Arena<Process>,
    /// The process that a run of the kernel starts.
    pub root: ProcessId,
}

/// An argument as its registers hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// Bits of its value.
    pub bits: u32,
    /// Whether the kernel reads or writes it.
    pub direction: Direction,
}

/// Which registers an argument has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The kernel reads it ([`NodeKind::Arg`]).
    In,
    /// The kernel writes it ([`NodeKind::Output`]).
    Out,
    /// Both: what it reads is not what it writes.
    InOut,
}

impl Direction {
    /// True if the kernel reads the argument.
    #[must_use]
    pub const fn is_read(self) -> bool {
        matches!(self, Self::In | Self::InOut)
    }

    /// True if the kernel writes the argument.
    #[must_use]
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Out | Self::InOut)
    }
}

/// A process with all that it can access: what is scheduled, printed and predicted at a time.
#[derive(Clone, Copy, Debug)]
pub struct Machine<'d> {
    /// [`Design::name`]
    pub name: &'d str,
    /// [`Design::args`]
    pub args: &'d [Arg],
    /// [`Design::bundles`]
    pub bundles: &'d [Bundle],
    /// [`Design::memories`]
    pub memories: &'d Arena<Memory>,
    /// [`Design::channels`]
    pub channels: &'d Arena<Channel>,
    /// [`Process::vars`]
    pub vars: &'d Arena<Var>,
    /// [`Process::blocks`]
    pub blocks: &'d Arena<Block>,
    /// [`Process::entry`]
    pub entry: BlockId,
}

impl Design {
    /// A process with what it can access.
    #[must_use]
    pub fn machine(&self, id: ProcessId) -> Machine<'_> {
        self.with(&self.processes[id])
    }

    /// The process that a run of the kernel starts.
    #[must_use]
    pub fn root(&self) -> Machine<'_> {
        self.machine(self.root)
    }

    /// The processes that others start.
    pub fn inner_processes(&self) -> impl Iterator<Item = (ProcessId, &Process)> {
        self.processes.iter().filter(|(id, _)| *id != self.root)
    }

    /// A process with what it can access, whether or not it is part of the design yet.
    #[must_use]
    pub fn with<'d>(&'d self, process: &'d Process) -> Machine<'d> {
        Machine {
            name: &self.name,
            args: &self.args,
            bundles: &self.bundles,
            memories: &self.memories,
            channels: &self.channels,
            vars: &process.vars,
            blocks: &process.blocks,
            entry: process.entry,
        }
    }
}
