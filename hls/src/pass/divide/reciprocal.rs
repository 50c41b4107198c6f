//! Strength reduction: a constant divisor is a factor, by Granlund & Montgomery, *Division by Invariant Integers using
//! Multiplication* (1994), and Warren, *Hacker's Delight*, chapter 10.
//!
//! For a divisor d > 1 and a shift s let m = 2^s / d + 1, rounded down, and e = m * d - 2^s, so that 0 < e <= d. For dividends
//! x of at most K, m * x / 2^s is x / d + x * e / (d * 2^s). If e * K < 2^s, the second term is below 1 / d and never carries the
//! quotient over the next integer: rounded down, m * x / 2^s is the quotient of x >= 0; of x < 0, it is one less. The smallest
//! such s has the narrowest factor. Products have as many bits as they need: no type of Rust has to hold them.

use sycl_hls_ir::analysis::Interval;
use sycl_hls_ir::{BinaryOp, OpKind, Overflow, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Division;
use crate::pass::rewrite::{Emit, wrapping};

/// What a division of numbers in this interval by a constant is, without a division; `None` if the divisor is 0.
pub(super) fn by_constant(
    division: Division,
    dividend: Interval,
    divisor: i128,
    emit: &mut Emit<'_>,
) -> Option<OpKind> {
    if divisor == 0 {
        return None;
    }
    let by = u64::try_from(divisor.unsigned_abs()).ok()?;
    let dividend = Dividend { value: division.lhs, ty: division.ty, range: dividend };
    if division.op == BinaryOp::Rem {
        return Some(OpKind::Cast(remainder(dividend, by, emit)));
    }
    let quotient = quotient(dividend, by, emit);
    if divisor > 0 {
        return Some(OpKind::Cast(quotient));
    }
    Some(OpKind::Unary { op: UnaryOp::Neg, overflow: Overflow::Wrapping, arg: quotient })
}

/// What is divided.
#[derive(Clone, Copy)]
struct Dividend {
    value: ValueId,
    ty: Scalar,
    range: Interval,
}

impl Dividend {
    /// The largest magnitude.
    fn most(self) -> u128 {
        self.range.lo.unsigned_abs().max(self.range.hi.unsigned_abs())
    }

    fn is_signed(self) -> bool {
        self.range.lo < 0
    }

    /// The narrowest type that has all of its values.
    fn narrow(self) -> Scalar {
        self.range.narrowest().unwrap_or(self.ty)
    }

    /// All ones where the dividend is negative, else 0.
    fn sign(self, emit: &mut Emit<'_>) -> ValueId {
        shifted(self.value, self.ty.bits() - 1, self.ty, emit)
    }
}

/// What a divisor that is at least 1 leaves. Only as many bits of the quotient's product with it count as the remainder has.
fn remainder(dividend: Dividend, by: u64, emit: &mut Emit<'_>) -> ValueId {
    let signed = dividend.is_signed();
    let ty = integer(signed, length(u128::from(by - 1)).max(1) + u32::from(signed), dividend.ty);
    let multiple = if by.is_power_of_two() {
        let rounded = rounded(dividend, by, emit);
        let mask = emit.constant(ScalarValue::wrapping(dividend.ty, -i128::from(by)));
        let multiple = emit.compute(wrapping(BinaryOp::And, rounded, mask), dividend.ty);
        cast(multiple, ty, emit)
    } else {
        let quotient = quotient(dividend, by, emit);
        let quotient = cast(quotient, ty, emit);
        let by = emit.constant(ScalarValue::wrapping(ty, by.into()));
        emit.compute(wrapping(BinaryOp::Mul, quotient, by), ty)
    };
    let low = cast(dividend.value, ty, emit);
    emit.compute(wrapping(BinaryOp::Sub, low, multiple), ty)
}

/// The quotient by a divisor that is at least 1, rounded towards 0.
fn quotient(dividend: Dividend, by: u64, emit: &mut Emit<'_>) -> ValueId {
    if u128::from(by) > dividend.most() {
        return emit.constant(ScalarValue::from_bits(dividend.ty, 0));
    }
    if by.is_power_of_two() {
        let rounded = rounded(dividend, by, emit);
        return shifted(rounded, by.trailing_zeros(), dividend.ty, emit);
    }
    if dividend.is_signed() { signed(dividend, by, emit) } else { unsigned(dividend, by, emit) }
}

/// A dividend to which what is missing to the next multiple of a power of two was added if it is negative.
fn rounded(dividend: Dividend, by: u64, emit: &mut Emit<'_>) -> ValueId {
    let ty = dividend.ty;
    if !dividend.is_signed() {
        return dividend.value;
    }
    let sign = dividend.sign(emit);
    let mask = emit.constant(ScalarValue::from_bits(ty, by - 1));
    let missing = emit.compute(wrapping(BinaryOp::And, sign, mask), ty);
    emit.compute(wrapping(BinaryOp::Add, dividend.value, missing), ty)
}

/// The quotient of a dividend that is not negative. The divisor's factors of 2 are shifted away first.
fn unsigned(dividend: Dividend, by: u64, emit: &mut Emit<'_>) -> ValueId {
    let twos = by.trailing_zeros();
    let shifted = shifted(dividend.value, twos, dividend.ty, emit);
    let range = Interval { lo: 0, hi: dividend.range.hi >> twos };
    scaled(Dividend { value: shifted, range, ..dividend }, by >> twos, emit)
}

/// The quotient of a dividend that may be negative.
fn signed(dividend: Dividend, by: u64, emit: &mut Emit<'_>) -> ValueId {
    let down = scaled(dividend, by, emit);
    let sign = dividend.sign(emit);
    emit.compute(wrapping(BinaryOp::Sub, down, sign), dividend.ty)
}

/// The product of a dividend with the reciprocal of a divisor, rounded down.
fn scaled(dividend: Dividend, by: u64, emit: &mut Emit<'_>) -> ValueId {
    let reciprocal = Reciprocal::of(by, dividend.most());
    let narrow = dividend.narrow();
    let wide = integer(narrow.is_signed(), narrow.bits() + length(reciprocal.factor), dividend.ty);
    let value = cast(dividend.value, narrow, emit);
    let value = cast(value, wide, emit);
    let factor = emit.constant(ScalarValue::wrapping(wide, reciprocal.factor.cast_signed()));
    let product = emit.compute(wrapping(BinaryOp::Mul, value, factor), wide);
    let product = shifted(product, reciprocal.shift, wide, emit);
    cast(product, dividend.ty, emit)
}

/// A factor and the shift behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reciprocal {
    factor: u128,
    shift: u32,
}

