//! Rounding and overflow of fixed-point numbers.

use crate::limbs;
use crate::modes::{OverflowMode, Rounding};
use crate::number::{Number, shifted_left};
use crate::shape::Shape;

/// A fixed-point type with its modes.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) shape: Shape,
    pub(crate) rounding: Rounding,
    pub(crate) overflow: OverflowMode,
}

impl Target {
    /// True if [`Target::narrow_low`] computes a number of a type.
    pub(crate) const fn is_narrow(self, from: Shape) -> bool {
        let shift = self.shape.fraction - from.fraction;
        let plain = matches!(
            self.overflow,
            OverflowMode::Wrap(0) | OverflowMode::Sat | OverflowMode::SatZero | OverflowMode::SatSym
        );
        plain && self.shape.bits <= 126 && from.bits <= 126 && shift > -128 && from.is_low(shift + 1)
    }

    /// True if [`Target::narrow`] computes a number of a type.
    pub(crate) const fn is_near(self, from: Shape) -> bool {
        self.length(from) <= limbs::MOST
    }

    /// Words for a number of a type at the target's point, if it is further to the right, and for the target.
    const fn length(self, from: Shape) -> usize {
        let left = self.shape.fraction - from.fraction;
        let aligned = from.bits + if left > 0 { left as u32 } else { 0 };
        let bits = if aligned > self.shape.bits { aligned } else { self.shape.bits };
        bits.div_ceil(64) as usize + 1
    }

    /// The raw integer of a number whose type [`Target::is_narrow`].
    #[inline]
    pub(crate) fn narrow_low<E: Number>(self, value: &E) -> i128 {
        let shift = self.shape.fraction - E::SHAPE.fraction;
        let raw = value.low();
        let rounded =
            if shift >= 0 { shifted_left(raw, shift as u32) } else { self.round_low(raw, -shift as u32) };
        self.fit_low(rounded)
    }

    /// `raw / 2^drop`; `drop` is 1 to 127.
    #[inline]
    fn round_low(self, raw: i128, drop: u32) -> i128 {
        let down = raw >> drop;
        let half = (raw >> (drop - 1)) & 1 != 0;
        let rest = drop > 1 && raw << (129 - drop) != 0;
        down + i128::from(self.rounding.increments(half, rest, down & 1 != 0, raw < 0))
    }

    /// A value, or what stands for it if it is out of range; wrapped by the caller.
    #[inline]
    fn fit_low(self, value: i128) -> i128 {
        let bits = self.shape.bits;
        let largest = if self.shape.signed { (1 << (bits - 1)) - 1 } else { (1 << bits) - 1 };
        let smallest = match self.overflow {
            // AMD's headers give -1 to a number of one bit, which has no 1.
            OverflowMode::SatSym if self.shape.signed && bits > 1 => -largest,
            _ if self.shape.signed => -largest - 1,
            _ => 0,
        };
        match self.overflow {
            OverflowMode::Sat | OverflowMode::SatSym => value.clamp(smallest, largest),
            OverflowMode::SatZero if value < smallest || value > largest => 0,
            _ => value,
        }
    }

    /// Writes the raw integer of any number.
    pub(crate) fn narrow<E: Number>(self, value: &E, out: &mut [u64]) {
        value.with_limbs(|raw| {
            let shift = self.shape.fraction - E::SHAPE.fraction;
            let left = shift.max(0) as u32;
            let mut scratch = [0; limbs::MOST];
            let number = &mut scratch[..self.length(E::SHAPE)];
            limbs::add_shifted(number, raw, E::SHAPE.signed, left, false);
            let source =
                Source { negative: limbs::sign(number).is_lt(), above: self.bit_above(number, shift) };
            if shift < 0 {
                self.round(number, -shift as u32);
            }
            self.fit(number, source);
            limbs::extend(out, number, true);
        });
    }

    /// The bit above the top bit of the target, before rounding.
    fn bit_above(self, number: &[u64], shift: i32) -> bool {
        limbs::bit(number, true, self.shape.bits + shift.min(0).unsigned_abs())
    }

