//! Intervals of integers, and what operations make of them.

use sycl_hls_types::Scalar;

use crate::BinaryOp;

/// All integers from `lo` to `hi`. Ends that no type of at most 64 bits reaches may be saturated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The smallest one.
    pub lo: i128,
    /// The largest one, at least `lo`.
    pub hi: i128,
}

impl Interval {
    /// One integer.
    #[must_use]
    pub const fn exactly(value: i128) -> Self {
        Self { lo: value, hi: value }
    }

    /// The interval between two integers, whichever is larger.
    #[must_use]
    pub fn between(a: i128, b: i128) -> Self {
        Self { lo: a.min(b), hi: a.max(b) }
    }

    /// The values of an integer type of at most 64 bits, or of `bool`; `None` for other types.
    #[must_use]
    pub fn of(ty: Scalar) -> Option<Self> {
        ty.range().map(|(lo, hi)| Self { lo, hi })
    }

    /// True if every integer of the other interval is in this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// True if `ty` has every value of the interval.
    #[must_use]
    pub fn fits(self, ty: Scalar) -> bool {
        Self::of(ty).is_some_and(|all| all.contains(self))
    }

    /// The narrowest integer type that has every value of the interval: a signed one if any of them is negative.
    #[must_use]
    pub fn narrowest(self) -> Option<Scalar> {
        let bits = |most: i128| i128::BITS - most.leading_zeros();
        if self.lo < 0 {
            Scalar::int(true, bits(self.hi.max(!self.lo)) + 1)
        } else {
            Scalar::int(false, bits(self.hi).max(1))
        }
    }

    /// The smallest interval with both in it.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// What is in both; the first one where nothing is.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        if lo <= hi { Self { lo, hi } } else { self }
    }

    /// The exact results of an operation that neither wraps around nor divides by zero; `None` where nothing is known. The
    /// distance of a shift is what the shift looks at.
    #[must_use]
    pub fn binary(op: BinaryOp, a: Self, b: Self) -> Option<Self> {
        Some(match op {
            BinaryOp::Add => Self { lo: a.lo.saturating_add(b.lo), hi: a.hi.saturating_add(b.hi) },
            BinaryOp::Sub => Self { lo: a.lo.saturating_sub(b.hi), hi: a.hi.saturating_sub(b.lo) },
            BinaryOp::Mul => corners(a, b, i128::saturating_mul),
            BinaryOp::Div => return quotient(a, b),
            BinaryOp::Rem => remainder(a, b),
            BinaryOp::And => and(a, b),
            BinaryOp::Or if a.lo >= 0 && b.lo >= 0 => Self { lo: a.lo.max(b.lo), ..or(a, b) },
            BinaryOp::Or | BinaryOp::Xor => or(a, b),
            BinaryOp::Shl => {
                corners(a, b, |value, distance| value.saturating_mul(1 << distance.clamp(0, 126)))
            }
            BinaryOp::Shr => corners(a, b, |value, distance| value >> distance.clamp(0, 126)),
            BinaryOp::Min => Self { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) },
            BinaryOp::Max => Self { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) },
        })
    }
}

/// The results of an operation that is monotonic in each operand.
fn corners(a: Interval, b: Interval, op: impl Fn(i128, i128) -> i128) -> Interval {
    let ends = [op(a.lo, b.lo), op(a.lo, b.hi), op(a.hi, b.lo), op(a.hi, b.hi)];
    let all = ends.map(Interval::exactly);
    all.into_iter().fold(all[0], Interval::union)
}

/// Quotients by divisors other than zero, of which there is at least one.
fn quotient(a: Interval, b: Interval) -> Option<Interval> {
    let negative = (b.lo < 0).then(|| Interval { lo: b.lo, hi: b.hi.min(-1) });
    let positive = (b.hi > 0).then(|| Interval { lo: b.lo.max(1), hi: b.hi });
    let divide = |divisors| corners(a, divisors, |value, divisor| value / divisor);
    negative.into_iter().chain(positive).map(divide).reduce(Interval::union)
}

