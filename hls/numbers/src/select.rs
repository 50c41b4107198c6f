//! Bits of numbers.

use crate::exact::Exact;
use crate::integer::{Integer, Uint};
use crate::limbs;
use crate::logic::{Concatenation, Slice};
use crate::number::Number;
use crate::width::{Supported, Width};

impl<const SIGNED: bool, const N: u32> Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    /// Bit `index`, 0 the lowest.
    ///
    /// # Panics
    ///
    /// There is no such bit.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn bit(self, index: u32) -> bool {
        check(index < N, N);
        self.with_limbs(|raw| limbs::bit(raw, SIGNED, index))
    }

    /// Changes bit `index`.
    ///
    /// # Panics
    ///
    /// There is no such bit.
    #[inline]
    #[track_caller]
    pub fn set_bit(&mut self, index: u32, value: bool) {
        check(index < N, N);
        *self = self.rewritten(|out| limbs::set_bit(out, index, value));
    }

    /// The bits `HI` to `LO`, both included, as an unsigned number of `HI - LO + 1` bits.
    ///
    /// ```
    /// use sycl_hls_numbers::Uint;
    ///
    /// let word = Uint::<12>::new(0xabc);
    /// assert_eq!(word.bits::<7, 4>(), 0xb);
    /// ```
    #[inline]
    #[must_use]
    pub fn bits<const HI: u32, const LO: u32>(self) -> Exact<Slice<Self, HI, LO>> {
        Slice::exact(self)
    }

    /// Changes the bits `HI` to `LO`, both included, to the low bits of a number.
    #[inline]
    pub fn set_bits<const HI: u32, const LO: u32>(&mut self, value: impl Number) {
        const { assert!(HI >= LO && HI < N, "the bits `HI` to `LO` are not bits of the number") };
        self.replace(LO, HI - LO + 1, value);
    }

    /// The `M` bits from bit `lo` on.
    ///
    /// # Panics
    ///
    /// The number has no such bits.
    #[inline]
    #[must_use]
    pub fn part<const M: u32>(self, lo: u32) -> Uint<M>
    where
        Width<M>: Supported,
    {
        check(lo <= N && M <= N - lo, N);
        (self >> lo).to()
    }

    /// Changes the `M` bits from bit `lo` on.
    ///
    /// # Panics
    ///
    /// The number has no such bits.
    #[inline]
    pub fn set_part<const M: u32>(&mut self, lo: u32, value: Uint<M>)
    where
        Width<M>: Supported,
    {
        check(lo <= N && M <= N - lo, N);
        self.replace(lo, M, value);
    }

    /// Changes `count` bits from bit `lo` on.
    fn replace(&mut self, lo: u32, count: u32, value: impl Number) {
        *self = value.with_limbs(|raw| {
            self.rewritten(|out| {
                for index in 0..count {
                    let bit = limbs::bit(raw, is_signed(&value), index);
                    limbs::set_bit(out, lo + index, bit);
                }
            })
        });
    }

    /// These bits above those of another number.
    ///
    /// ```
    /// use sycl_hls_numbers::Uint;
    ///
    /// let (high, low) = (Uint::<4>::new(0xa), Uint::<8>::new(0xbc));
    /// assert_eq!(high.concat(low), 0xabc);
    /// ```
    #[inline]
    #[must_use]
    pub fn concat<B: Number>(self, low: B) -> Exact<Concatenation<Self, B>> {
        Concatenation::exact(self, low)
    }

    /// The bits in reverse order.
    #[inline]
    #[must_use]
    pub fn reverse(self) -> Self {
        self.with_limbs(|raw| {
            Self::written(|out| {
                let unused = 64 * out.len() as u32 - N;
                for (slot, word) in out.iter_mut().zip(raw.iter().rev()) {
                    *slot = word.reverse_bits();
                }
                limbs::shift_right(out, false, unused);
            })
        })
    }

    /// How many bits are set.
    #[inline]
    #[must_use]
    pub fn count_ones(self) -> u32 {
        self.to::<Uint<N>>().with_limbs(|raw| raw.iter().map(|word| word.count_ones()).sum())
    }

    /// How many zeros are above the highest bit that is set; `N` for 0.
    #[inline]
    #[must_use]
    pub fn leading_zeros(self) -> u32 {
        self.to::<Uint<N>>().with_limbs(|raw| {
            let top = raw.iter().rposition(|&word| word != 0);
            top.map_or(N, |top| N - (64 * top as u32 + 64 - raw[top].leading_zeros()))
        })
    }

    /// How many zeros are below the lowest bit that is set; `N` for 0.
    #[inline]
    #[must_use]
    pub fn trailing_zeros(self) -> u32 {
        self.with_limbs(|raw| {
            let low = raw.iter().position(|&word| word != 0);
            low.map_or(N, |low| 64 * low as u32 + raw[low].trailing_zeros())
        })
    }

    /// True if all bits are set.
    #[inline]
    #[must_use]
    pub fn and_reduce(self) -> bool {
        self.count_ones() == N
    }

    /// True unless all bits are set.
    #[inline]
    #[must_use]
    pub fn nand_reduce(self) -> bool {
        !self.and_reduce()
    }

    /// True if a bit is set.
    #[inline]
    #[must_use]
    pub fn or_reduce(self) -> bool {
        self.with_limbs(|raw| raw.iter().any(|&word| word != 0))
    }

    /// True if no bit is set.
    #[inline]
    #[must_use]
    pub fn nor_reduce(self) -> bool {
        !self.or_reduce()
    }

    /// True if an odd number of bits is set.
    #[inline]
    #[must_use]
    pub fn xor_reduce(self) -> bool {
        self.count_ones() % 2 == 1
    }

    /// True if an even number of bits is set.
    #[inline]
    #[must_use]
    pub fn xnor_reduce(self) -> bool {
        !self.xor_reduce()
    }
}

/// True for the type of a signed number.
fn is_signed<E: Number>(_: &E) -> bool {
    E::SHAPE.signed
}

/// Reports an index that is not one of a bit.
#[track_caller]
#[inline]
fn check(is_bit: bool, bits: u32) {
    assert!(is_bit, "there is no such bit of a number of {bits} bits");
}
