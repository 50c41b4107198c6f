//! How long a condition stays as it is while variables grow by the same number in every iteration.

use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::value::Value;
use crate::rtl::design::{Block, NodeId, NodeKind};

/// What a variable holds at the head of a loop.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Now.
    pub start: Value,
    /// What it grows by in every iteration: bits, modulo its width.
    pub step: u64,
}

/// In how many iterations from now on a condition keeps its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stays {
    /// In so many at least.
    pub least: u64,
    /// And not in more than these.
    pub most: Option<u64>,
}

impl Stays {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { least: 0, most: None };
    /// It never changes.
    pub const ALWAYS: Self = Self { least: u64::MAX, most: None };

    const fn exactly(iterations: u64) -> Self {
        Self { least: iterations, most: Some(iterations) }
    }

    /// As long as both stay.
    pub fn both(self, other: Self) -> Self {
        let most = match (self.most, other.most) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { least: self.least.min(other.least), most }
    }

    /// As long as one stays at least, while the two never change back.
    fn either(self, other: Self) -> Self {
        Self { least: self.least.max(other.least), most: None }
    }
}

/// The values of a block in the iteration at hand, and what the symbols in them stand for.
#[derive(Clone, Copy, Debug)]
pub struct Trend<'w> {
    /// The block.
    pub block: &'w Block,
    /// Its nodes' values.
    pub values: &'w [Value],
    /// Symbols by number.
    pub symbols: &'w [Symbol],
}

/// A number in iteration `k`, as long as `k` is at most `last`: `start + k * step`.
#[derive(Clone, Copy)]
struct Line {
    start: i128,
    step: i128,
    last: u64,
}

