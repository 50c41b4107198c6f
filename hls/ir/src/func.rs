//! A function: its parameters and the arenas of its body.

use la_arena::{Arena, Idx};
use sycl_hls_types::{Length, Packet, Scalar};

use crate::directive::{At, BindOp, DirectiveSet as _, Entry};
use crate::{
    ChannelEnd, FuncDirectives, Op, OpId, OpKind, ParamDirectives, Place, Root, SlotDirectives, Span, Step,
    Type,
};

/// A value's id.
pub type ValueId = Idx<Value>;
/// A slot's id.
pub type SlotId = Idx<Slot>;
/// A region's id.
pub type RegionId = Idx<Region>;
/// A channel's id.
pub type ChannelId = Idx<Channel>;

/// A kernel or a helper function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Func {
    /// The Rust name.
    pub name: String,
    /// Kernel or helper.
    pub kind: FuncKind,
    /// Parameters, in order.
    pub params: Vec<Param>,
    /// Type of the returned value.
    pub ret: Option<Scalar>,
    /// What the user asks of the hardware.
    pub directives: FuncDirectives,
    /// The body.
    pub body: RegionId,
    /// The signature.
    pub span: Span,
    /// SSA values.
    pub values: Arena<Value>,
    /// Local memory.
    pub slots: Arena<Slot>,
    /// Channels between processes.
    pub channels: Arena<Channel>,
    /// Operations.
    pub ops: Arena<Op>,
    /// Regions.
    pub regions: Arena<Region>,
}

/// What a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FuncKind {
    /// An entry point with an interface.
    Kernel,
    /// Callable from kernels and helpers.
    Helper,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The Rust name.
    pub name: String,
    /// What it is.
    pub kind: ParamKind,
    /// What the user asks of the hardware.
    pub directives: ParamDirectives,
    /// The parameter with its type.
    pub span: Span,
}

/// What a parameter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A scalar by value.
    Scalar(ValueId),
    /// A slice: memory whose length is known when the function is called.
    Slice {
        /// Type of an element.
        element: Type,
        /// True for `&mut [T]`.
        mutable: bool,
        /// Where the length comes from. Helpers: always [`Length::Argument`].
        length: Length,
        /// Name of the AXI master port bundle; only, and always, for kernels.
        bundle: Option<String>,
    },
    /// A reference to an object. Of a kernel: a struct that is passed by value.
    Ref {
        /// What it refers to.
        pointee: Type,
        /// True for `&mut`.
        mutable: bool,
    },
    /// A scalar that a kernel writes into registers: `&mut T`. Every way through the kernel writes it.
    Output {
        /// Its type, a scalar.
        pointee: Type,
        /// True if the kernel takes its value from before the run. Otherwise nothing reads it.
        initial: bool,
    },
    /// An end of a stream of a kernel: an AXI-stream port.
    Stream {
        /// The channel, which comes into being with the kernel's run, and whose other end is outside of the kernel.
        channel: ChannelId,
        /// The end that the kernel has.
        end: ChannelEnd,
        /// The signals of a port whose elements are packets, which the channel has as numbers.
        packet: Option<Packet>,
    },
}

/// Places of the registers between a port and the kernel (UG1399, "pragma HLS interface", `register_mode=both`).
pub const PORT_DEPTH: u64 = 2;

/// An SSA value: a scalar that is computed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub ty: Scalar,
    /// The Rust name, for values that have one.
    pub name: Option<String>,
    /// The operator that computes it.
    pub bind_op: Option<At<BindOp>>,
}

/// Local memory: a mutable scalar, an array or a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The Rust name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// True if it is written after its declaration.
    pub mutable: bool,
    /// True if it keeps what it holds from run to run of a kernel: its first values are those of before the first run.
    pub persistent: bool,
    /// What the user asks of the hardware.
    pub directives: SlotDirectives,
}

