//! Expressions as text with just enough parentheses.

use sycl_hls_ir::{BinaryOp, CompareOp, Root};
use sycl_hls_types::{Scalar, ScalarValue};

use super::literal::{literal, short_literal};
use crate::abi::type_name;

/// How tightly an expression's outermost operator binds; the tightest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// A name, a literal, a call, an element.
    Primary,
    /// A cast, `-x`, `!x`.
    Unary,
    Mul,
    Add,
    /// Shifts and bitwise operators: always in parentheses inside of others.
    Bits,
    Compare,
    And,
    Or,
    Ternary,
}

/// An expression, not yet in any statement.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub text: String,
    pub level: Level,
    /// The same value, in its low bits, as an expression of an unsigned type: wrapping arithmetic is computed so.
    pub unsigned: Option<(String, Level)>,
    /// `lhs op= rhs`, if the expression is `lhs op rhs` in C++.
    pub compound: Option<(String, &'static str, String)>,
    /// For a constant whose text leaves its type to the other operand: the text that does not.
    pub typed: Option<String>,
    /// What memory the expression reads when it is evaluated.
    pub reads: Vec<Root>,
}

impl Expr {
    pub fn new(text: impl Into<String>, level: Level) -> Self {
        Self { text: text.into(), level, unsigned: None, compound: None, typed: None, reads: Vec::new() }
    }

    pub fn primary(text: impl Into<String>) -> Self {
        Self::new(text, Level::Primary)
    }

    /// A constant.
    pub fn constant(value: &ScalarValue) -> Self {
        let level = |text: &str| if text.starts_with('-') { Level::Unary } else { Level::Primary };
        let short = short_literal(value);
        let mut expr = Self::new(short.clone(), level(&short));
        expr.typed = Some(literal(value));
        if let (Some(unsigned), Some(number)) = (unsigned_type(value.ty()), value.to_integer()) {
            let ty = if unsigned == "uint32_t" { Scalar::U32 } else { Scalar::U64 };
            let positive =
                u64::try_from(number).ok().map(|number| literal(&ScalarValue::from_bits(ty, number)));
            let text = positive.unwrap_or_else(|| format!("({unsigned}){short}"));
            expr.unsigned = Some((text, Level::Unary));
        }
        expr
    }

    /// The expression with its type spelled out, where the context does not give it.
    pub fn typed(&self) -> Self {
        match &self.typed {
            Some(text) => Self { text: text.clone(), typed: None, ..self.clone() },
            None => self.clone(),
        }
    }

    /// The text as an operand that must bind at least as tightly as `level`.
    pub fn at(&self, level: Level) -> String {
        at(&self.text, self.level, level)
    }

    /// The text in an initializer list of the type `ty`, which takes no `int` for a narrower type.
    pub fn in_braces(&self, ty: Scalar) -> String {
        let is_int = matches!(self.level, Level::Bits | Level::Ternary);
        if ty.bits() < 32 && is_int { cast(type_name(ty), self).text } else { self.text.clone() }
    }

    /// True if it is the complement of something in parentheses, or of a cast.
    pub fn is_complement(&self) -> bool {
        self.level == Level::Unary && self.text.starts_with("~(")
    }

    /// True if a function computes a part of it.
    pub fn has_call(&self) -> bool {
        let is_call = |pair: &[u8]| pair[1] == b'(' && (pair[0].is_ascii_alphanumeric() || pair[0] == b'_');
        self.text.as_bytes().windows(2).any(is_call)
    }

    /// True if it is more than names and their complements.
    fn is_condition(&self) -> bool {
        self.level >= Level::Compare || self.has_call()
    }

    /// As an operand in the unsigned type `ty`.
    fn unsigned_at(&self, ty: &str, level: Level) -> String {
        match &self.unsigned {
            Some((text, own)) => at(text, *own, level),
            None => format!("({ty}){}", self.at(Level::Unary)),
        }
    }

