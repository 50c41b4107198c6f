//! Expressions as text with just enough parentheses and casts.

use sycl_hls_ir::analysis::Interval;
use sycl_hls_ir::{BinaryOp, CompareOp, Root};
use sycl_hls_types::{Scalar, ScalarValue};

use super::literal::{literal, short_literal};
use super::number::{self, Number, is_class, promoted};
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
    /// What it is in C++, for integers.
    pub number: Option<Number>,
    /// `lhs op= rhs`, if that gives `lhs` the expression's value.
    pub compound: Option<(String, &'static str, String)>,
    /// The value of an integer literal.
    pub constant: Option<i128>,
    /// The outermost operator, if it is associative and always in parentheses inside of others.
    chain: Option<BinaryOp>,
    /// What memory the expression reads when it is evaluated.
    pub reads: Vec<Root>,
}

impl Expr {
    pub fn new(text: impl Into<String>, level: Level) -> Self {
        Self {
            text: text.into(),
            level,
            number: None,
            compound: None,
            constant: None,
            chain: None,
            reads: Vec::new(),
        }
    }

    pub fn primary(text: impl Into<String>) -> Self {
        Self::new(text, Level::Primary)
    }

    /// A constant.
    pub fn constant(value: &ScalarValue) -> Self {
        if is_class(value.ty()) {
            return Self::primary(literal(value));
        }
        let integer = value.to_integer().filter(|_| value.ty() != Scalar::Bool);
        let Some(number) = integer else { return Self::new(literal(value), literal_level(&literal(value))) };
        let text = short_literal(value);
        let is_short = text != literal(value);
        let ty = if is_short { Scalar::I32 } else { promoted(value.ty()) };
        Self {
            level: literal_level(&text),
            number: Some(Number { ty, range: Interval::exactly(number) }),
            constant: Some(number),
            ..Self::primary(text)
        }
    }

    /// The expression of this C++ integer type, whose values are in a range.
    pub fn of(mut self, number: Option<Number>) -> Self {
        self.number = number;
        self
    }

    /// Adds what is known of the value of the type `ty`.
    pub fn known(mut self, ty: Scalar, range: Option<Interval>) -> Self {
        if let (Some(number), Some(range)) = (&mut self.number, range)
            && number.range.fits(ty)
        {
            number.range = number.range.intersection(range);
        }
        self
    }

    /// What it is in C++, as an expression for a value of the type `ty`.
    pub fn number(&self, ty: Scalar) -> Number {
        self.number.unwrap_or_else(|| {
            Number::any(ty).unwrap_or(Number { ty, range: Interval { lo: i128::MIN, hi: i128::MAX } })
        })
    }

    /// The expression with exactly the value of the type `ty`, whatever is computed of it.
    pub fn exact(&self, ty: Scalar) -> Self {
        if !ty.is_integer() || is_class(ty) || self.number(ty).range.fits(ty) {
            self.clone()
        } else {
            convert(ty, self)
        }
    }

    /// The text as an operand that must bind at least as tightly as `level`.
    pub fn at(&self, level: Level) -> String {
        at(&self.text, self.level, level)
    }

    /// The text in an initializer list of the type `ty`, which takes nothing that might not fit.
    pub fn in_braces(&self, ty: Scalar) -> String {
        let is_int = matches!(self.level, Level::Bits | Level::Ternary);
        if ty == Scalar::Bool && is_int {
            return cast(type_name(ty), self).text;
        }
        let Some(number) = self.number.filter(|_| ty.is_integer()) else { return self.text.clone() };
        let fits = match self.constant {
            Some(_) => number.range.fits(ty),
            None => Interval::of(number.ty).is_some_and(|all| all.fits(ty)),
        };
        if fits { self.text.clone() } else { convert(ty, self).text }
    }

    /// True if it is a complement, or a conversion of one.
    pub fn is_complement(&self) -> bool {
        let mut text = self.text.as_str();
        while let Some((ty, rest)) = text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            if !ty.ends_with("_t") {
                break;
            }
            text = rest;
        }
        self.level == Level::Unary && text.starts_with('~')
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

    pub fn reading(mut self, reads: impl IntoIterator<Item = Root>) -> Self {
        for root in reads {
            if !self.reads.contains(&root) {
                self.reads.push(root);
            }
        }
        self
    }
}

