//! Trip counts of loops whose 64-bit counters Vitis cannot count.
//!
//! LLVM, on which Vitis HLS stands, computes no trip count of `for (uint64_t i = 0; i < n; i += 4)` or `i <= n`, because
//! the counter could wrap around; then it infers no bursts (UG1399, "AXI Burst Transfers": the trip count must be
//! computable). So the number of iterations is computed before the loop, which counts them one by one.

use sycl_hls_ir::{BinaryOp, CompareOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::expr::{self, Expr};
use super::number::Number;

/// The values of a counter: from `lo` in steps up to `hi`.
pub(super) struct Range {
    /// The counter's type.
    pub ty: Scalar,
    pub step: u64,
    /// True if `hi` is one of the values.
    pub inclusive: bool,
    pub lo: Expr,
    pub hi: Expr,
    /// `lo` and `hi`, where they are constants.
    pub known: [Option<i128>; 2],
    /// A number that `hi` never exceeds.
    pub last: i128,
}

impl Range {
    /// The number of iterations, as `uint64_t`. A range of all 2^64 values has one too many for the type: no run gets so far,
    /// and the loop is one iteration short.
    pub fn trip_count(&self) -> Expr {
        if let [Some(lo), Some(hi)] = self.known {
            let values = hi - lo + i128::from(self.inclusive);
            let trips = (values + i128::from(self.step) - 1).max(0) / i128::from(self.step);
            return number(u64::try_from(trips).unwrap_or(u64::MAX));
        }
        let fits = |more: u64| self.last + i128::from(more) <= i128::from(u64::MAX);
        let from_0 = self.starts_at_0() && !self.ty.is_signed();
        let runs = if self.inclusive { CompareOp::Le } else { CompareOp::Lt };
        let runs = expr::compare(runs, self.ty, &self.lo, &self.hi);
        match (self.inclusive, from_0) {
            (false, true) if fits(self.step - 1) => self.quotient(&add(&self.hi, self.step - 1)),
            (true, true) if self.step > 1 || fits(1) => add(&self.quotient(&self.hi), 1),
            (true, true) => saturating_next(&self.hi),
            (false, _) => {
                let distance = expr::binary(BinaryOp::Sub, Scalar::U64, &self.distance(), &number(1));
                chosen(&runs, &add(&self.quotient(&distance), 1), &number(0))
            }
            (true, false) if self.step > 1 => {
                chosen(&runs, &add(&self.quotient(&self.distance()), 1), &number(0))
            }
            (true, false) if !self.ty.is_signed() && fits(1) => {
                chosen(&runs, &add(&self.distance(), 1), &number(0))
            }
            (true, false) => chosen(&runs, &saturating_next(&self.distance()), &number(0)),
        }
    }

    /// The counter's value in an iteration.
    pub fn value(&self, trip: &str) -> Expr {
        let trip = Expr::primary(trip).of(Number::any(Scalar::U64));
        let offset = match self.step {
            1 => trip,
            step => expr::binary(BinaryOp::Mul, Scalar::U64, &trip, &number(step)),
        };
        match self.starts_at_0() {
            true => offset,
            false => expr::binary(BinaryOp::Add, Scalar::U64, &self.lo, &offset),
        }
    }

    fn starts_at_0(&self) -> bool {
        self.known[0] == Some(0)
    }

    /// `hi - lo`, where `hi` is not below `lo`.
    fn distance(&self) -> Expr {
        if self.starts_at_0() {
            return self.hi.clone();
        }
        expr::binary(BinaryOp::Sub, Scalar::U64, &self.hi, &self.lo)
    }

    fn quotient(&self, distance: &Expr) -> Expr {
        match self.step {
            1 => distance.clone(),
            step => expr::binary(BinaryOp::Div, Scalar::U64, distance, &number(step)),
        }
    }
}

fn number(value: u64) -> Expr {
    Expr::constant(&ScalarValue::from_bits(Scalar::U64, value))
}

fn add(value: &Expr, more: u64) -> Expr {
    if more == 0 { value.clone() } else { expr::binary(BinaryOp::Add, Scalar::U64, value, &number(more)) }
}

/// `value + 1`, or the largest number again.
fn saturating_next(value: &Expr) -> Expr {
    let is_less = expr::compare(CompareOp::Lt, Scalar::U64, value, &number(u64::MAX));
    chosen(&is_less, &add(value, 1), value)
}

fn chosen(cond: &Expr, then: &Expr, otherwise: &Expr) -> Expr {
    expr::ternary(Scalar::U64, cond, then, otherwise)
}
