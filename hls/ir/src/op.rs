//! Operations.

use la_arena::Idx;
use sycl_hls_types::{ScalarValue, TrapKind};

use crate::{
    BinaryOp, ChannelId, CompareOp, FuncId, GlobalId, LoopDirectives, RegionId, ScopeDirectives, SlotId,
    Span, UnaryOp, ValueId,
};

/// An operation's id.
pub type OpId = Idx<Op>;

/// An operation in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Op {
    /// What it does.
    pub kind: OpKind,
    /// The value it computes.
    pub result: Option<ValueId>,
    /// The Rust expression or statement it comes from.
    pub span: Span,
}

/// What an operation does. Operands are evaluated by earlier operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpKind {
    /// A constant.
    Const(ScalarValue),
    /// The value of a scalar `const` item.
    Global(GlobalId),
    /// An operation on one value.
    Unary {
        /// Which one.
        op: UnaryOp,
        /// What Rust says of overflow.
        overflow: Overflow,
        /// The operand.
        arg: ValueId,
    },
    /// An operation on two values of one type; the distance of a shift may have another integer type.
    Binary {
        /// Which one.
        op: BinaryOp,
        /// What Rust says of overflow.
        overflow: Overflow,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// A comparison of two values of one type; the result is a `bool`.
    Compare {
        /// Which one.
        op: CompareOp,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// `as`: converts to the result's type.
    Cast(ValueId),
    /// The bits of a value as the result's type, which is as wide: `to_bits`, `from_bits`. Those of a NaN are any
    /// that a NaN may have.
    Bits(ValueId),
    /// `a * b + c` of floats, rounded once.
    Fma {
        /// First factor.
        a: ValueId,
        /// Second factor.
        b: ValueId,
        /// Summand.
        c: ValueId,
    },
    /// A `bool`: true if this arithmetic operation overflows.
    Overflows {
        /// `Add`, `Sub`, `Mul`, `Div` or `Rem`.
        op: BinaryOp,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// The length of a slice parameter, in elements (`u64`).
    Len(usize),
    /// Reads a scalar.
    Read(Place),
    /// Writes a scalar.
    Write(Place, ValueId),
    /// Writes one value to every scalar of an array of scalars, or to a scalar.
    Fill(Place, ValueId),
    /// Copies an object to another one of the same type. The two are apart, or the same.
    Copy {
        /// Where to.
        to: Place,
        /// Where from.
        from: Place,
    },
    /// A slot comes into being, anew each time control passes.
    Declare {
        /// The slot.
        slot: SlotId,
        /// Its first contents.
        init: Init,
    },
    /// Calls a helper function.
    Call {
        /// The callee.
        func: FuncId,
        /// One argument for each parameter.
        args: Vec<CallArg>,
    },
    /// A counted loop.
    For(ForLoop),
    /// Runs the body as long as the condition, evaluated before each time, yields true.
    While {
        /// Ends in a `yield` of a `bool`. It stands outside of the loop: a `break` in it leaves an outer one.
        cond: RegionId,
        /// The body.
        body: RegionId,
        /// What the user asks of the hardware.
        directives: LoopDirectives,
    },
    /// A region that `break` can leave.
    Block {
        /// The region.
        body: RegionId,
    },
    /// Statements that directives are about.
    Scope {
        /// What the user asks of the hardware.
        directives: Box<ScopeDirectives>,
        /// The statements.
        body: RegionId,
    },
    /// Processes that run at the same time. Control goes on when all have ended; what is declared here ends then.
    Dataflow {
        /// False if Vitis leaves out the FIFOs through which a process that has begun starts the next ones (UG1399, "pragma HLS
        /// dataflow", `disable_start_propagation`).
        start_propagation: bool,
        /// Declares channels, and slots without first values, and holds the processes.
        body: RegionId,
    },
    /// A process of the `dataflow` that it stands in.
    Process {
        /// The Rust name of what it runs, for messages.
        name: String,
        /// What it runs.
        body: RegionId,
    },
    /// A channel comes into being, empty, anew each time control passes.
    DeclareChannel(ChannelId),
    /// An operation on a channel, in a process of the `dataflow` that declares it.
    Channel {
        /// The channel.
        channel: ChannelId,
        /// What is done with it.
        access: ChannelAccess,
    },
    /// Chooses a region. With a result, both regions end in a `yield`, or in what leaves them another way.
    If {
        /// The condition, a `bool`.
        cond: ValueId,
        /// Runs if it is true.
        then: RegionId,
        /// Runs if it is false.
        otherwise: RegionId,
    },
    /// Stops the kernel with an error if the condition holds. Only in checked code.
    TrapIf {
        /// The condition, a `bool`.
        cond: ValueId,
        /// The error.
        trap: Trap,
    },
    /// Rust panics here if the condition holds. The pass `checks` makes a `TrapIf` of it; without checks it does
    /// nothing.
    PanicIf {
        /// The condition, a `bool`.
        cond: ValueId,
        /// The error.
        trap: Trap,
    },
    /// Ends a region with its result.
    Yield(ValueId),
    /// Ends the function.
    Return(Option<ValueId>),
    /// Leaves a loop or a block: this many of those around it are skipped, the next one is left.
    Break(u32),
    /// Goes on with the next iteration of a loop: this many loops and blocks around it are skipped.
    Continue(u32),
}

/// What an operation does with a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelAccess {
    /// Takes the oldest element out, which is the result. Waits while there is none.
    Read,
    /// Puts an element in. Waits while there is no place.
    Write(ValueId),
    /// Takes the oldest element out and writes it to this scalar; where there is none, the scalar keeps its value.
    /// The result, a `bool`, tells whether there was one.
    TryRead(Place),
    /// Counts the element that was taken last as one that is left: a process that has taken it ahead ends without using it.
    /// Hardware only counts it where it is simulated, because no element is left in a run without errors.
    Unread,
    /// Puts an element in if there is a place. The result, a `bool`, tells whether there was one.
    TryWrite(ValueId),
    /// Tells the process that reads whether there is nothing to read: a `bool`.
    Empty,
    /// Tells the process that writes whether there is no place to write to: a `bool`.
    Full,
    /// Waits until the process that reads has an element to read, or none will ever come because the process that writes has
    /// ended: a `bool`, true if there is one. It takes nothing out.
    More,
}

/// The two sides of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChannelEnd {
    /// The side of the producer.
    Write,
    /// The side of the consumer.
    Read,
}

