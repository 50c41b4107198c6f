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
    /// The most bits that its data may have for the sake of several elements at once.
    pub widest_bits: u32,
    /// Are there accesses of several elements at once?
    pub grouped: bool,
    /// The most beats in a burst of reads.
    pub read_burst: u32,
    /// The most beats in a burst of writes.
    pub write_burst: u32,
}

impl Bundle {
    /// Is every element as wide as the port?
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        !self.grouped && self.narrowest_bytes * 8 == self.data_bits
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
    /// It stands beside the core, which has ports to it: a slice as [`Slices::Memories`](super::Slices) makes it.
    pub beside: bool,
    /// What can be accessed in one cycle.
    pub ports: Vec<Port>,
    /// Cycles from an index to its element.
    pub latency: u32,
    /// What it is made of, if the user has said so.
    pub made_of: Option<MadeOf>,
    /// Has the user said how it is kept? Then its ports stay what they are.
    pub asked: bool,
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
    /// What the user asks of the loop that begins with it.
    pub asked: Option<At<Pipeline>>,
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
    /// Cycles from the start of an iteration to that of the next that the user asked for.
    pub ii: Option<u32>,
    /// Memories among whose accesses in different iterations there is no dependence, as the user says.
    pub independent: Vec<MemoryId>,
    /// Memories whose loads see by themselves what was stored in so many iterations before.
    pub bypassed: Vec<(MemoryId, u32)>,
    /// So many iterations at the beginning only read what later ones need: there are that many more.
    pub lead: u32,
    /// How many iterations there are, with those, where that is known.
    pub turns: Option<u64>,
    /// Of loops in loops that became one: their counters, the outermost one's first. Nests that run abreast have a list
    /// each.
    pub counters: Vec<Vec<Turns>>,
}

/// The counter of a loop that is inside of another one in one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turns {
    /// What it counts in.
    pub var: VarId,
    /// How far it is to the bound.
    pub left: VarId,
    /// Are its loop and those inside of it in their first iterations?
    pub first: Option<VarId>,
    /// What counts its turns, if it grows by more than one.
    pub turn: Option<VarId>,
    /// What it grows by.
    pub step: u64,
    /// How often its loop turns each time, if that is known; only the outermost one's may not be.
    pub turns: Option<u64>,
}

impl Repeat {
    /// So many iterations back, and in its own, a load of this memory sees stores before they have landed. `None`: it
    /// has to wait for all of them.
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
    /// So many units at most compute what is limited in the same way (`#[allocation]`).
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
    /// Reads through a bundle: the address in bytes. In a stream also whether elements are asked for from there on, and
    /// how many (`u32`); of several elements at once, how many bytes (`u64`).
    AxiRead(Access),
    /// One of several elements that were read at once, by its number: all of them.
    Lane(u32),
    /// Writes through a bundle: the address, the values. In a stream also whether elements are announced from there on,
    /// and how many, as for reads.
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
    /// Elements that are accessed at once, one behind the other. More than one are always a stream.
    pub lanes: u32,
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
            let value = block.nodes.alloc(Node::constant(value));
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
            asked: None,
        }
    }

    /// Does it access several elements at once? Its first iteration asks for those of all of them.
    #[must_use]
    pub fn has_groups(&self) -> bool {
        self.nodes.iter().any(|(_, node)| match node.kind {
            NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) => access.lanes > 1,
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
    pub const fn constant(value: ScalarValue) -> Self {
        Self::new(NodeKind::Const(value), value.ty(), Vec::new(), Span::NONE)
    }

    /// The width of its result: of all elements that are read at once.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        match self.kind {
            NodeKind::AxiRead(access) => self.ty.bits() * access.lanes,
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