    /// `number / 2^drop`.
    fn round(self, number: &mut [u64], drop: u32) {
        let negative = limbs::sign(number).is_lt();
        let half = limbs::bit(number, true, drop - 1);
        let rest = limbs::any_below(number, true, drop - 1);
        limbs::shift_right(number, true, drop);
        if self.rounding.increments(half, rest, limbs::bit(number, true, 0), negative) {
            limbs::increment(number);
        }
    }

    /// Keeps a value in range.
    fn fit(self, number: &mut [u64], source: Source) {
        let Shape { bits, signed, .. } = self.shape;
        let negative = limbs::sign(number).is_lt();
        let mut kept = [0; limbs::MOST];
        let kept = &mut kept[..number.len()];
        kept.copy_from_slice(number);
        keep(kept, bits, signed);
        let smallest = signed && negative && !limbs::any_below(kept, true, bits - 1) && bits > 0;
        let is_kept = kept == number;
        let is_lowest = matches!(self.overflow, OverflowMode::SatSym) && is_kept && smallest;
        if is_kept && !is_lowest {
            return;
        }
        match self.overflow {
            OverflowMode::Wrap(saturated) => wrap(kept, bits, signed, saturated, negative),
            OverflowMode::WrapSm(saturated) if signed => wrap_sign_magnitude(kept, bits, saturated, source),
            OverflowMode::SatZero => kept.fill(0),
            _ => saturate(kept, self, negative),
        }
        keep(kept, bits, signed);
        number.copy_from_slice(kept);
    }
}

/// What overflow in sign-magnitude looks at.
#[derive(Clone, Copy)]
struct Source {
    negative: bool,
    above: bool,
}

/// So many low bits, and above them their sign.
fn keep(number: &mut [u64], bits: u32, signed: bool) {
    let length = bits.div_ceil(64) as usize;
    number[length - 1] = limbs::canonical(number[length - 1], bits, signed);
    let more = limbs::extension(&number[..length], signed);
    number[length..].fill(more);
}

/// Sets the bits `from` to `to`, exclusively.
fn set_bits(number: &mut [u64], from: u32, to: u32, value: bool) {
    for index in from..to {
        limbs::set_bit(number, index, value);
    }
}

/// `AP_WRAP`.
fn wrap(kept: &mut [u64], bits: u32, signed: bool, saturated: u32, negative: bool) {
    if saturated == 0 {
        return;
    }
    if signed {
        limbs::set_bit(kept, bits - 1, negative);
        set_bits(kept, bits - saturated, bits - 1, !negative);
    } else {
        set_bits(kept, bits - saturated, bits, true);
    }
}

/// `AP_WRAP_SM`.
fn wrap_sign_magnitude(kept: &mut [u64], bits: u32, saturated: u32, source: Source) {
    let invert = |kept: &mut [u64]| kept.iter_mut().for_each(|word| *word = !*word);
    let top = limbs::bit(kept, true, bits - 1);
    if saturated == 0 {
        if source.above != top {
            invert(kept);
            limbs::set_bit(kept, bits - 1, source.above);
        }
        return;
    }
    if saturated == 1 && source.negative != top {
        invert(kept);
    } else if saturated > 1 {
        if limbs::bit(kept, true, bits - saturated) == source.negative {
            invert(kept);
        }
        set_bits(kept, bits - saturated, bits - 1, !source.negative);
    }
    limbs::set_bit(kept, bits - 1, source.negative);
}

/// `AP_SAT` and `AP_SAT_SYM`.
fn saturate(kept: &mut [u64], target: Target, negative: bool) {
    let Shape { bits, signed, .. } = target.shape;
    kept.fill(0);
    if !signed {
        set_bits(kept, 0, bits, !negative);
    } else if !negative {
        set_bits(kept, 0, bits - 1, true);
    } else {
        limbs::set_bit(kept, bits - 1, true);
        if matches!(target.overflow, OverflowMode::SatSym) {
            limbs::set_bit(kept, 0, true);
        }
    }
}
