//! What holds the bits of a number.

use std::fmt::Debug;
use std::hash::Hash;

use bytemuck::Pod;

use crate::limbs;
use crate::number::Number;

/// The bits of a number in memory: those of its width, and above them its sign (zeros if it is unsigned).
pub trait Store: Pod + Eq + Hash + Debug + Send + Sync {
    /// All zeros.
    #[doc(hidden)]
    const ZERO: Self;

    /// The low 128 bits.
    #[doc(hidden)]
    fn low(&self, signed: bool) -> i128;

    /// All bits.
    #[doc(hidden)]
    fn with<R>(&self, signed: bool, read: impl FnOnce(&[u64]) -> R) -> R;

    /// So many low bits of what `write` leaves in zeros.
    #[doc(hidden)]
    fn written(bits: u32, signed: bool, write: impl FnOnce(&mut [u64])) -> Self;

    /// So many low bits of the raw integer of a number.
    #[doc(hidden)]
    fn narrowed<E: Number>(value: &E, bits: u32, signed: bool) -> Self;
}

/// The bounds of a width.
pub trait Limits<const N: u32>: Store {
    /// `N` ones.
    #[doc(hidden)]
    const ONES: Self;
    /// The largest signed number.
    #[doc(hidden)]
    const LARGEST: Self;
    /// The smallest signed number.
    #[doc(hidden)]
    const SMALLEST: Self;
}

macro_rules! word {
    ($($word:ident as $signed:ident)*) => {$(
        impl Store for $word {
            const ZERO: Self = 0;

            #[inline]
            fn low(&self, signed: bool) -> i128 {
                if signed { i128::from(*self as $signed) } else { i128::from(*self) }
            }

            #[inline]
            fn with<R>(&self, signed: bool, read: impl FnOnce(&[u64]) -> R) -> R {
                read(&[Store::low(self, signed) as u64])
            }

            #[inline]
            fn written(bits: u32, signed: bool, write: impl FnOnce(&mut [u64])) -> Self {
                let mut word = [0];
                write(&mut word);
                limbs::canonical(word[0], bits, signed) as Self
            }

            #[inline]
            fn narrowed<E: Number>(value: &E, bits: u32, signed: bool) -> Self {
                limbs::canonical(value.low() as u64, bits, signed) as Self
            }
        }

        impl<const N: u32> Limits<N> for $word {
            const ONES: Self = Self::MAX >> (Self::BITS - N);
            const LARGEST: Self = <Self as Limits<N>>::ONES >> 1;
            const SMALLEST: Self = !<Self as Limits<N>>::LARGEST;
        }
    )*};
}

word!(u8 as i8 u16 as i16 u32 as i32 u64 as i64);

impl<const K: usize> Store for [u64; K] {
    const ZERO: Self = [0; K];

    #[inline]
    fn low(&self, signed: bool) -> i128 {
        limbs::low(self, signed)
    }

    #[inline]
    fn with<R>(&self, _: bool, read: impl FnOnce(&[u64]) -> R) -> R {
        read(self)
    }

    #[inline]
    fn written(bits: u32, signed: bool, write: impl FnOnce(&mut [u64])) -> Self {
        let mut words = [0; K];
        write(&mut words);
        words[K - 1] = limbs::canonical(words[K - 1], bits, signed);
        words
    }

    #[inline]
    fn narrowed<E: Number>(value: &E, bits: u32, signed: bool) -> Self {
        Self::written(bits, signed, |words| {
            if K == 2 {
                limbs::extend_low(words, value.low());
            } else {
                value.accumulate(words, 0, false);
            }
        })
    }
}

/// `bits` ones.
const fn ones<const K: usize>(bits: u32) -> [u64; K] {
    let mut words = [0; K];
    let mut index = 0;
    while 64 * index < bits {
        let rest = bits - 64 * index;
        words[index as usize] = if rest >= 64 { u64::MAX } else { (1 << rest) - 1 };
        index += 1;
    }
    words
}

/// All bits but `bits` low ones.
const fn ones_above<const K: usize>(bits: u32) -> [u64; K] {
    let mut words = ones(bits);
    let mut index = 0;
    while index < K {
        words[index] = !words[index];
        index += 1;
    }
    words
}

impl<const K: usize, const N: u32> Limits<N> for [u64; K] {
    const ONES: Self = ones(N);
    const LARGEST: Self = ones(N - 1);
    const SMALLEST: Self = ones_above(N - 1);
}
