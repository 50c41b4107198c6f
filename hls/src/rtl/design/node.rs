//! Computations.

use la_arena::Idx;
use sycl_hls_ir::{BinaryOp, ChannelEnd, CompareOp, Span, UnaryOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{ChannelId, MemoryId, ProcessId, VarId};

/// A node's id in its block.
pub type NodeId = Idx<Node>;

/// A computation.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it does.
    pub kind: NodeKind,
    /// The type of its result; of effects, of what they write.
    pub ty: Scalar,
    /// Its operands.
    pub args: Vec<NodeId>,
    /// What has an effect has it only if this `bool` is true.
    pub when: Option<NodeId>,
    /// Where it comes from.
    pub span: Span,
    /// The Rust name of the value.
    pub name: Option<String>,
    /// The most functional units that may compute nodes with this limit (`#[allocation]`).
    pub limit: Option<u32>,
    /// The operator that was asked for.
    pub bound: Option<Bound>,
    /// Denormal operands count as zeros of their sign, and denormal results become such zeros. Only of operations on floats.
    pub flushes: bool,
}

/// What is asked of a node's operator (`#[bind_op]`), of which the library has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// True for an operator of DSPs, false for one of look-up tables; `None` for the usual one.
    pub dsp: Option<bool>,
    /// Cycles, not fewer than the operator needs; 0 for as many as these.
    pub latency: u32,
}

/// What a node does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A constant.
    Const(ScalarValue),
    /// Bits of an argument: its position, and the lowest bit.
    Arg(usize, u32),
    /// What a variable holds when the block, or the iteration, begins.
    Var(VarId),
    /// An operation of KIR on one value.
    Unary(UnaryOp),
    /// An operation of KIR on two values.
    Binary(BinaryOp),
    /// A comparison.
    Compare(CompareOp),
    /// True if this operation would overflow.
    Overflows(BinaryOp),
    /// A conversion by value.
    Cast,
    /// The same bits as another type.
    Bits,
    /// `a * b + c`
    Fma,
    /// The second operand if the first is true, else the third.
    Select,
    /// Reads an element: its index; of a memory that is handed over, also the number of the buffer.
    Load(MemoryId),
    /// Writes an element: its index, its value; of a memory that is handed over, also the number of the buffer.
    Store(MemoryId),
    /// Reads through a bundle: the address in bytes. In a burst also whether this access sends a request, and for how many
    /// elements (`u32`); for a wide access, for how many bytes (`u64`).
    AxiRead(Access),
    /// One of the elements of a wide read, by its position; the operand is the read.
    Element(u32),
    /// Writes through a bundle: the address, the values. In a burst also whether this access sends a request, and its length,
    /// as for reads.
    AxiWrite(Access),
    /// Waits until all that was written through a bundle has arrived.
    Fence(usize),
    /// Writes an argument's value after the run: its operand. In the root only.
    Output(usize),
    /// Waits until there is an element in a channel, and takes it out.
    Receive(ChannelId),
    /// Waits until there is a place in a channel, and puts its operand in.
    Send(ChannelId),
    /// Takes an element out of a channel if there is one, and does not wait. The lowest bit of the result tells whether there was
    /// one; the bits of the element are above it ([`Channel::received`](super::Channel::received)).
    TryReceive(ChannelId),
    /// Puts its operand into a channel if there is a place, and does not wait. The result, a `bool`, tells whether there was one.
    TrySend(ChannelId),
    /// A `bool`: true if there is no element in a channel.
    Empty(ChannelId),
    /// A `bool`: true if there is no place in a channel.
    Full(ChannelId),
    /// A `bool`: true if there is an element in a channel. Waits while there is none and the process of its region that sends, or
    /// has the one that does inside, has not ended.
    More(ChannelId),
    /// Counts the element that was received last as one that is left in its channel.
    Unread(ChannelId),
    /// Starts a process: the first values of its parameters. It is at work from the next cycle on.
    Start(ProcessId),
    /// Waits until a process has ended.
    Join(ProcessId),
}

/// An access of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Position in [`Design::bundles`](super::Design).
    pub bundle: usize,
    /// The slice: the position of the kernel's parameter.
    pub param: usize,
    /// Consecutive elements that are accessed in one cycle. Wide accesses, of more than one, are always bursts.
    pub elements: u32,
}

impl Node {
    /// A computation without conditions, names, limits and choices.
    #[must_use]
    pub const fn new(kind: NodeKind, ty: Scalar, args: Vec<NodeId>, span: Span) -> Self {
        Self { kind, ty, args, when: None, span, name: None, limit: None, bound: None, flushes: false }
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: ScalarValue) -> Self {
        let ty = value.ty();
        Self::new(NodeKind::Const(value), ty, Vec::new(), Span::NONE)
    }

    /// The width of its result; for a wide read, of all its elements together.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        match self.kind {
            NodeKind::AxiRead(access) => self.ty.bits() * access.elements,
            _ => self.ty.bits(),
        }
    }

    /// True if it has an effect other than its result.
    #[must_use]
    pub const fn has_effect(&self) -> bool {
        matches!(
            self.kind,
            NodeKind::Store(_)
                | NodeKind::AxiRead(_)
                | NodeKind::AxiWrite(_)
                | NodeKind::Fence(_)
                | NodeKind::Output(_)
        ) || self.is_synchronizing()
    }

    /// True if it is an operation on a channel, or starts a process or waits for one: these keep the order of the program.
    #[must_use]
    pub const fn is_synchronizing(&self) -> bool {
        self.kind.end().is_some() || matches!(self.kind, NodeKind::Start(_) | NodeKind::Join(_))
    }
}

impl NodeKind {
    /// True for an operation on a channel or a process that may have to wait.
    #[must_use]
    pub const fn waits(&self) -> bool {
        matches!(self, Self::Receive(_) | Self::Send(_) | Self::More(_) | Self::Join(_))
    }

    /// True for a load or store of this memory.
    #[must_use]
    pub fn accesses(&self, memory: MemoryId) -> bool {
        matches!(self, Self::Load(it) | Self::Store(it) if *it == memory)
    }

    /// The memory of a load or a store.
    #[must_use]
    pub const fn memory(&self) -> Option<MemoryId> {
        match *self {
            Self::Load(memory) | Self::Store(memory) => Some(memory),
            _ => None,
        }
    }

    /// The channel, and which side of it, of an operation on a channel.
    #[must_use]
    pub const fn end(&self) -> Option<(ChannelId, ChannelEnd)> {
        match *self {
            Self::Receive(channel)
            | Self::TryReceive(channel)
            | Self::Empty(channel)
            | Self::Unread(channel)
            | Self::More(channel) => Some((channel, ChannelEnd::Read)),
            Self::Send(channel) | Self::TrySend(channel) | Self::Full(channel) => {
                Some((channel, ChannelEnd::Write))
            }
            _ => None,
        }
    }
}