fn literal_level(text: &str) -> Level {
    if text.starts_with('-') { Level::Unary } else { Level::Primary }
}

fn at(text: &str, own: Level, level: Level) -> String {
    if own <= level { text.to_owned() } else { format!("({text})") }
}

/// `(type)value`
pub(super) fn cast(ty: &str, value: &Expr) -> Expr {
    Expr::new(format!("({ty}){}", value.at(Level::Unary)), Level::Unary).reading(value.reads.clone())
}

/// The low bits of an integer, or all and their sign, as an integer of any width.
pub(super) fn class(ty: Scalar, value: &Expr) -> Expr {
    Expr::primary(format!("{}({})", type_name(ty), value.text)).reading(value.reads.clone())
}

/// An integer as one of the C++ type `ty`: a literal of the type, or a cast.
pub(super) fn convert(ty: Scalar, value: &Expr) -> Expr {
    let number = value.number.map(|number| number.converted(ty)).or_else(|| Number::any(ty));
    match value.constant {
        Some(constant) if ty.bits() >= 32 && Interval::exactly(constant).fits(ty) => {
            let text = literal(&ScalarValue::wrapping(ty, constant));
            let level = literal_level(&text);
            Expr { level, number, constant: value.constant, ..Expr::primary(text) }
        }
        _ => cast(type_name(ty), value).of(number),
    }
}

/// An operation with an operator, of two operands of the type `ty`. The distance of a shift is what the shift looks at.
pub(super) fn binary(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Expr {
    let reads: Vec<Root> = lhs.reads.iter().chain(&rhs.reads).copied().collect();
    let expr = match op {
        // Operands have no effects, so eager and lazy are one; compilers warn of eager operators beside calls and
        // conditions.
        BinaryOp::And if ty == Scalar::Bool && (lhs.is_condition() || rhs.is_condition()) => and(lhs, rhs),
        BinaryOp::Or if ty == Scalar::Bool && (lhs.is_condition() || rhs.is_condition()) => or(lhs, rhs),
        _ if is_class(ty) => class(ty, &operator(op, lhs, rhs)),
        _ if ty.is_integer() => integer(op, ty, lhs, rhs),
        _ => {
            let mut expr = operator(op, lhs, rhs);
            if ty != Scalar::Bool {
                expr.compound = Some((lhs.text.clone(), op.symbol(), rhs.text.clone()));
            }
            expr
        }
    };
    expr.reading(reads)
}

/// `lhs op rhs`
fn operator(op: BinaryOp, lhs: &Expr, rhs: &Expr) -> Expr {
    // `a + b + c` and `a * b * c` need no parentheses; a product inside of a sum neither.
    let (level, left, right) = match op {
        // A quotient to the left of `*` would read as if it were meant to be rounded later.
        BinaryOp::Mul if lhs.text.contains(['/', '%']) => (Level::Mul, Level::Unary, Level::Unary),
        BinaryOp::Mul => (Level::Mul, Level::Mul, Level::Unary),
        BinaryOp::Add | BinaryOp::Sub => (Level::Add, Level::Add, Level::Mul),
        BinaryOp::Div | BinaryOp::Rem => (Level::Mul, Level::Unary, Level::Unary),
        _ => (Level::Bits, Level::Unary, Level::Unary),
    };
    let chain = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor).then_some(op);
    let left = if chain.is_some() && lhs.chain == chain { lhs.text.clone() } else { lhs.at(left) };
    Expr { chain, ..Expr::new(format!("{left} {} {}", op.symbol(), rhs.at(right)), level) }
}