impl Trend<'_> {
    /// How long a condition is `wanted`.
    pub fn stays(&self, node: NodeId, wanted: bool) -> Stays {
        if let Some(truth) = self.value(node).truth() {
            return if truth == wanted { Stays::ALWAYS } else { Stays::exactly(0) };
        }
        let data = &self.block.nodes[node];
        match (&data.kind, data.args.as_slice()) {
            (NodeKind::Unary(UnaryOp::Not), [arg]) => self.stays(*arg, !wanted),
            (NodeKind::Binary(op @ (BinaryOp::And | BinaryOp::Or)), [a, b]) if data.ty == Scalar::Bool => {
                let (a, b) = (self.stays(*a, wanted), self.stays(*b, wanted));
                if (*op == BinaryOp::And) == wanted { a.both(b) } else { a.either(b) }
            }
            (NodeKind::Compare(op), [a, b]) => match (self.line(*a), self.line(*b)) {
                (Some(a), Some(b)) => a.minus(b).holds(*op, wanted),
                _ => Stays::UNKNOWN,
            },
            _ => Stays::UNKNOWN,
        }
    }

    fn value(&self, node: NodeId) -> &Value {
        &self.values[node.into_raw().into_u32() as usize]
    }

    fn line(&self, node: NodeId) -> Option<Line> {
        let data = &self.block.nodes[node];
        let line = match (self.value(node), &data.kind, data.args.as_slice()) {
            (Value::Known(value), ..) => Line { start: value.to_integer()?, step: 0, last: u64::MAX },
            (Value::Moved { symbol, by }, ..) => self.moved(*symbol, *by, data.ty)?,
            (Value::Unknown, NodeKind::Cast, [arg]) => self.line(*arg)?,
            (Value::Unknown, NodeKind::Binary(op), [a, b]) => {
                let (a, b) = (self.line(*a)?, self.line(*b)?);
                match op {
                    BinaryOp::Add => a.plus(b, 1)?,
                    BinaryOp::Sub => a.plus(b, -1)?,
                    BinaryOp::Mul if b.step == 0 => a.scaled(b.start)?,
                    BinaryOp::Mul if a.step == 0 => b.scaled(a.start)?,
                    BinaryOp::Shl if b.step == 0 && (0..i128::from(data.ty.bits())).contains(&b.start) => {
                        a.scaled(1 << b.start)?
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        line.within(data.ty)
    }

    fn moved(&self, symbol: usize, by: u64, ty: Scalar) -> Option<Line> {
        let Symbol { start: Value::Known(start), step } = &self.symbols[symbol] else { return None };
        let start = ScalarValue::from_bits(ty, start.low_bits().wrapping_add(by));
        // What is large is small and negative: modulo the width it is the same.
        let unused = 64_u32.checked_sub(ty.bits())?;
        let step = (step << unused).cast_signed() >> unused;
        Some(Line { start: start.to_integer()?, step: step.into(), last: u64::MAX })
    }
}

impl Line {
    fn plus(self, other: Self, factor: i128) -> Option<Self> {
        Some(Self {
            start: self.start.checked_add(other.start.checked_mul(factor)?)?,
            step: self.step.checked_add(other.step.checked_mul(factor)?)?,
            last: self.last.min(other.last),
        })
    }

    fn scaled(self, factor: i128) -> Option<Self> {
        let (start, step) = (self.start.checked_mul(factor)?, self.step.checked_mul(factor)?);
        Some(Self { start, step, ..self })
    }

    /// Only as long as the type holds it: beyond, arithmetic wraps. `None` if that is not even now.
    fn within(self, ty: Scalar) -> Option<Self> {
        let (min, max) = ty.range()?;
        if !(min..=max).contains(&self.start) {
            return None;
        }
        let last = match self.step {
            0 => self.last.into(),
            1.. => (max - self.start) / self.step,
            _ => (self.start - min) / -self.step,
        };
        Some(Self { last: self.last.min(u64::try_from(last).unwrap_or(u64::MAX)), ..self })
    }

    /// Both are of 64 bits at most, so that nothing overflows.
    fn minus(self, other: Self) -> Self {
        Self {
            start: self.start - other.start,
            step: self.step - other.step,
            last: self.last.min(other.last),
        }
    }

    /// How long the comparison of the number with 0 gives `wanted`.
    fn holds(self, op: CompareOp, wanted: bool) -> Stays {
        let (d, s) = (self.start, self.step);
        let changes = match (op, wanted) {
            (CompareOp::Eq, true) | (CompareOp::Ne, false) => first_apart(d, s),
            (CompareOp::Eq, false) | (CompareOp::Ne, true) => first_zero(d, s),
            (CompareOp::Lt, true) | (CompareOp::Ge, false) => first_negative(-d - 1, -s),
            (CompareOp::Ge, true) | (CompareOp::Lt, false) => first_negative(d, s),
            (CompareOp::Le, true) | (CompareOp::Gt, false) => first_negative(-d, -s),
            (CompareOp::Gt, true) | (CompareOp::Le, false) => first_negative(d - 1, s),
        };
        match changes.and_then(|changes| u64::try_from(changes).ok()) {
            Some(changes) if changes <= self.last => Stays::exactly(changes),
            _ => Stays { least: self.last.saturating_add(1), most: None },
        }
    }
}

/// The first `k` from 0 on with `d + k * s < 0`.
fn first_negative(d: i128, s: i128) -> Option<i128> {
    match (d, s) {
        (..0, _) => Some(0),
        (_, 0..) => None,
        _ => Some(d / -s + 1),
    }
}

/// The first `k` from 0 on with `d + k * s == 0`.
fn first_zero(d: i128, s: i128) -> Option<i128> {
    match (d, s) {
        (0, _) => Some(0),
        (_, 0) => None,
        _ => (d % s == 0 && -d / s > 0).then(|| -d / s),
    }
}

/// The first `k` from 0 on with `d + k * s != 0`.
const fn first_apart(d: i128, s: i128) -> Option<i128> {
    match (d, s) {
        (0, 0) => None,
        (0, _) => Some(1),
        _ => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every comparison against counting, also where the type is left.
    #[test]
    fn comparisons_change_when_counting_says_so() {
        let ops = [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];
        for start in 0..=255_i128 {
            for step in -9..=9_i128 {
                let line = Line { start, step, last: u64::MAX }.within(Scalar::U8).unwrap();
                let bound = Line { start: 100, step: 0, last: u64::MAX };
                for (op, wanted) in ops.into_iter().flat_map(|op| [(op, true), (op, false)]) {
                    let is = |k: i128| {
                        let value = (start + k * step).rem_euclid(256);
                        op.holds(value.partial_cmp(&100)) == wanted
                    };
                    let counted = (0..600).find(|k| !is(*k)).map(|k| k as u64);
                    let stays = line.minus(bound).holds(op, wanted);
                    assert!(counted.is_none_or(|counted| stays.least <= counted), "{start} {step} {op:?}");
                    assert!(stays.most.is_none_or(|most| Some(most) == counted), "{start} {step} {op:?}");
                }
            }
        }
    }
}
