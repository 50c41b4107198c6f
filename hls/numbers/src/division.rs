//! `/` and `%`.

use crate::exact::{Exact, binary};
use crate::limbs;
use crate::number::{Number, sealed};
use crate::shape::Shape;

binary!(
    /// `a / b`, truncated towards zero.
    Quotient,
    quotient,
    by_zero: "attempt to divide by zero"
);
binary!(
    /// `a % b`, of integers; it has the sign of `a`.
    Remainder,
    remainder,
    by_zero: "attempt to calculate the remainder with a divisor of zero"
);

/// True if both operands, of which the first is shifted left, are native integers of at most so many bits.
const fn both_have(a: Shape, shift: u32, b: Shape, bits: u32) -> bool {
    a.bits + !a.signed as u32 + shift <= bits && b.bits + !b.signed as u32 <= bits
}

/// The quotient and the remainder of `a * 2^shift` and `b`, truncated towards zero.
fn divide<A: Number, B: Number>(a: &A, shift: u32, b: &B, read: impl FnOnce(&[u64], &[u64])) {
    let length = (A::SHAPE.bits + 1 + shift).div_ceil(64).max((B::SHAPE.bits + 1).div_ceil(64)) as usize;
    let (mut dividend, mut divisor) = ([0; limbs::MOST], [0; limbs::MOST]);
    let (dividend, divisor) = (&mut dividend[..length], &mut divisor[..length]);
    a.accumulate(dividend, shift, false);
    b.write(divisor);
    assert!(!limbs::sign(divisor).is_eq(), "attempt to divide by zero");
    let (negative, other) = (limbs::sign(dividend).is_lt(), limbs::sign(divisor).is_lt());
    if negative {
        limbs::negate(dividend);
    }
    if other {
        limbs::negate(divisor);
    }
    let mut quotient = limbs::divide(dividend, divisor);
    let quotient = &mut quotient[..length];
    if negative != other {
        limbs::negate(quotient);
    }
    if negative {
        limbs::negate(dividend);
    }
    read(quotient, dividend);
}

impl<A: Number, B: Number> Quotient<A, B> {
    /// How far the dividend is shifted left.
    const SHIFT: u32 = if B::SHAPE.fraction > 0 { B::SHAPE.fraction as u32 } else { 0 };
}

impl<A: Number, B: Number> Number for Quotient<A, B> {
    const SHAPE: Shape = A::SHAPE.quotient(B::SHAPE);

    #[inline]
    fn low(&self) -> i128 {
        if both_have(A::SHAPE, Self::SHIFT, B::SHAPE, 63) {
            return i128::from((self.0.low() << Self::SHIFT) as i64 / self.1.low() as i64);
        }
        if both_have(A::SHAPE, Self::SHIFT, B::SHAPE, 127) {
            return (self.0.low() << Self::SHIFT) / self.1.low();
        }
        let mut out = [0; 2];
        self.write(&mut out);
        limbs::low(&out, true)
    }

    fn write(&self, out: &mut [u64]) {
        divide(&self.0, Self::SHIFT, &self.1, |quotient, _| limbs::extend(out, quotient, true));
    }
}

impl<A: Number, B: Number> Number for Remainder<A, B> {
    const SHAPE: Shape = {
        assert!(A::SHAPE.fraction == 0 && B::SHAPE.fraction == 0, "`%` is an operator of integers");
        A::SHAPE.remainder(B::SHAPE)
    };

    #[inline]
    fn low(&self) -> i128 {
        if both_have(A::SHAPE, 0, B::SHAPE, 63) {
            return i128::from(self.0.low() as i64 % self.1.low() as i64);
        }
        if both_have(A::SHAPE, 0, B::SHAPE, 127) {
            return self.0.low() % self.1.low();
        }
        let mut out = [0; 2];
        self.write(&mut out);
        limbs::low(&out, true)
    }

    fn write(&self, out: &mut [u64]) {
        divide(&self.0, 0, &self.1, |_, remainder| limbs::extend(out, remainder, true));
    }
}