impl Reciprocal {
    /// For a divisor of at least 2 and dividends from it to `most`, which has at most 64 bits.
    fn of(by: u64, most: u128) -> Self {
        let by = u128::from(by);
        let (mut quotient, mut rest, mut shift) = (0_u128, 1_u128, 0);
        loop {
            // Both are of 2^shift / by.
            let error = by - rest;
            if shift > 127 || error * most < 1 << shift {
                return Self { factor: quotient + 1, shift };
            }
            (quotient, rest, shift) = (2 * quotient + 2 * rest / by, 2 * rest % by, shift + 1);
        }
    }
}

/// The bits of a number.
const fn length(number: u128) -> u32 {
    u128::BITS - number.leading_zeros()
}

/// An integer type of so many bits; `or` for widths that no type has.
fn integer(signed: bool, bits: u32, or: Scalar) -> Scalar {
    Scalar::int(signed, bits).unwrap_or(or)
}

fn cast(value: ValueId, ty: Scalar, emit: &mut Emit<'_>) -> ValueId {
    if emit.func.ty(value) == ty { value } else { emit.compute(OpKind::Cast(value), ty) }
}

/// A value of type `ty`, shifted to the right by a constant.
fn shifted(value: ValueId, by: u32, ty: Scalar, emit: &mut Emit<'_>) -> ValueId {
    if by == 0 {
        return value;
    }
    let by = emit.constant(by.into());
    emit.compute(wrapping(BinaryOp::Shr, value, by), ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every divisor and every range of numbers of up to 8 bits, and both signs.
    #[test]
    fn products_are_quotients() {
        for most in 1..=256_u128 {
            for by in (2..=most as u64).filter(|by| !by.is_power_of_two()) {
                let Reciprocal { factor, shift } = Reciprocal::of(by, most);
                for x in 0..=most.cast_signed() {
                    let product = |x: i128| (x * factor.cast_signed()) >> shift;
                    assert_eq!(product(x), x / i128::from(by), "{x} / {by} below {most}");
                    let below = if x == 0 { 0 } else { 1 };
                    assert_eq!(product(-x) + below, -x / i128::from(by), "-{x} / {by} above -{most}");
                }
            }
        }
    }

    /// The factors of Hacker's Delight, figures 10-1 and 10-2; but for signed division by 3, where the error of the published
    /// one at -2^31 is just as large as it may be, and the bound here is strict.
    #[test]
    fn factors_are_the_published_ones() {
        let of = |by, most: u128| {
            let Reciprocal { factor, shift } = Reciprocal::of(by, most);
            (factor, shift)
        };
        assert_eq!(of(3, u32::MAX.into()), (0xAAAA_AAAB, 33));
        assert_eq!(of(5, u32::MAX.into()), (0xCCCC_CCCD, 34));
        assert_eq!(of(7, u32::MAX.into()), (0x1_2492_4925, 35));
        assert_eq!(of(3, 1 << 31), (0xAAAA_AAAB, 33));
        assert_eq!(of(7, 1 << 31), (0x9249_2493, 34));
        assert_eq!(of(7, u64::MAX.into()), (0x1_2492_4924_9249_2493, 67));
    }
}