impl ChannelAccess {
    /// The side that it is for.
    #[must_use]
    pub const fn end(&self) -> ChannelEnd {
        match self {
            Self::Read | Self::TryRead(_) | Self::Unread | Self::Empty | Self::More => ChannelEnd::Read,
            Self::Write(_) | Self::TryWrite(_) | Self::Full => ChannelEnd::Write,
        }
    }

    /// True if it has a result: all but the write that waits, and what counts.
    #[must_use]
    pub const fn has_result(&self) -> bool {
        !matches!(self, Self::Write(_) | Self::Unread)
    }

    /// True if what it does, or its result, depends on when it runs.
    #[must_use]
    pub const fn depends_on_time(&self) -> bool {
        !matches!(self, Self::Read | Self::Write(_) | Self::Unread | Self::More)
    }
}

/// A loop over a range of integers, evaluated once before it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForLoop {
    /// First value.
    pub lo: ValueId,
    /// Bound.
    pub hi: ValueId,
    /// True for `lo..=hi`.
    pub inclusive: bool,
    /// What the induction variable grows by, at least 1. The loop ends where the next value would be out of its
    /// range, also where that value does not fit the type.
    pub step: u64,
    /// What the user asks of the hardware.
    pub directives: LoopDirectives,
    /// The body, whose one parameter is the induction variable.
    pub body: RegionId,
}

/// True if an overflow stops a checked run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overflow {
    /// It does, where there is one: the operators of Rust.
    Checked,
    /// It is meant: `wrapping_*`.
    Wrapping,
}

impl ForLoop {
    /// How many iterations there are between these bounds.
    #[must_use]
    pub fn iterations(&self, lo: i128, hi: i128) -> u64 {
        let range = hi.saturating_sub(lo).saturating_add(i128::from(self.inclusive)).max(0);
        let step = i128::from(self.step.max(1));
        u64::try_from(range.saturating_add(step - 1) / step).unwrap_or(u64::MAX)
    }
}

/// A place in memory: an object and the way into it, outermost step first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The object.
    pub root: Root,
    /// The way from the whole object to the place.
    pub path: Vec<Step>,
}

/// A step from an object to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// To the element of an array or slice with this index (`u64`), which is less than the length.
    Index(ValueId),
    /// To the field of a struct with this position.
    Field(usize),
}

/// A memory object that a function can name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// A local.
    Slot(SlotId),
    /// A slice or reference parameter, by position.
    Param(usize),
    /// A constant; read only.
    Global(GlobalId),
}

/// What a slot holds at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// Nothing yet: every element is written before it is read.
    Uninit,
    /// One value in every scalar.
    Fill(ValueId),
    /// A value for each scalar: row-major, fields in order.
    List(Vec<ValueId>),
    /// What a place of the same type holds.
    Copy(Place),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallArg {
    /// A scalar.
    Value(ValueId),
    /// A reference to an object or a slice.
    Place(Place),
    /// A part of a slice or of an array, as a slice.
    Slice {
        /// The slice or the array.
        place: Place,
        /// Index of the first element (`u64`).
        lo: ValueId,
        /// Number of elements (`u64`). The part lies within the whole.
        len: ValueId,
    },
}

impl CallArg {
    /// The memory that it passes.
    #[must_use]
    pub const fn place(&self) -> Option<&Place> {
        match self {
            Self::Value(_) => None,
            Self::Place(place) | Self::Slice { place, .. } => Some(place),
        }
    }
}

/// What a check reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The kind of check.
    pub kind: TrapKind,
    /// The operands to report: see [`TrapKind`].
    pub operands: Vec<ValueId>,
    /// Name of the indexed variable, or the text of a [`TrapKind::Panic`].
    pub object: Option<String>,
}
