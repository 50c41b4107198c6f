//! Why a kernel stopped: the places where a checked kernel can, and the error that reaches the host.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Scalar, ScalarValue};

/// A place in the user's source. Line and column count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Location {
    /// Path of the file, as the compiler was given it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An operation that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// unary `-`
    Neg,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
}

impl Operation {
    fn verb(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "subtract",
            Self::Mul => "multiply",
            Self::Div => "divide",
            Self::Rem => "calculate the remainder",
            Self::Neg => "negate",
            Self::Shl => "shift left",
            Self::Shr => "shift right",
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub | Self::Neg => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Shl => "<<",
            Self::Shr => ">>",
        }
    }
}

/// What a check guards against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrapKind {
    /// An index that is not less than the length. Operands: index, length.
    Index,
    /// A result that does not fit the type. Operands: left and right, or the negated value.
    Overflow(Operation),
    /// A division or remainder by zero. Operands: dividend, divisor.
    DivideByZero(Operation),
    /// A shift by the type's width or more. Operands: value, distance.
    Shift(Operation),
    /// A range `start..end` of a slice with `start > end`. Operands: start, end.
    SliceOrder,
    /// A range `start..` of a slice that starts after its end. Operands: start, length.
    SliceStart,
    /// A range of a slice that ends after the slice. Operands: end, length.
    SliceEnd,
    /// `unwrap` of a `None`. No operands.
    UnwrapNone,
    /// `clamp` with a minimum above the maximum, or with a NaN. Operands: minimum, maximum.
    Clamp,
    /// A panic with a text of its own, which the check has in place of a variable's name. No operands.
    Panic,
}

impl FaultKind {
    /// The class of error that a panic's message tells (Rust 1.95).
    #[must_use]
    pub fn of_message(message: &str) -> Self {
        let range = ["slice index starts at ", "range start index ", "range end index "];
        if message.starts_with("index out of bounds") || range.iter().any(|start| message.starts_with(start))
        {
            Self::Index
        } else if message.starts_with("attempt to divide by zero")
            || message.ends_with("with a divisor of zero")
        {
            Self::Division
        } else if message.starts_with("attempt to shift") {
            Self::Shift
        } else if message.starts_with("attempt to ") && message.ends_with("with overflow") {
            Self::Overflow
        } else {
            Self::Other
        }
    }
}

impl TrapKind {
    /// The coarse class that a [`Fault`] carries.
    #[must_use]
    pub const fn fault_kind(self) -> FaultKind {
        match self {
            Self::Index | Self::SliceOrder | Self::SliceStart | Self::SliceEnd => FaultKind::Index,
            Self::UnwrapNone | Self::Clamp | Self::Panic => FaultKind::Other,
            Self::Overflow(_) => FaultKind::Overflow,
            Self::DivideByZero(_) => FaultKind::Division,
            Self::Shift(_) => FaultKind::Shift,
        }
    }
}

/// A check in a kernel: what it guards and where it stands.
///
/// The emulated kernel reports a check's number and two operand words; this is the rest of the message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrapSite {
    /// What the check guards against.
    pub kind: TrapKind,
    /// Types of the reported operands: none, one or two.
    pub operands: Vec<Scalar>,
    /// Name of the indexed variable, or the text of a [`TrapKind::Panic`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// The place in the user's source.
    pub at: Location,
}

impl TrapSite {
    /// The error of `kernel` when this check fails with the operands in `words`.
    #[must_use]
    pub fn fault(&self, kernel: &str, words: [u64; 2]) -> Fault {
        let values: Vec<ScalarValue> =
            self.operands.iter().zip(words).map(|(&ty, bits)| ScalarValue::from_bits(ty, bits)).collect();
        self.fault_with(kernel, &values)
    }

    /// The error of `kernel` when this check fails with these operands.
    #[must_use]
    pub fn fault_with(&self, kernel: &str, values: &[ScalarValue]) -> Fault {
        let message = self.message(values);
        let kind = match self.kind {
            TrapKind::Panic => FaultKind::of_message(&message),
            kind => kind.fault_kind(),
        };
        Fault { kernel: kernel.to_owned(), kind, message, at: Some(self.at.clone()) }
    }

    fn message(&self, values: &[ScalarValue]) -> String {
        // Of a wide value only the low half is reported.
        let shown =
            |value: &ScalarValue| if value.ty().is_wide() { "_".to_owned() } else { value.to_string() };
        let operand = |i: usize| values.get(i).map_or_else(|| "?".to_owned(), shown);
        let (a, b) = (operand(0), operand(1));
        let ty = self.operands.first().map_or_else(|| "?".to_owned(), ToString::to_string);
        match self.kind {
            TrapKind::Index => {
                let object = self.object.as_deref().unwrap_or("the array");
                format!("index out of bounds: the length of `{object}` is {b} but the index is {a}")
            }
            TrapKind::Overflow(Operation::Neg) => {
                format!("attempt to negate with overflow: -({a}) does not fit {ty}")
            }
            TrapKind::Overflow(op) => {
                format!("attempt to {} with overflow: {a} {} {b} does not fit {ty}", op.verb(), op.symbol())
            }
            TrapKind::DivideByZero(op) => {
                format!("attempt to {} with a divisor of zero: {a} {} 0", op.verb(), op.symbol())
            }
            TrapKind::Shift(op) => format!("attempt to {} with overflow: {ty} by {b}", op.verb()),
            _ => self.library_message(&a, &b),
        }
    }