    pub fn reading(mut self, reads: impl IntoIterator<Item = Root>) -> Self {
        for root in reads {
            if !self.reads.contains(&root) {
                self.reads.push(root);
            }
        }
        self
    }
}

fn at(text: &str, own: Level, level: Level) -> String {
    if own <= level { text.to_owned() } else { format!("({text})") }
}

/// `(type)value`
pub(super) fn cast(ty: &str, value: &Expr) -> Expr {
    Expr::new(format!("({ty}){}", value.at(Level::Unary)), Level::Unary).reading(value.reads.clone())
}

/// The unsigned type, of at least 32 bits, in which a signed integer is computed.
const fn unsigned_type(ty: Scalar) -> Option<&'static str> {
    match ty {
        Scalar::I8 | Scalar::I16 | Scalar::I32 => Some("uint32_t"),
        Scalar::I64 => Some("uint64_t"),
        _ => None,
    }
}

/// An operation with an operator, of two operands of the type `ty`.
pub(super) fn binary(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Expr {
    let needs_type = op.is_shift() || rhs.typed.is_some();
    let lhs = &if needs_type { lhs.typed() } else { lhs.clone() };
    let reads = lhs.reads.iter().chain(&rhs.reads).copied();
    let expr = match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => wrapping(op, ty, lhs, rhs),
        BinaryOp::Div | BinaryOp::Rem => {
            let text = format!("{} {} {}", lhs.at(Level::Unary), op.symbol(), rhs.at(Level::Unary));
            narrowed(ty, op, lhs, rhs, text, Level::Mul)
        }
        // Operands have no effects, so eager and lazy are one; compilers warn of eager operators beside calls and
        // conditions.
        BinaryOp::And if ty == Scalar::Bool && (lhs.is_condition() || rhs.is_condition()) => and(lhs, rhs),
        BinaryOp::Or if ty == Scalar::Bool && (lhs.is_condition() || rhs.is_condition()) => or(lhs, rhs),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            let text = format!("{} {} {}", lhs.at(Level::Unary), op.symbol(), rhs.at(Level::Unary));
            narrowed(ty, op, lhs, rhs, text, Level::Bits)
        }
        _ => shift(op, ty, lhs, rhs),
    };
    expr.reading(reads)
}

