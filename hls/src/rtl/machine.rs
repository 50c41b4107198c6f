//! A kernel as blocks of dataflow: what is scheduled, and what hardware is made of.
//!
//! A block is straight-line code without control flow: what is conditional carries a predicate. Variables hold what
//! one block leaves for others, or one iteration for the next.

use la_arena::{Arena, Idx};
use sycl_hls_ir::directive::{At, Pipeline};
use sycl_hls_ir::{BinaryOp, CompareOp, Span, UnaryOp};
use sycl_hls_types::{Scalar, ScalarValue};

/// A node's id in its block.
pub type NodeId = Idx<Node>;
/// A block's id.
pub type BlockId = Idx<Block>;
/// A variable's id.
pub type VarId = Idx<Var>;
/// A memory's id.
pub type MemoryId = Idx<Memory>;

/// A kernel.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The kernel's name.
    pub name: String,
    /// What the control registers hold, in the order of the registers.
    pub args: Vec<Arg>,
    /// The AXI master ports.
    pub bundles: Vec<Bundle>,
    /// Variables.
    pub vars: Arena<Var>,
    /// Local arrays and constant tables.
    pub memories: Arena<Memory>,
    /// Blocks.
    pub blocks: Arena<Block>,
    /// Where a run begins.
    pub entry: BlockId,
}

/// An argument as its registers hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// Its width.
    pub bits: u32,
}

/// An AXI master port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// Its name.
    pub name: String,
    /// Does anything read through it?
    pub reads: bool,
    /// Does anything write through it?
    pub writes: bool,
    /// Bytes of the widest element.
    pub element_bytes: u32,
    /// Bytes of the narrowest element.
    pub narrowest_bytes: u32,
    /// Bits of its data: a power of two.
    pub data_bits: u32,
    /// The most bits that port widening may give its data.
    pub widest_bits: u32,
    /// True if there are accesses of several elements in one cycle (port widening).
    pub widened: bool,
    /// The most beats in a burst of reads.
    pub read_burst: u32,
    /// The most beats in a burst of writes.
    pub write_burst: u32,
}

impl Bundle {
    /// Is every element as wide as the port?
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        !self.widened && self.narrowest_bytes * 8 == self.data_bits
    }
}

/// A register that lives as long as the kernel runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// The Rust name, or what it is for.
    pub name: String,
    /// Its type.
    pub ty: Scalar,
}

/// A local array or a constant table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The Rust name.
    pub name: String,
    /// Type of an element.
    pub ty: Scalar,
    /// Number of elements.
    pub depth: u64,
    /// What a constant table holds.
    pub contents: Option<Vec<ScalarValue>>,
    /// True for an external memory, to which the core has ports: a slice under [`Slices::Memories`](super::Slices).
    pub external: bool,
    /// What can be accessed in one cycle.
    pub ports: Vec<Port>,
    /// Cycles from an index to its element.
    pub latency: u32,
    /// What it is made of, if the user has said so.
    pub made_of: Option<MadeOf>,
    /// True if the user has requested how the array is stored (`bind_storage`): its ports stay as they are.
    pub requested: bool,
}

impl Memory {
    /// Bits of an element's number.
    #[must_use]
    pub fn address_bits(&self) -> u32 {
        (64 - (self.depth.max(2) - 1).leading_zeros()).max(1)
    }
}

/// What a port of a memory can do, one of it in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    /// Can it read?
    pub reads: bool,
    /// Can it write?
    pub writes: bool,
}

/// What a memory is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MadeOf {
    /// Look-up tables. One port of theirs writes.
    Luts,
    /// Block RAM.
    Block,
    /// Ultra RAM, which begins without contents.
    Ultra,
}

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
    /// The pipeline that the user has requested for the loop that begins with it.
    pub requested: Option<At<Pipeline>>,
    /// While the machine is made: what is read of arrays that are split.
    pub reads: Vec<SplitRead>,
}

/// An element of an array that is split, whose memory is not known.
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

/// How a pipelined loop goes on.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// Is there another iteration? A `bool`.
    pub again: NodeId,
    /// The initiation interval in cycles that the user has requested.
    pub ii: Option<u32>,
    /// Memories among whose accesses in different iterations there is no dependence, as the user says.
    pub independent: Vec<MemoryId>,
    /// Memories whose loads see the stores of so many iterations before through a bypass.
    pub bypassed: Vec<(MemoryId, u32)>,
    /// Iterations of the prologue, which only read what later iterations need. They come before those of the loop.
    pub prologue: u32,
    /// The trip count, prologue included, where it is known.
    pub trip_count: Option<u64>,
    /// The counters of flattened loops, the outermost one's first. Fused nests have a list each.
    pub counters: Vec<Vec<LoopCounter>>,
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
    /// Would this operation overflow?
    Overflows(BinaryOp),
    /// A conversion by value.
    Cast,
    /// The same bits as another type.
    Bits,
    /// `a * b + c`
    Fma,
    /// The second operand if the first is true, else the third.
    Select,
    /// Reads an element: its index.
    Load(MemoryId),
    /// Writes an element: its index, its value.
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
}

/// An access of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Position in [`Machine::bundles`].
    pub bundle: usize,
    /// The slice: the position of the kernel's parameter.
    pub param: usize,
    /// Consecutive elements that are accessed in one cycle. Wide accesses, of more than one, are always bursts.
    pub elements: u32,
}

impl Machine {
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

    /// What a variable holds whenever a block is entered from another one.
    pub fn write_before(&mut self, id: BlockId, var: VarId, value: ScalarValue) {
        for other in self.before(id) {
            let block = &mut self.blocks[other];
            let value = block.nodes.alloc(Node::constant(value.clone()));
            block.writes.push((var, value));
        }
    }
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
        }
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

impl Node {
    /// A computation without conditions, names and limits.
    #[must_use]
    pub const fn new(kind: NodeKind, ty: Scalar, args: Vec<NodeId>, span: Span) -> Self {
        Self { kind, ty, args, when: None, span, name: None, limit: None }
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

    /// Does it change anything but its result?
    #[must_use]
    pub const fn has_effect(&self) -> bool {
        matches!(
            self.kind,
            NodeKind::Store(_) | NodeKind::AxiRead(_) | NodeKind::AxiWrite(_) | NodeKind::Fence(_)
        )
    }
}