/// An operation on integers, with the casts that make it right.
fn integer(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Expr {
    // These look at all bits of their operands.
    let (lhs, rhs) = match op {
        BinaryOp::Div | BinaryOp::Rem => (&lhs.exact(ty), &rhs.exact(ty)),
        BinaryOp::Shr => (&lhs.exact(ty), rhs),
        // Compilers take an operator between two literals for a mistake unless they show their type.
        _ if lhs.constant.is_some() && rhs.constant.is_some() => (&convert(promoted(ty), lhs), rhs),
        _ => (lhs, rhs),
    };
    let (left, right, number) = operands(op, ty, lhs, rhs);
    let mut expr = operator(op, &left, &right);
    expr.number = number;
    expr.compound = compound(op, ty, lhs, rhs);
    settled(ty, expr)
}

/// A number that is known and does not fit the type is converted at once: compilers take it for a mistake elsewhere.
fn settled(ty: Scalar, expr: Expr) -> Expr {
    let is_known = expr.number.is_some_and(|number| number.range.lo == number.range.hi);
    if is_known { expr.exact(ty) } else { expr }
}

/// What an operation gives, with these operands.
fn result_of(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Option<Number> {
    number::result(op, ty, lhs.number(ty), rhs.number(ty))
}

/// The operands with as few casts as make the operation right, and what it then gives.
fn operands(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> (Expr, Expr, Option<Number>) {
    if let Some(number) = result_of(op, ty, lhs, rhs) {
        return (lhs.clone(), rhs.clone(), Some(number));
    }
    for target in [promoted(ty), number::wrapping(ty)] {
        let left = (convert(target, lhs), rhs.clone());
        let right = (lhs.clone(), convert(target, rhs));
        // A literal shows its type in a letter, and a name needs no parentheses.
        let is_simple = lhs.constant.is_none() && lhs.level > rhs.level && rhs.level == Level::Primary;
        let order = match rhs.constant {
            _ if op.is_shift() => [Some(left), None],
            None if !is_simple => [Some(left), Some(right)],
            _ => [Some(right), Some(left)],
        };
        for (left, right) in order.into_iter().flatten() {
            if let Some(number) = result_of(op, ty, &left, &right) {
                return (left, right, Some(number));
            }
        }
    }
    let target = if op.is_shift() || matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        promoted(ty)
    } else {
        number::wrapping(ty)
    };
    let left = convert(target, lhs);
    let right = if op.is_shift() { rhs.clone() } else { convert(target, rhs) };
    let number = result_of(op, ty, &left, &right).or_else(|| Number::any(target));
    (left, right, number)
}

/// The operation as an assignment to the left operand, which stays as it is.
fn compound(op: BinaryOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Option<(String, &'static str, String)> {
    // Nothing else is a place.
    if lhs.level > Level::Unary || lhs.reads.is_empty() {
        return None;
    }
    let is_right = |rhs: &Expr| result_of(op, ty, lhs, rhs).is_some();
    let targets = if op.is_shift() { &[][..] } else { &[promoted(ty), number::wrapping(ty)] };
    let converted = targets.iter().map(|target| convert(*target, rhs));
    let rhs = std::iter::once(rhs.clone()).chain(converted).find(is_right)?;
    Some((lhs.text.clone(), op.symbol(), rhs.text))
}

/// A comparison of two operands of the type `ty`.
pub(super) fn compare(op: CompareOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> Expr {
    let reads: Vec<Root> = lhs.reads.iter().chain(&rhs.reads).copied().collect();
    let expr = if ty == Scalar::Bool && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
        compare_bools(op, lhs, rhs)
    } else {
        let (lhs, rhs) = if ty.is_integer() && !is_class(ty) {
            comparable(op, ty, lhs, rhs)
        } else {
            (lhs.clone(), rhs.clone())
        };
        // Compilers take `!a == b` for a mistake.
        let left = if lhs.text.starts_with('!') { Level::Primary } else { Level::Add };
        let text = format!("{} {} {}", lhs.at(left), op.symbol(), rhs.at(Level::Add));
        Expr::new(text, Level::Compare)
    };
    expr.reading(reads)
}

/// Two integers of the type `ty` as operands of a comparison, of one sign.
fn comparable(op: CompareOp, ty: Scalar, lhs: &Expr, rhs: &Expr) -> (Expr, Expr) {
    let (lhs, rhs) = (lhs.exact(ty), rhs.exact(ty));
    let (left, right) = (lhs.number(ty), rhs.number(ty));
    match (lhs.constant, rhs.constant) {
        (Some(_), Some(_)) => (lhs, rhs),
        (Some(constant), None) => (lhs, beside_constant(op, ty, &rhs, constant)),
        (None, Some(constant)) => (beside_constant(op, ty, &lhs, constant), rhs),
        (None, None) => {
            let common = number::common(left.ty, right.ty);
            let is_signed = |number: Number| number.promoted().is_signed();
            if common.is_signed() || (!is_signed(left) && !is_signed(right)) {
                return (lhs, rhs);
            }
            // No unsigned number is negative, so any unsigned type takes it.
            let target = if ty.is_signed() { ty } else { common };
            let same = |expr: &Expr, number: Number| match is_signed(number) == ty.is_signed() {
                true => expr.clone(),
                false => convert(target, expr),
            };
            (same(&lhs, left), same(&rhs, right))
        }
    }
}

/// A number that is compared with a constant. Compilers take a constant for a mistake that decides the comparison by the
/// number's type.
fn beside_constant(op: CompareOp, ty: Scalar, value: &Expr, constant: i128) -> Expr {
    let own = value.number(ty).ty;
    let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
    let decides = Interval::of(own).is_none_or(|all| {
        let at_end = constant == all.lo || constant == all.hi;
        constant < all.lo || constant > all.hi || (at_end && !is_equality)
    });
    // Where 0 is the smallest number of both types, the comparison would have been decided before.
    let is_zero = constant == 0 && !ty.is_signed();
    if own != ty && decides && !is_zero { convert(ty, value) } else { value.clone() }
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

/// `-value`, or `0 - value` where that would overflow.
pub(super) fn negated(ty: Scalar, value: &Expr) -> Expr {
    if is_class(ty) {
        return class(ty, &Expr::new(format!("-{}", value.at(Level::Primary)), Level::Unary));
    }
    let zero = Expr::constant(&ScalarValue::from_bits(ty, 0));
    match result_of(BinaryOp::Sub, ty, &zero, value).filter(|number| number.ty.is_signed()) {
        Some(number) => {
            let text = format!("-{}", value.at(Level::Primary));
            settled(ty, Expr::new(text, Level::Unary).of(Some(number)).reading(value.reads.clone()))
        }
        None => binary(BinaryOp::Sub, ty, &zero, value),
    }
}

/// `~value` of an integer
pub(super) fn complement(ty: Scalar, value: &Expr) -> Expr {
    if is_class(ty) {
        return class(ty, &Expr::new(format!("~{}", value.at(Level::Primary)), Level::Unary));
    }
    let unsigned = |value: &Expr| !value.number(ty).promoted().is_signed();
    let is_narrow = unsigned(value) && value.number(ty).ty.bits() < ty.bits();
    let value =
        if is_narrow || value.constant.is_some() { convert(promoted(ty), value) } else { value.clone() };
    let number = value.number(ty);
    let top = if unsigned(&value) { Interval::of(number.promoted()).map_or(-1, |all| all.hi) } else { -1 };
    let range = Interval { lo: top - number.range.hi, hi: top - number.range.lo };
    let text = format!("~{}", value.at(Level::Primary));
    let number = Some(Number { ty: number.promoted(), range });
    settled(ty, Expr::new(text, Level::Unary).of(number).reading(value.reads))
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

/// `cond ? then : otherwise`, of values of the type `ty`.
pub(super) fn ternary(ty: Scalar, cond: &Expr, then: &Expr, otherwise: &Expr) -> Expr {
    let reads: Vec<Root> = [cond, then, otherwise].iter().flat_map(|it| it.reads.clone()).collect();
    let is_number = ty.is_integer() && !is_class(ty);
    let (then, otherwise) =
        if is_number { alternatives(ty, then, otherwise) } else { (then.clone(), otherwise.clone()) };
    let text = format!("{} ? {} : {}", cond.at(Level::Or), then.at(Level::Or), otherwise.at(Level::Ternary));
    let mut expr = Expr::new(text, Level::Ternary).reading(reads);
    if is_number {
        let (a, b) = (then.number(ty), otherwise.number(ty));
        let common = number::common(a.ty, b.ty);
        expr.number = Some(Number { ty: common, range: a.range.union(b.range) }.converted(common));
    }
    expr
}

/// Two integers of the type `ty` of which one is chosen, of one sign.
fn alternatives(ty: Scalar, then: &Expr, otherwise: &Expr) -> (Expr, Expr) {
    let (a, b) = (then.number(ty), otherwise.number(ty));
    let common = number::common(a.ty, b.ty);
    let both = a.range.union(b.range).fits(common) || common.bits() >= ty.bits();
    let is_alike = |expr: &Expr, number: Number| {
        number.promoted().is_signed() == common.is_signed()
            || (expr.constant.is_some() && number.range.lo >= 0)
    };
    if both && is_alike(then, a) && is_alike(otherwise, b) {
        return (then.clone(), otherwise.clone());
    }
    (convert(ty, then), convert(ty, otherwise))
}
