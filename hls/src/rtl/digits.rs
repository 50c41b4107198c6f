//! A product by a constant as a few sums of the other factor, shifted.

/// Terms that are sums within what a product by a constant may take: two additions one after the other.
const MOST: usize = 4;

/// A term: the factor shifted by so many bits, to be taken away if it is negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digit {
    /// How far it is shifted.
    pub shift: u32,
    /// Is it taken away?
    pub negative: bool,
}

/// The digits of a constant of `bits` bits in which no two neighbours are set (the canonical signed-digit form), if they are so
/// few that a product is better made of sums than of multipliers. None at all: the product is 0.
#[must_use]
pub fn digits(value: u64, bits: u32) -> Option<Vec<Digit>> {
    // Its sign does not matter in so many bits; as a number around 0 it has the fewest digits.
    let mut rest = i128::from((value << (64 - bits)).cast_signed() >> (64 - bits));
    let mut digits = Vec::new();
    for shift in 0..bits {
        if rest & 1 != 0 {
            let negative = rest & 2 != 0;
            rest += if negative { 1 } else { -1 };
            digits.push(Digit { shift, negative });
        }
        rest >>= 1;
    }
    (digits.len() <= MOST).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(factor: u64, digits: &[Digit]) -> u64 {
        digits.iter().fold(0_u64, |sum, Digit { shift, negative }| {
            let term = factor << shift;
            if *negative { sum.wrapping_sub(term) } else { sum.wrapping_add(term) }
        })
    }

    #[test]
    fn sums_are_the_product() {
        let mut found = 0;
        for bits in [8, 16, 32, 64] {
            let mask = u64::MAX >> (64 - bits);
            for value in (0..300).chain([mask, mask - 2, 1 << (bits - 1), (1 << (bits - 1)) - 1]) {
                let Some(digits) = digits(value & mask, bits) else { continue };
                found += 1;
                for factor in [0, 1, 3, 0x5A, mask] {
                    let product = factor.wrapping_mul(value & mask) & mask;
                    assert_eq!(sum(factor, &digits) & mask, product, "{factor} * {value} in {bits} bits");
                }
            }
        }
        assert!(found > 1000);
    }

    #[test]
    fn there_are_as_few_as_can_be() {
        let count = |value, bits| digits(value, bits).map(|digits| digits.len());
        assert_eq!((count(0, 32), count(64, 64), count(190, 64)), (Some(0), Some(1), Some(3)));
        assert_eq!((count(u64::MAX, 64), count(0xFD, 8)), (Some(1), Some(2)));
        assert_eq!((count(0x155, 32), count(0x555, 32)), (None, None));
    }
}