/// A FIFO from one process to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The Rust name.
    pub name: String,
    /// Type of an element.
    pub element: Scalar,
    /// How many elements it holds, at least 1.
    pub depth: u64,
    /// Its declaration.
    pub span: Span,
    /// What its elements stand for, if they are tokens by which blocks of memory are handed over.
    pub token: Option<Token>,
}

/// What a token stands for: a block of a slot, of which a process at a time has one.
///
/// A producer sends `Held`, writes the block that it has from then on, and sends `Filled`; the consumer receives `Filled`, reads this
/// block, and receives `Held`. There are as many blocks as `Held` has places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Tells the blocks apart from those of other streams, and what one of them is.
    pub blocks: SlotId,
    /// Of what.
    pub kind: TokenKind,
}

/// The two channels of tokens that blocks have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// The blocks that are written, wait for the consumer or are read.
    Held,
    /// The blocks that wait for the consumer.
    Filled,
}

/// A list of operations with values that enter at its top.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Region {
    /// The values that enter: the induction variable of a loop body.
    pub params: Vec<ValueId>,
    /// The operations, in order. A function body ends in a `return`, a region with a result in a `yield`; each may
    /// end in another terminator instead, or in what never goes on. Other regions simply end.
    pub ops: Vec<OpId>,
}

impl Func {
    /// A function without parameters and with an empty body.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: FuncKind, ret: Option<Scalar>, span: Span) -> Self {
        let mut regions = Arena::new();
        let body = regions.alloc(Region::default());
        Self {
            name: name.into(),
            kind,
            params: Vec::new(),
            ret,
            directives: FuncDirectives::default(),
            body,
            span,
            values: Arena::new(),
            slots: Arena::new(),
            channels: Arena::new(),
            ops: Arena::new(),
            regions,
        }
    }

    /// True for kernels.
    #[must_use]
    pub fn is_kernel(&self) -> bool {
        self.kind == FuncKind::Kernel
    }

    /// The type of a value.
    #[must_use]
    pub fn ty(&self, value: ValueId) -> Scalar {
        self.values[value].ty
    }

    /// The parameter with this position.
    #[must_use]
    pub fn param(&self, index: usize) -> Option<&Param> {
        self.params.get(index)
    }

    /// The channels of its ports, with the parameters' positions and the ends that it has.
    pub fn ports(&self) -> impl Iterator<Item = (usize, ChannelId, ChannelEnd)> {
        self.params.iter().enumerate().filter_map(|(index, param)| match param.kind {
            ParamKind::Stream { channel, end, .. } => Some((index, channel, end)),
            _ => None,
        })
    }

    /// The end that it has of the channel of a port; `None` for channels between its processes.
    #[must_use]
    pub fn port_end(&self, channel: ChannelId) -> Option<ChannelEnd> {
        self.ports().find_map(|(_, id, end)| (id == channel).then_some(end))
    }

    /// The signals of the port with this channel, if its elements are packets.
    #[must_use]
    pub fn packet_of(&self, channel: ChannelId) -> Option<Packet> {
        self.params.iter().find_map(|param| match param.kind {
            ParamKind::Stream { channel: own, packet, .. } if own == channel => packet,
            _ => None,
        })
    }

    /// The channel of tokens that a slot of blocks has; `None` for other slots.
    #[must_use]
    pub fn token_of(&self, blocks: SlotId, kind: TokenKind) -> Option<ChannelId> {
        let token = Some(Token { blocks, kind });
        self.channels.iter().find_map(|(id, channel)| (channel.token == token).then_some(id))
    }

    /// True for a slot whose blocks are handed over by tokens.
    #[must_use]
    pub fn is_blocks(&self, slot: SlotId) -> bool {
        self.token_of(slot, TokenKind::Held).is_some()
    }

    /// The Rust name of what a place lies in; constants are named by the module.
    #[must_use]
    pub fn root_name(&self, root: Root) -> Option<&str> {
        match root {
            Root::Slot(slot) => Some(&self.slots[slot].name),
            Root::Param(index) => self.param(index).map(|param| param.name.as_str()),
            Root::Global(_) => None,
        }
    }

    /// Its directives, at whatever place in it.
    #[must_use]
    pub fn directive_entries(&self) -> Vec<Entry> {
        let mut entries = self.directives.entries();
        entries.extend(self.params.iter().flat_map(|param| param.directives.entries()));
        entries.extend(self.slots.iter().flat_map(|(_, slot)| slot.directives.entries()));
        entries.extend(self.values.iter().filter_map(|(_, value)| value.bind_op.as_ref().map(Entry::of)));
        for op in self.ops_in_order() {
            match &self.ops[op].kind {
                OpKind::For(for_loop) => entries.extend(for_loop.directives.entries()),
                OpKind::While { directives, .. } => entries.extend(directives.entries()),
                OpKind::Scope { directives, .. } => entries.extend(directives.entries()),
                _ => {}
            }
        }
        entries
    }

    /// Every operation in the body, outer before inner, in order.
    #[must_use]
    pub fn ops_in_order(&self) -> Vec<OpId> {
        self.ops_inside(self.body)
    }

    /// Every operation in a region, outer before inner, in order.
    #[must_use]
    pub fn ops_inside(&self, region: RegionId) -> Vec<OpId> {
        let mut order = Vec::new();
        self.push_ops(region, &mut order);
        order
    }

    fn push_ops(&self, region: RegionId, order: &mut Vec<OpId>) {
        for &op in &self.regions[region].ops {
            order.push(op);
            for inner in self.ops[op].kind.regions() {
                self.push_ops(inner, order);
            }
        }
    }

    /// True if memory under `root` can be written by this function.
    #[must_use]
    pub fn is_writable(&self, root: Root) -> bool {
        match root {
            Root::Slot(slot) => self.slots[slot].mutable,
            Root::Param(index) => self.param(index).is_some_and(|param| match param.kind {
                ParamKind::Scalar(_) | ParamKind::Stream { .. } => false,
                ParamKind::Slice { mutable, .. } | ParamKind::Ref { mutable, .. } => mutable,
                ParamKind::Output { .. } => true,
            }),
            Root::Global(_) => false,
        }
    }

    /// How many times each value is used as an operand.
    #[must_use]
    pub fn use_counts(&self) -> la_arena::ArenaMap<ValueId, u32> {
        let mut counts = la_arena::ArenaMap::default();
        for (id, _) in self.values.iter() {
            counts.insert(id, 0);
        }
        for op in self.ops_in_order() {
            self.ops[op].kind.for_each_operand(&mut |value| {
                if let Some(count) = counts.get_mut(value) {
                    *count += 1;
                }
            });
        }
        counts
    }
}

