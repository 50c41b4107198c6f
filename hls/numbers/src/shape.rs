//! What is known of a number without its value, and the result types of operators.

/// The type of a number: how many bits it has, whether it is signed, and where its point is.
///
/// A number is `raw / 2^fraction`, where `raw` is an integer of so many bits. The rules for results are those of AMD's
/// headers `ap_int_base.h` and `ap_fixed_base.h` (`RType`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Bits of the raw integer.
    pub bits: u32,
    /// True for two's complement.
    pub signed: bool,
    /// Bits after the point: 0 for integers. It may be negative, and larger than `bits`.
    pub fraction: i32,
}

/// The larger of two.
const fn larger(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

impl Shape {
    /// The widest result.
    pub const MOST: u32 = 8192;

    /// An integer.
    #[must_use]
    pub const fn integer(signed: bool, bits: u32) -> Self {
        Self { bits, signed, fraction: 0 }
    }

    /// Bits before the point, the sign among them: AMD's `I`.
    #[must_use]
    pub const fn whole(self) -> i32 {
        self.bits as i32 - self.fraction
    }

    /// Operands beside each other, with `room` more bits before the point.
    const fn beside(self, other: Self, room: i32) -> Self {
        let signed = self.signed || other.signed;
        let whole = larger(
            self.whole() + (signed && !self.signed) as i32,
            other.whole() + (signed && !other.signed) as i32,
        );
        let fraction = larger(self.fraction, other.fraction);
        Self { bits: (whole + fraction + room) as u32, signed, fraction }
    }

    /// Of `a + b`.
    #[must_use]
    pub const fn sum(self, other: Self) -> Self {
        self.beside(other, 1)
    }

    /// Of `a - b`: signed.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self { signed: true, ..self.beside(other, 1) }
    }

    /// Of `a * b`.
    #[must_use]
    pub const fn product(self, other: Self) -> Self {
        Self {
            bits: self.bits + other.bits,
            signed: self.signed || other.signed,
            fraction: self.fraction + other.fraction,
        }
    }

    /// Of `-a`: signed, one bit more. For integers it is the type of `0 - a`, as in `ap_int`.
    #[must_use]
    pub const fn negative(self) -> Self {
        let bits = if self.fraction == 0 && self.signed && self.bits == 1 { 2 } else { self.bits };
        Self { bits: bits + 1, signed: true, fraction: self.fraction }
    }

    /// Of `a / b`, which is truncated towards zero.
    #[must_use]
    pub const fn quotient(self, other: Self) -> Self {
        let more = larger(other.fraction, 0);
        Self {
            bits: self.bits + other.signed as u32 + more as u32,
            signed: self.signed || other.signed,
            fraction: self.fraction - other.fraction + more,
        }
    }

    /// Of `a % b`, of integers: the sign is that of `a`.
    #[must_use]
    pub const fn remainder(self, other: Self) -> Self {
        let divisor = other.bits + (self.signed && !other.signed) as u32;
        Self::integer(self.signed, if divisor < self.bits { divisor } else { self.bits })
    }

    /// Of `a & b`, `a | b` and `a ^ b`.
    #[must_use]
    pub const fn logic(self, other: Self) -> Self {
        self.beside(other, 0)
    }

    /// Of the integer that is left without the bits after the point.
    #[must_use]
    pub const fn truncated(self) -> Self {
        if self.fraction == 0 {
            return self;
        }
        Self::integer(self.signed, larger(self.whole(), 1) as u32 + self.signed as u32)
    }

    /// The shape itself.
    ///
    /// # Panics
    ///
    /// It has more than [`Shape::MOST`] bits. Operators call it in constants, so that it is an error of the build.
    #[must_use]
    pub const fn checked(self) -> Self {
        assert!(
            self.bits <= Self::MOST,
            "the exact result has more than 8192 bits: narrow the operands with `.to()`"
        );
        self
    }

    /// True if `raw * 2^shift` is an `i128`.
    #[must_use]
    pub(crate) const fn is_low(self, shift: i32) -> bool {
        self.bits as i32 + (!self.signed) as i32 + larger(shift, 0) <= 128
    }

    /// The words of 64 bits that hold the raw integer.
    pub(crate) const fn limbs(self) -> usize {
        self.bits.div_ceil(64) as usize
    }
}