/// Remainders have the sign of the dividend, and are closer to zero than dividend and divisor.
fn remainder(a: Interval, b: Interval) -> Interval {
    let most = b.lo.unsigned_abs().max(b.hi.unsigned_abs());
    let below = i128::try_from(most).unwrap_or(i128::MAX).saturating_sub(1).max(0);
    if a.lo >= 0 && a.hi <= below && b.lo > a.hi {
        return a;
    }
    Interval { lo: a.lo.clamp(-below, 0), hi: a.hi.clamp(0, below) }
}

fn and(a: Interval, b: Interval) -> Interval {
    match (a.lo >= 0, b.lo >= 0) {
        (true, true) => Interval { lo: 0, hi: a.hi.min(b.hi) },
        (true, false) => Interval { lo: 0, hi: a.hi },
        (false, true) => Interval { lo: 0, hi: b.hi },
        (false, false) => signed_bits(a, b),
    }
}

/// Of `|` and `^`.
fn or(a: Interval, b: Interval) -> Interval {
    if a.lo >= 0 && b.lo >= 0 { Interval { lo: 0, hi: ones(a.hi.max(b.hi)) } } else { signed_bits(a, b) }
}

/// All numbers in as many bits as the ends need.
fn signed_bits(a: Interval, b: Interval) -> Interval {
    let magnitude = |end: i128| if end < 0 { !end } else { end };
    let most = [a.lo, a.hi, b.lo, b.hi].map(magnitude).into_iter().fold(0, i128::max);
    Interval { lo: !ones(most), hi: ones(most) }
}

/// The smallest number of ones only that is not below `value`.
fn ones(value: i128) -> i128 {
    let bits = 128 - value.leading_zeros();
    if bits >= 127 { i128::MAX } else { (1 << bits) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on every pair of small intervals contains what its operands' members give.
    #[test]
    fn intervals_contain_all_results() {
        let small: Vec<Interval> =
            (-5..=6).flat_map(|lo| (lo..=6).map(move |hi| Interval { lo, hi })).collect();
        let ops = BinaryOp::ALL;
        for (op, a) in ops.into_iter().flat_map(|op| small.iter().map(move |a| (op, *a))) {
            for b in small.iter().filter(|b| !op.is_shift() || b.lo >= 0) {
                let bounds = Interval::binary(op, a, *b);
                let pairs = (a.lo..=a.hi).flat_map(|x| (b.lo..=b.hi).map(move |y| (x, y)));
                for (x, y) in pairs.filter(|(_, y)| *y != 0 || !matches!(op, BinaryOp::Div | BinaryOp::Rem)) {
                    let exact = Interval::exactly(exact(op, x, y));
                    assert!(
                        bounds.is_some_and(|bounds| bounds.contains(exact)),
                        "{x} {op:?} {y} is {exact:?}, not in {bounds:?}"
                    );
                }
            }
        }
    }

    fn exact(op: BinaryOp, x: i128, y: i128) -> i128 {
        match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Mul => x * y,
            BinaryOp::Div => x / y,
            BinaryOp::Rem => x % y,
            BinaryOp::And => x & y,
            BinaryOp::Or => x | y,
            BinaryOp::Xor => x ^ y,
            BinaryOp::Shl => x << y,
            BinaryOp::Shr => x >> y,
            BinaryOp::Min => x.min(y),
            BinaryOp::Max => x.max(y),
        }
    }

    #[test]
    fn known_bounds_are_tight() {
        let interval = |lo, hi| Interval { lo, hi };
        let of = |op, a, b| Interval::binary(op, a, b);
        assert_eq!(of(BinaryOp::Rem, interval(0, 1000), Interval::exactly(16)), Some(interval(0, 15)));
        assert_eq!(of(BinaryOp::And, interval(-9, 1000), Interval::exactly(7)), Some(interval(0, 7)));
        assert_eq!(of(BinaryOp::Xor, interval(0, 8), interval(0, 3)), Some(interval(0, 15)));
        assert_eq!(of(BinaryOp::Or, interval(0, 8), Interval::exactly(1)), Some(interval(1, 15)));
        assert_eq!(of(BinaryOp::Shr, interval(0, 255), Interval::exactly(4)), Some(interval(0, 15)));
        assert_eq!(of(BinaryOp::Div, interval(0, 255), interval(0, 0)), None);
        assert_eq!(
            of(BinaryOp::Mul, Interval::of(Scalar::U64).unwrap(), Interval::of(Scalar::U64).unwrap()),
            Some(interval(0, i128::MAX))
        );
    }
}
