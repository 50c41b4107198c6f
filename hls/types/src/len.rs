//! Lengths of slices that the kernel's scalar arguments determine: `#[len(width * height)]`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ScalarValue;

/// A length in elements as an expression over the kernel's scalar arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LengthExpr {
    /// A number of elements.
    Const(u64),
    /// The value of the kernel's parameter with this position, counted from 0 over all parameters.
    Param(usize),
    /// The sum of two lengths.
    Add(Box<Self>, Box<Self>),
    /// The difference of two lengths.
    Sub(Box<Self>, Box<Self>),
    /// The product of two lengths.
    Mul(Box<Self>, Box<Self>),
    /// The quotient of two lengths, rounded down.
    Div(Box<Self>, Box<Self>),
}

/// Why a length expression has no value for the given arguments.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LengthError {
    /// An argument in the expression is negative or not an integer.
    #[error("argument {index} is {value}, which is no length")]
    NotALength {
        /// The parameter's position.
        index: usize,
        /// The argument as given.
        value: String,
    },
    /// An intermediate result is negative or needs more than 64 bits.
    #[error("{lhs} {op} {rhs} does not fit a length")]
    Overflow {
        /// Left operand.
        lhs: u64,
        /// `+`, `-` or `*`.
        op: char,
        /// Right operand.
        rhs: u64,
    },
    /// A division by zero.
    #[error("{0} / 0 has no value")]
    DivideByZero(u64),
}

impl LengthExpr {
    /// The length in elements for these arguments, computed in 64 bits with checks.
    ///
    /// `argument` gives the value of the parameter with that position, `None` if it is not a scalar.
    ///
    /// # Errors
    /// When an argument is no length, a step overflows, or a divisor is 0.
    pub fn eval(&self, argument: &impl Fn(usize) -> Option<ScalarValue>) -> Result<u64, LengthError> {
        let overflow = |lhs, op, rhs| LengthError::Overflow { lhs, op, rhs };
        match self {
            Self::Const(value) => Ok(*value),
            Self::Param(index) => length_argument(*index, argument(*index)),
            Self::Add(a, b) => {
                let (a, b) = (a.eval(argument)?, b.eval(argument)?);
                a.checked_add(b).ok_or_else(|| overflow(a, '+', b))
            }
            Self::Sub(a, b) => {
                let (a, b) = (a.eval(argument)?, b.eval(argument)?);
                a.checked_sub(b).ok_or_else(|| overflow(a, '-', b))
            }
            Self::Mul(a, b) => {
                let (a, b) = (a.eval(argument)?, b.eval(argument)?);
                a.checked_mul(b).ok_or_else(|| overflow(a, '*', b))
            }
            Self::Div(a, b) => {
                let (a, b) = (a.eval(argument)?, b.eval(argument)?);
                a.checked_div(b).ok_or(LengthError::DivideByZero(a))
            }
        }
    }

    /// The parameters that the length depends on, by position.
    #[must_use]
    pub fn params(&self) -> Vec<usize> {
        match self {
            Self::Const(_) => Vec::new(),
            Self::Param(index) => vec![*index],
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) | Self::Div(a, b) => {
                [a.params(), b.params()].concat()
            }
        }
    }

    /// The expression as text, with `name` giving each parameter's name. Fully parenthesised inside.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(usize) -> String) -> impl fmt::Display + 'a {
        Displayed { expr: self, name, nested: false }
    }
}

fn length_argument(index: usize, value: Option<ScalarValue>) -> Result<u64, LengthError> {
    let error = |value: String| LengthError::NotALength { index, value };
    let value = value.ok_or_else(|| error("not a scalar".to_owned()))?;
    value.to_integer().and_then(|n| u64::try_from(n).ok()).ok_or_else(|| error(value.to_string()))
}

struct Displayed<'a> {
    expr: &'a LengthExpr,
    name: &'a dyn Fn(usize) -> String,
    nested: bool,
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (op, lhs, rhs) = match self.expr {
            LengthExpr::Const(value) => return write!(f, "{value}"),
            LengthExpr::Param(index) => return f.write_str(&(self.name)(*index)),
            LengthExpr::Add(a, b) => ('+', a, b),
            LengthExpr::Sub(a, b) => ('-', a, b),
            LengthExpr::Mul(a, b) => ('*', a, b),
            LengthExpr::Div(a, b) => ('/', a, b),
        };
        let inner = |expr| Displayed { expr, name: self.name, nested: true };
        let (open, close) = if self.nested { ("(", ")") } else { ("", "") };
        write!(f, "{open}{} {op} {}{close}", inner(lhs), inner(rhs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(index: usize) -> Box<LengthExpr> {
        Box::new(LengthExpr::Param(index))
    }

    #[test]
    fn evaluates_with_checks() {
        let args = [ScalarValue::from(6_u32), ScalarValue::from(7_usize), ScalarValue::from(-1_i32)];
        let arg = |i: usize| args.get(i).cloned();
        assert_eq!(LengthExpr::Mul(param(0), param(1)).eval(&arg), Ok(42));
        assert_eq!(LengthExpr::Div(param(1), Box::new(LengthExpr::Const(2))).eval(&arg), Ok(3));
        assert_eq!(
            LengthExpr::Sub(param(0), param(1)).eval(&arg),
            Err(LengthError::Overflow { lhs: 6, op: '-', rhs: 7 })
        );
        assert_eq!(
            LengthExpr::Add(Box::new(LengthExpr::Const(u64::MAX)), param(0)).eval(&arg),
            Err(LengthError::Overflow { lhs: u64::MAX, op: '+', rhs: 6 })
        );
        assert_eq!(
            LengthExpr::Div(param(0), Box::new(LengthExpr::Const(0))).eval(&arg),
            Err(LengthError::DivideByZero(6))
        );
        assert_eq!(
            LengthExpr::Param(2).eval(&arg),
            Err(LengthError::NotALength { index: 2, value: "-1".into() })
        );
        assert!(LengthExpr::Param(9).eval(&arg).is_err());
    }

    #[test]
    fn prints_with_names() {
        let expr =
            LengthExpr::Mul(Box::new(LengthExpr::Add(param(0), Box::new(LengthExpr::Const(2)))), param(1));
        let name = |i: usize| ["w", "h"][i].to_owned();
        assert_eq!(expr.display(&name).to_string(), "(w + 2) * h");
    }
}