fn wrapping(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Expr {
    let symbol = op.symbol();
    // `a + b + c` and `a * b * c` need no parentheses; a product inside of a sum neither.
    let (level, left, right) = match op {
        BinaryOp::Mul => (Level::Mul, Level::Mul, Level::Unary),
        _ => (Level::Add, Level::Add, Level::Mul),
    };
    if let Some(unsigned) = unsigned_type(ty) {
        let text =
            format!("{} {symbol} {}", lhs.unsigned_at(unsigned, left), rhs.unsigned_at(unsigned, right));
        let mut expr =
            Expr::new(format!("({}){}", type_name(ty), at(&text, level, Level::Unary)), Level::Unary);
        expr.unsigned = Some((text, level));
        return expr;
    }
    // In `int` the product of two u16 may overflow.
    if ty == Scalar::U16 && op == BinaryOp::Mul {
        let text = format!("{} * {}", cast("uint32_t", lhs).text, rhs.at(Level::Unary));
        return cast(type_name(ty), &Expr::new(text, Level::Mul));
    }
    // A quotient to the left of `*` would read as if it were meant to be rounded later.
    let left = if op == BinaryOp::Mul && lhs.text.contains(['/', '%']) { Level::Unary } else { left };
    narrowed(ty, op, lhs, rhs, format!("{} {symbol} {}", lhs.at(left), rhs.at(right)), level)
}

/// What is computed in `int` is converted back to a narrower type.
fn narrowed(ty: Scalar, op: BinaryOp, lhs: &Expr, rhs: &Expr, text: String, level: Level) -> Expr {
    if ty.is_integer() && ty.bits() < 32 {
        return Expr::new(format!("({})({text})", type_name(ty)), Level::Unary);
    }
    let mut expr = Expr::new(text, level);
    if ty != Scalar::Bool {
        expr.compound = Some((lhs.text.clone(), op.symbol(), rhs.text.clone()));
    }
    expr
}

fn shift(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Expr {
    let name = type_name(ty);
    let distance = rhs.at(Level::Unary);
    match (op, unsigned_type(ty)) {
        (BinaryOp::Shl, Some(unsigned)) => {
            let text = format!("{} << {distance}", lhs.unsigned_at(unsigned, Level::Unary));
            let mut expr = Expr::new(format!("({name})({text})"), Level::Unary);
            expr.unsigned = Some((text, Level::Bits));
            expr
        }
        _ => {
            let text = format!("{} {} {distance}", lhs.at(Level::Unary), op.symbol());
            narrowed(ty, op, lhs, rhs, text, Level::Bits)
        }
    }
}

/// A comparison of two operands of the type `ty`.
pub(super) fn compare(op: CompareOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Expr {
    let reads = lhs.reads.iter().chain(&rhs.reads).copied();
    let expr = if ty == Scalar::Bool && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
        compare_bools(op, lhs, rhs)
    } else {
        // Compilers take `!a == b` for a mistake.
        let left = if lhs.text.starts_with('!') { Level::Primary } else { Level::Add };
        let text = format!("{} {} {}", lhs.at(left), op.symbol(), rhs.at(Level::Add));
        Expr::new(text, Level::Compare)
    };
    expr.reading(reads)
}

/// `false < true`, in terms that no compiler takes for a mistake.
fn compare_bools(op: CompareOp, lhs: &Expr, rhs: &Expr) -> Expr {
    let (a, b) = match op {
        CompareOp::Gt | CompareOp::Ge => (rhs, lhs),
        _ => (lhs, rhs),
    };
    match op {
        CompareOp::Lt | CompareOp::Gt => {
            Expr::new(format!("!{} && {}", a.at(Level::Primary), b.at(Level::Unary)), Level::And)
        }
        _ => Expr::new(format!("!{} || {}", a.at(Level::Primary), b.at(Level::Unary)), Level::Or),
    }
}

/// `!value`
pub(super) fn not(value: &Expr) -> Expr {
    Expr::new(format!("!{}", value.at(Level::Primary)), Level::Unary).reading(value.reads.clone())
}

/// The lazy `lhs && rhs`.
pub(super) fn and(lhs: &Expr, rhs: &Expr) -> Expr {
    let text = format!("{} && {}", lhs.at(Level::And), rhs.at(Level::Compare));
    Expr::new(text, Level::And).reading(lhs.reads.iter().chain(&rhs.reads).copied())
}

/// The lazy `lhs || rhs`.
pub(super) fn or(lhs: &Expr, rhs: &Expr) -> Expr {
    let side =
        |expr: &Expr| if expr.level == Level::And { format!("({})", expr.text) } else { expr.at(Level::Or) };
    let right = if rhs.level >= Level::And { format!("({})", rhs.text) } else { rhs.text.clone() };
    let text = format!("{} || {right}", side(lhs));
    Expr::new(text, Level::Or).reading(lhs.reads.iter().chain(&rhs.reads).copied())
}

/// `cond ? then : otherwise`
pub(super) fn ternary(cond: &Expr, then: &Expr, otherwise: &Expr) -> Expr {
    let then = &if otherwise.typed.is_some() { then.typed() } else { then.clone() };
    let text = format!("{} ? {} : {}", cond.at(Level::Or), then.at(Level::Or), otherwise.at(Level::Ternary));
    let reads = cond.reads.iter().chain(&then.reads).chain(&otherwise.reads).copied();
    Expr::new(text, Level::Ternary).reading(reads)
}
