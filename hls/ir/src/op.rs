//! Operations.

use la_arena::Idx;
use sycl_hls_types::{Operation, Scalar, ScalarValue, TrapKind};

use crate::{FuncId, GlobalId, LoopDirectives, RegionId, SlotId, Span, ValueId};

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
    /// Would this arithmetic operation overflow? A `bool`.
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

/// A loop over a range of integers, evaluated once before it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForLoop {
    /// First value.
    pub lo: ValueId,
    /// Bound.
    pub hi: ValueId,
    /// `lo..=hi`?
    pub inclusive: bool,
    /// What the induction variable grows by, at least 1. The loop ends where the next value would be out of its
    /// range, also where that value does not fit the type.
    pub step: u64,
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    /// Negation of a signed integer or a float.
    Neg,
    /// Complement of an integer's bits, or of a `bool`.
    Not,
    /// Absolute value of a float.
    Abs,
    /// Square root of a float.
    Sqrt,
    /// The largest whole number that is not above a float.
    Floor,
    /// The smallest whole number that is not below a float.
    Ceil,
    /// A float without its fraction.
    Trunc,
    /// The nearest whole number; halves go away from zero.
    Round,
    /// The nearest whole number; halves go to the even one.
    RoundEven,
    /// How many bits of an integer are set (`u32`).
    CountOnes,
    /// How many bits above the highest set one there are (`u32`); of 0 the width.
    LeadingZeros,
    /// How many bits below the lowest set one there are (`u32`); of 0 the width.
    TrailingZeros,
    /// An integer with its bytes in reverse order.
    SwapBytes,
    /// An integer with its bits in reverse order.
    ReverseBits,
}

/// Operations on two values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, truncated for integers. A divisor of 0 gives all ones; `MIN / -1` gives `MIN`.
    Div,
    /// Remainder of the truncated quotient, exact for floats. An integer divisor of 0 gives the dividend.
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
    /// The smaller one. A NaN counts as missing, and -0 is below +0.
    Min,
    /// The larger one. A NaN counts as missing, and -0 is below +0.
    Max,
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

impl UnaryOp {
    /// Every operation.
    pub const ALL: [Self; 14] = [
        Self::Neg,
        Self::Not,
        Self::Abs,
        Self::Sqrt,
        Self::Floor,
        Self::Ceil,
        Self::Trunc,
        Self::Round,
        Self::RoundEven,
        Self::CountOnes,
        Self::LeadingZeros,
        Self::TrailingZeros,
        Self::SwapBytes,
        Self::ReverseBits,
    ];

    /// The name in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neg => "neg",
            Self::Not => "not",
            Self::Abs => "abs",
            Self::Sqrt => "sqrt",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Trunc => "trunc",
            Self::Round => "round",
            Self::RoundEven => "round_even",
            Self::CountOnes => "count_ones",
            Self::LeadingZeros => "leading_zeros",
            Self::TrailingZeros => "trailing_zeros",
            Self::SwapBytes => "swap_bytes",
            Self::ReverseBits => "reverse_bits",
        }
    }

    /// Does the operation take operands of this type?
    #[must_use]
    pub const fn takes(self, ty: Scalar) -> bool {
        match self {
            Self::Neg => ty.is_signed() || ty.is_float(),
            Self::Not => !ty.is_float(),
            _ if self.is_of_bits() => ty.is_integer(),
            _ => ty.is_float(),
        }
    }

    /// The type of the result for an operand of this type.
    #[must_use]
    pub const fn result(self, ty: Scalar) -> Scalar {
        match self {
            Self::CountOnes | Self::LeadingZeros | Self::TrailingZeros => Scalar::U32,
            _ => ty,
        }
    }

    /// True for the operations on the bits of an integer, except for `Not`.
    #[must_use]
    pub const fn is_of_bits(self) -> bool {
        matches!(
            self,
            Self::CountOnes | Self::LeadingZeros | Self::TrailingZeros | Self::SwapBytes | Self::ReverseBits
        )
    }
}

impl BinaryOp {
    /// Every operation.
    pub const ALL: [Self; 12] = [
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
        Self::Min,
        Self::Max,
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
            Self::Min => "min",
            Self::Max => "max",
        }
    }

    /// Rust's and C++'s operator, for those that have one.
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
            Self::Min => "min",
            Self::Max => "max",
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
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem | Self::Min | Self::Max)
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
            Self::And | Self::Or | Self::Xor | Self::Min | Self::Max => None,
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
