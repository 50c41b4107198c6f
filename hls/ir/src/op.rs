//! Operations.

use la_arena::Idx;
use sycl_hls_types::{Operation, ScalarValue, TrapKind};

use crate::{FuncId, GlobalId, LoopDirectives, RegionId, ScopeDirectives, SlotId, Span, ValueId};

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
    /// Would this arithmetic operation overflow? A `bool`; only in checked code.
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
    /// Writes one value to every scalar of an array.
    Fill(Place, ValueId),
    /// Copies an array to another one of the same type. The two are apart, or the same.
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
    /// Statements that directives are about.
    Scope {
        /// What the user asks of the hardware.
        directives: Box<ScopeDirectives>,
        /// The statements.
        body: RegionId,
    },
    /// Chooses a region. With a result, both regions end in a `yield`.
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
    /// Ends a region with its result.
    Yield(ValueId),
    /// Ends the function.
    Return(Option<ValueId>),
}

/// A loop over a range of integers, evaluated once before it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForLoop {
    /// First value.
    pub lo: ValueId,
    /// Bound.
    pub hi: ValueId,
    /// `lo..=hi`?
    pub inclusive: bool,
    /// What the user asks of the hardware.
    pub directives: LoopDirectives,
    /// The body, whose one parameter is the induction variable.
    pub body: RegionId,
}

/// Does an overflow stop a checked run?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overflow {
    /// It does, where there is one: the operators of Rust.
    Checked,
    /// It is meant: `wrapping_*`.
    Wrapping,
}

/// Operations on one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Negation of a signed integer or a float.
    Neg,
    /// Complement of an integer's bits, or of a `bool`.
    Not,
}

/// Operations on two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, truncated for integers. A divisor of 0 gives all ones; `MIN / -1` gives `MIN`.
    Div,
    /// Remainder of the truncated quotient; integers only. A divisor of 0 gives the dividend.
    Rem,
    /// Bitwise and, also of `bool`.
    And,
    /// Bitwise or, also of `bool`.
    Or,
    /// Bitwise exclusive or, also of `bool`.
    Xor,
    /// Shift left; the distance is taken modulo the width.
    Shl,
    /// Shift right, arithmetic for signed types; the distance is taken modulo the width.
    Shr,
}

/// Comparisons. All but `Ne` are false when an operand is NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// A place in memory: an object and indices into it, outermost first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The object.
    pub root: Root,
    /// Indices (`u64`), each less than its dimension.
    pub indices: Vec<ValueId>,
}

/// A memory object that a function can name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// A local.
    Slot(SlotId),
    /// A slice or reference parameter, by position.
    Param(usize),
    /// A constant array; read only.
    Global(GlobalId),
}

/// What a slot holds at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// Nothing yet: every element is written before it is read.
    Uninit,
    /// One value in every scalar.
    Fill(ValueId),
    /// A value for each scalar, row-major.
    List(Vec<ValueId>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallArg {
    /// A scalar.
    Value(ValueId),
    /// A reference to an array or a slice.
    Place(Place),
}

/// What a check reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The kind of check.
    pub kind: TrapKind,
    /// The operands to report: see [`TrapKind`].
    pub operands: Vec<ValueId>,
    /// Name of the indexed variable.
    pub object: Option<String>,
}

impl UnaryOp {
    /// Every operation.
    pub const ALL: [Self; 2] = [Self::Neg, Self::Not];

    /// The name in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neg => "neg",
            Self::Not => "not",
        }
    }
}

impl BinaryOp {
    /// Every operation.
    pub const ALL: [Self; 10] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Shl,
        Self::Shr,
    ];

    /// The name in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::Div => "div",
            Self::Rem => "rem",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Shl => "shl",
            Self::Shr => "shr",
        }
    }

    /// Rust's and C++'s operator.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
        }
    }

    /// True for the shifts.
    #[must_use]
    pub const fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr)
    }

    /// True for the operations that also take floats.
    #[must_use]
    pub const fn takes_floats(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div)
    }

    /// True for the operations that also take `bool`.
    #[must_use]
    pub const fn takes_bools(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }

    /// The operation in an error message; `None` for those that cannot fail.
    #[must_use]
    pub const fn operation(self) -> Option<Operation> {
        match self {
            Self::Add => Some(Operation::Add),
            Self::Sub => Some(Operation::Sub),
            Self::Mul => Some(Operation::Mul),
            Self::Div => Some(Operation::Div),
            Self::Rem => Some(Operation::Rem),
            Self::Shl => Some(Operation::Shl),
            Self::Shr => Some(Operation::Shr),
            Self::And | Self::Or | Self::Xor => None,
        }
    }
}

impl CompareOp {
    /// Every comparison.
    pub const ALL: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];

    /// The name in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Ne => "ne",
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Gt => "gt",
            Self::Ge => "ge",
        }
    }

    /// Rust's and C++'s operator.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}
