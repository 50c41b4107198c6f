//! Operators: what operations on values compute.

use std::cmp::Ordering;

use sycl_hls_types::{Operation, Scalar};

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
    /// A float with a zero of its sign in place of a denormal.
    Flush,
    /// How many bits of an integer are set (`u32`).
    CountOnes,
    /// How many bits above the highest set one there are (`u32`); of 0 the width.
    LeadingZeros,
    /// How many bits below the lowest set one there are (`u32`); of 0 the width.
    TrailingZeros,
    /// An integer of whole bytes with them in reverse order.
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
    /// Shift left by the low [`Scalar::distance_bits`] of the distance.
    Shl,
    /// Shift right by the low [`Scalar::distance_bits`] of the distance, arithmetic for signed types.
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

impl UnaryOp {
    /// Every operation.
    pub const ALL: [Self; 15] = [
        Self::Neg,
        Self::Not,
        Self::Abs,
        Self::Sqrt,
        Self::Floor,
        Self::Ceil,
        Self::Trunc,
        Self::Round,
        Self::RoundEven,
        Self::Flush,
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
            Self::Flush => "flush",
            Self::CountOnes => "count_ones",
            Self::LeadingZeros => "leading_zeros",
            Self::TrailingZeros => "trailing_zeros",
            Self::SwapBytes => "swap_bytes",
            Self::ReverseBits => "reverse_bits",
        }
    }

    /// True if the operation takes operands of this type.
    #[must_use]
    pub const fn takes(self, ty: Scalar) -> bool {
        match self {
            Self::Neg => ty.is_signed() || ty.is_float(),
            Self::Not => !ty.is_float(),
            Self::SwapBytes => ty.is_integer() && ty.bits().is_multiple_of(8),
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

    /// True if the comparison holds for operands in this order. Operands with a NaN have no order.
    #[must_use]
    pub fn holds(self, order: Option<Ordering>) -> bool {
        use Ordering::{Equal, Greater, Less};
        match self {
            Self::Eq => order == Some(Equal),
            Self::Ne => order != Some(Equal),
            Self::Lt => order == Some(Less),
            Self::Le => matches!(order, Some(Less | Equal)),
            Self::Gt => order == Some(Greater),
            Self::Ge => matches!(order, Some(Greater | Equal)),
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