    /// The message of a check that Rust's library makes, in its own words (Rust 1.95).
    fn library_message(&self, a: &str, b: &str) -> String {
        match self.kind {
            TrapKind::SliceOrder => format!("slice index starts at {a} but ends at {b}"),
            TrapKind::SliceStart => format!("range start index {a} out of range for slice of length {b}"),
            TrapKind::SliceEnd => format!("range end index {a} out of range for slice of length {b}"),
            TrapKind::UnwrapNone => "called `Option::unwrap()` on a `None` value".to_owned(),
            TrapKind::Clamp => {
                let is_float = self.operands.first().is_some_and(|ty| ty.is_float());
                let or_nan = if is_float { ", or either was NaN" } else { "" };
                format!("min > max{or_nan}. min = {a}, max = {b}")
            }
            _ => self.object.clone().unwrap_or_else(|| "explicit panic".to_owned()),
        }
    }
}

/// The class of a kernel's error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultKind {
    /// An index or a range out of bounds.
    Index,
    /// An arithmetic overflow.
    Overflow,
    /// A division or remainder by zero.
    Division,
    /// A shift by the type's width or more.
    Shift,
    /// Processes that wait for one another, or leave elements in a channel.
    Dataflow,
    /// The device did not end in time, or is gone.
    Lost,
    /// Anything else: a panic with another message, a mistake of ours.
    Other,
}

/// A kernel run that stopped: which kernel, why (with the values), and where in the user's source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Name of the kernel.
    pub kernel: String,
    /// Class of the error.
    pub kind: FaultKind,
    /// The reason, with the values.
    pub message: String,
    /// Where in the user's source, if known.
    pub at: Option<Location>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`: {}", self.kernel, self.message)?;
        match &self.at {
            Some(at) => write!(f, ", at {at}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(kind: TrapKind, operands: &[Scalar], object: Option<&str>) -> TrapSite {
        TrapSite {
            kind,
            operands: operands.to_vec(),
            object: object.map(ToOwned::to_owned),
            at: Location { file: "src/k.rs".into(), line: 8, column: 20 },
        }
    }

    #[test]
    fn messages_carry_names_values_and_place() {
        let index = site(TrapKind::Index, &[Scalar::U64, Scalar::U64], Some("x")).fault("axpy", [7, 4]);
        assert_eq!(
            index.to_string(),
            "kernel `axpy`: index out of bounds: the length of `x` is 4 but the index is 7, at src/k.rs:8:20"
        );
        assert_eq!(index.kind, FaultKind::Index);

        let words = |a: i32, b: i32| [a as u64, b as u64];
        let i32s = [Scalar::I32, Scalar::I32];
        let message = |kind, words| site(kind, &i32s, None).fault("k", words).message;
        assert_eq!(
            message(TrapKind::Overflow(Operation::Add), words(i32::MAX, 1)),
            "attempt to add with overflow: 2147483647 + 1 does not fit i32"
        );
        assert_eq!(
            message(TrapKind::Overflow(Operation::Div), words(i32::MIN, -1)),
            "attempt to divide with overflow: -2147483648 / -1 does not fit i32"
        );
        assert_eq!(
            message(TrapKind::DivideByZero(Operation::Rem), words(5, 0)),
            "attempt to calculate the remainder with a divisor of zero: 5 % 0"
        );
        assert_eq!(
            message(TrapKind::Shift(Operation::Shl), words(1, 40)),
            "attempt to shift left with overflow: i32 by 40"
        );
        assert_eq!(
            site(TrapKind::Overflow(Operation::Mul), &[Scalar::U128, Scalar::U128], None)
                .fault("k", [3, 5])
                .message,
            "attempt to multiply with overflow: _ * _ does not fit u128"
        );
        assert_eq!(
            site(TrapKind::Overflow(Operation::Neg), &[Scalar::I64], None).fault("k", [1 << 63, 0]).message,
            "attempt to negate with overflow: -(-9223372036854775808) does not fit i64"
        );
    }

    #[test]
    fn the_librarys_panics_have_its_texts() {
        let u64s = [Scalar::U64, Scalar::U64];
        let message = |kind, operands: &[Scalar], words| site(kind, operands, None).fault("k", words).message;
        assert_eq!(message(TrapKind::SliceOrder, &u64s, [3, 1]), "slice index starts at 3 but ends at 1");
        assert_eq!(
            message(TrapKind::SliceStart, &u64s, [9, 3]),
            "range start index 9 out of range for slice of length 3"
        );
        assert_eq!(
            message(TrapKind::SliceEnd, &u64s, [9, 3]),
            "range end index 9 out of range for slice of length 3"
        );
        assert_eq!(message(TrapKind::UnwrapNone, &[], [0, 0]), "called `Option::unwrap()` on a `None` value");
        let i16s = [Scalar::I16, Scalar::I16];
        assert_eq!(message(TrapKind::Clamp, &i16s, [4, 0xffff]), "min > max. min = 4, max = -1");
        let floats = [4.0_f64.to_bits(), 2.0_f64.to_bits()];
        assert_eq!(
            message(TrapKind::Clamp, &[Scalar::F64, Scalar::F64], floats),
            "min > max, or either was NaN. min = 4.0, max = 2.0"
        );
        let panic = site(TrapKind::Panic, &[], Some("assertion failed: x == 3")).fault("k", [0, 0]);
        assert_eq!((panic.message.as_str(), panic.kind), ("assertion failed: x == 3", FaultKind::Other));
    }

    #[test]
    fn sites_survive_json() {
        let before = site(TrapKind::Overflow(Operation::Mul), &[Scalar::U8, Scalar::U8], Some("a"));
        let json = serde_json::to_string(&before).unwrap();
        assert_eq!(serde_json::from_str::<TrapSite>(&json).unwrap(), before);
    }
}
