//! Intervals of integers: what is known of a value while a program is generated, so that most of its arithmetic does
//! not overflow and most of its indices are in range.

use crate::ast::{BinaryOp, Prim, Ty};

/// All integers from `lo` to `hi`; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub lo: i128,
    pub hi: i128,
}

impl Range {
    pub const fn new(lo: i128, hi: i128) -> Self {
        Self { lo, hi }
    }

    pub const fn one(value: i128) -> Self {
        Self { lo: value, hi: value }
    }

    /// All values of a type; of one that has no integers, a range that nobody asks for.
    pub fn of(ty: Prim) -> Self {
        let (lo, hi) = ty.scalar().range().unwrap_or((0, 0));
        Self { lo, hi }
    }

    /// All values of the scalars in an array, a slice or a scalar; of anything else, a range that nobody asks for.
    pub fn whole(ty: &Ty) -> Self {
        ty.leaf().map_or(Self::one(0), Self::of)
    }

    pub const fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    pub const fn within(self, outer: Self) -> bool {
        outer.lo <= self.lo && self.hi <= outer.hi
    }

    pub fn union(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The largest distance from 0.
    pub fn magnitude(self) -> i128 {
        self.lo.abs().max(self.hi.abs())
    }

    /// The results of an operator whose result fits its type, as far as intervals can tell; `None` where they tell
    /// nothing.
    pub fn apply(op: BinaryOp, a: Self, b: Self) -> Option<Self> {
        match op {
            BinaryOp::Add => Some(Self::new(a.lo + b.lo, a.hi + b.hi)),
            BinaryOp::Sub => Some(Self::new(a.lo - b.hi, a.hi - b.lo)),
            BinaryOp::Mul => a.times(b),
            BinaryOp::Div if !b.contains(0) => Some(Self::new(-a.magnitude(), a.magnitude()).signed_as(a, b)),
            BinaryOp::Rem if !b.contains(0) => {
                let most = (b.magnitude() - 1).min(a.magnitude());
                Some(Self::new(if a.lo < 0 { -most } else { 0 }, if a.hi > 0 { most } else { 0 }))
            }
            BinaryOp::BitAnd if a.lo >= 0 && b.lo >= 0 => Some(Self::new(0, a.hi.min(b.hi))),
            BinaryOp::BitAnd if a.lo >= 0 => Some(Self::new(0, a.hi)),
            BinaryOp::BitAnd if b.lo >= 0 => Some(Self::new(0, b.hi)),
            BinaryOp::BitOr | BinaryOp::BitXor if a.lo >= 0 && b.lo >= 0 => {
                Some(Self::new(0, all_ones(a.hi | b.hi)))
            }
            BinaryOp::Shr if a.lo >= 0 => Some(Self::new(0, a.hi)),
            BinaryOp::Shl if a.lo >= 0 && b.lo >= 0 && b.hi < 64 && a.hi < 1 << 62 => {
                Some(Self::new(0, a.hi << b.hi))
            }
            _ => None,
        }
    }

    fn times(self, other: Self) -> Option<Self> {
        let corner = |a: i128, b: i128| a.checked_mul(b);
        let corners = [
            corner(self.lo, other.lo)?,
            corner(self.lo, other.hi)?,
            corner(self.hi, other.lo)?,
            corner(self.hi, other.hi)?,
        ];
        Some(corners.into_iter().map(Self::one).fold(Self::one(corners[0]), Self::union))
    }

    /// Without the negative numbers that two operands that are not negative cannot give.
    const fn signed_as(self, a: Self, b: Self) -> Self {
        if a.lo >= 0 && b.lo >= 0 { Self::new(0, self.hi) } else { self }
    }
}

/// The number below the next power of two.
const fn all_ones(value: i128) -> i128 {
    let mut ones = 0;
    while ones < value {
        ones = ones * 2 + 1;
    }
    ones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_stay_in_their_ranges() {
        let ranges = [(0, 0), (0, 7), (-3, 5), (-8, -2), (4, 9), (1, 1)].map(|(lo, hi)| Range::new(lo, hi));
        let exact = |op: BinaryOp, a: i128, b: i128| match op {
            BinaryOp::Add => Some(a + b),
            BinaryOp::Sub => Some(a - b),
            BinaryOp::Mul => Some(a * b),
            BinaryOp::Div => a.checked_div(b),
            BinaryOp::Rem => a.checked_rem(b),
            BinaryOp::BitAnd => Some(a & b),
            BinaryOp::BitOr => Some(a | b),
            BinaryOp::BitXor => Some(a ^ b),
            BinaryOp::Shl => u32::try_from(b).ok().map(|b| a << b),
            _ => u32::try_from(b).ok().map(|b| a >> b),
        };
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
        for op in [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr] {
            for (a, b) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (*a, *b))) {
                let Some(range) = Range::apply(op, a, b) else { continue };
                for (x, y) in (a.lo..=a.hi).flat_map(|x| (b.lo..=b.hi).map(move |y| (x, y))) {
                    let result = exact(op, x, y);
                    assert!(result.is_none_or(|result| range.contains(result)), "{x} {op:?} {y}: {range:?}");
                }
            }
        }
    }
}