impl Slot {
    /// Memory that is written, of which nothing is asked.
    #[must_use]
    pub fn variable(name: impl Into<String>, ty: impl Into<Type>) -> Self {
        let directives = SlotDirectives::default();
        Self { name: name.into(), ty: ty.into(), mutable: true, persistent: false, directives }
    }
}

impl Place {
    /// The whole of `root`.
    #[must_use]
    pub const fn whole(root: Root) -> Self {
        Self { root, path: Vec::new() }
    }

    /// The values that index, outermost first.
    pub fn indices(&self) -> impl Iterator<Item = ValueId> {
        self.path.iter().filter_map(|step| match step {
            Step::Index(value) => Some(*value),
            Step::Field(_) => None,
        })
    }

    /// True if the two places surely have no memory in common: other objects, or other fields of one.
    #[must_use]
    pub fn is_disjoint_from(&self, other: &Self) -> bool {
        let fields = |(a, b): (&Step, &Step)| matches!((a, b), (Step::Field(a), Step::Field(b)) if a != b);
        self.root != other.root || self.path.iter().zip(&other.path).any(fields)
    }

    /// A part of the place.
    #[must_use]
    pub fn then(&self, step: Step) -> Self {
        let mut path = self.path.clone();
        path.push(step);
        Self { root: self.root, path }
    }
}
