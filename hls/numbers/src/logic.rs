//! `&`, `|`, `^`, `!`, and shifts of exact results.

use crate::exact::{Exact, binary};
use crate::limbs;
use crate::number::{Number, alignment, sealed, shifted_left};
use crate::shape::Shape;

binary!(
    /// `a & b`.
    And,
    logic
);
binary!(
    /// `a | b`.
    Or,
    logic
);
binary!(
    /// `a ^ b`.
    Xor,
    logic
);

macro_rules! logic {
    ($($name:ident $operator:tt $assign:tt)*) => {$(
        impl<A: Number, B: Number> Number for $name<A, B> {
            const SHAPE: Shape = A::SHAPE.logic(B::SHAPE);

            #[inline]
            fn low(&self) -> i128 {
                shifted_left(self.0.low(), alignment(A::SHAPE, Self::SHAPE.fraction))
                    $operator shifted_left(self.1.low(), alignment(B::SHAPE, Self::SHAPE.fraction))
            }

            fn write(&self, out: &mut [u64]) {
                let mut scratch = [0; limbs::MOST];
                let other = &mut scratch[..out.len()];
                out.fill(0);
                self.0.accumulate(out, alignment(A::SHAPE, Self::SHAPE.fraction), false);
                self.1.accumulate(other, alignment(B::SHAPE, Self::SHAPE.fraction), false);
                for (word, other) in out.iter_mut().zip(other) {
                    *word $assign *other;
                }
            }
        }
    )*};
}

logic!(And & &= Or | |= Xor ^ ^=);

/// `!a`: it has the type of `a`.
#[derive(Clone, Copy, Debug)]
pub struct Not<A>(pub(crate) A);

impl<A: Number> sealed::Sealed for Not<A> {}

impl<A: Number> Number for Not<A> {
    const SHAPE: Shape = A::SHAPE;

    #[inline]
    fn low(&self) -> i128 {
        kept_low(!self.0.low(), Self::SHAPE)
    }

    fn write(&self, out: &mut [u64]) {
        self.0.write(out);
        for word in out.iter_mut() {
            *word = !*word;
        }
        keep(out, Self::SHAPE);
    }
}

/// `a << distance`, or `a >> -distance` if it is negative: it has the type of `a`.
#[derive(Clone, Copy, Debug)]
pub struct Shifted<A>(pub(crate) A, pub(crate) Distance);

/// How far a number is shifted: to the left, or to the right if it is negative. It is beyond any width if it does not fit.
pub(crate) type Distance = i32;

impl<A: Number> sealed::Sealed for Shifted<A> {}

impl<A: Number> Number for Shifted<A> {
    const SHAPE: Shape = A::SHAPE;

    #[inline]
    fn low(&self) -> i128 {
        if self.1 >= 0 {
            return kept_low(shifted_left(self.0.low(), self.1.unsigned_abs()), Self::SHAPE);
        }
        if A::SHAPE.is_low(0) {
            return self.0.low() >> self.1.unsigned_abs().min(127);
        }
        let mut out = [0; 2];
        self.write(&mut out);
        limbs::low(&out, true)
    }

    fn write(&self, out: &mut [u64]) {
        if self.1 >= 0 {
            out.fill(0);
            self.0.accumulate(out, self.1.unsigned_abs(), false);
            keep(out, Self::SHAPE);
        } else {
            self.0.with_limbs(|raw| {
                let mut scratch = [0; limbs::MOST];
                let number = &mut scratch[..raw.len()];
                number.copy_from_slice(raw);
                limbs::shift_right(number, A::SHAPE.signed, self.1.unsigned_abs());
                limbs::extend(out, number, A::SHAPE.signed);
            });
        }
    }
}

/// So many low bits, and above them their sign.
#[inline]
fn kept_low(value: i128, shape: Shape) -> i128 {
    if shape.bits >= 128 {
        value
    } else if shape.signed {
        value << (128 - shape.bits) >> (128 - shape.bits)
    } else {
        value & ((1 << shape.bits) - 1)
    }
}

/// So many low bits, and above them their sign.
fn keep(out: &mut [u64], shape: Shape) {
    let length = shape.limbs();
    if length > out.len() {
        return;
    }
    out[length - 1] = limbs::canonical(out[length - 1], shape.bits, shape.signed);
    let more = limbs::extension(&out[..length], shape.signed);
    out[length..].fill(more);
}

/// `x.bits::<HI, LO>()`.
#[derive(Clone, Copy, Debug)]
pub struct Slice<A, const HI: u32, const LO: u32>(pub(crate) A);

impl<A: Number, const HI: u32, const LO: u32> Slice<A, HI, LO> {
    /// The bits.
    #[inline]
    pub(crate) fn exact(a: A) -> Exact<Self> {
        const { assert!(HI >= LO && HI < A::SHAPE.bits, "the bits `HI` to `LO` are not bits of the number") };
        Exact(Self(a))
    }
}

impl<A: Number, const HI: u32, const LO: u32> sealed::Sealed for Slice<A, HI, LO> {}

impl<A: Number, const HI: u32, const LO: u32> Number for Slice<A, HI, LO> {
    const SHAPE: Shape = Shape::integer(false, HI - LO + 1);

    #[inline]
    fn low(&self) -> i128 {
        if HI < 128 {
            return kept_low(self.0.low() >> LO, Self::SHAPE);
        }
        let mut out = [0; 2];
        self.write(&mut out);
        limbs::low(&out, false)
    }

    fn write(&self, out: &mut [u64]) {
        self.0.with_limbs(|raw| {
            let mut scratch = [0; limbs::MOST];
            let number = &mut scratch[..raw.len()];
            number.copy_from_slice(raw);
            limbs::shift_right(number, A::SHAPE.signed, LO);
            limbs::extend(out, number, A::SHAPE.signed);
            keep(out, Self::SHAPE);
        });
    }
}

/// `a.concat(b)`: the bits of `a` above those of `b`.
#[derive(Clone, Copy, Debug)]
pub struct Concatenation<A, B>(pub(crate) A, pub(crate) B);

impl<A: Number, B: Number> Concatenation<A, B> {
    /// The bits.
    #[inline]
    pub(crate) fn exact(a: A, b: B) -> Exact<Self> {
        let _ = const { Shape::integer(false, A::SHAPE.bits + B::SHAPE.bits).checked() };
        Exact(Self(a, b))
    }
}

impl<A: Number, B: Number> sealed::Sealed for Concatenation<A, B> {}

impl<A: Number, B: Number> Number for Concatenation<A, B> {
    const SHAPE: Shape = Shape::integer(false, A::SHAPE.bits + B::SHAPE.bits);

    #[inline]
    fn low(&self) -> i128 {
        let below = Shape::integer(false, B::SHAPE.bits);
        kept_low(shifted_left(self.0.low(), B::SHAPE.bits) | kept_low(self.1.low(), below), Self::SHAPE)
    }

    fn write(&self, out: &mut [u64]) {
        self.1.write(out);
        keep(out, Shape::integer(false, B::SHAPE.bits));
        self.0.accumulate(out, B::SHAPE.bits, false);
        keep(out, Self::SHAPE);
    }
}
