//! Constant multiplication: a product by a constant as a few sums of the shifted factor, by the canonical signed-digit form of
//! the constant (CSD; Avizienis 1961; Ercegovac & Lang, "Digital Arithmetic").

use sycl_hls_types::ScalarValue;

/// The most terms: two levels of additions.
const MOST: usize = 4;

/// The widest product that stands as one expression, whatever the constant is.
const WIDEST_EXPRESSION: u32 = 32;
/// Bits of the narrower operand of a DSP48E2, without its sign.
const DSP_OPERAND: u32 = 17;

/// True if a product of so many bits by a constant is one of a multiplier, with registers between its DSPs: it is wide, neither a
/// few sums nor one row of DSPs.
#[must_use]
pub fn needs_multiplier(bits: u32, constant: &ScalarValue) -> bool {
    let magnitude =
        constant.to_integer().map_or(bits, |value| i128::BITS - value.unsigned_abs().leading_zeros());
    bits > WIDEST_EXPRESSION && magnitude > DSP_OPERAND && signed_digits(constant).is_none()
}

/// A digit of the canonical signed-digit form that is not 0: a term `± factor << shift` of the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignedDigit {
    /// Bits by which the factor is shifted.
    pub shift: u32,
    /// True if the term is subtracted.
    pub negative: bool,
}

/// The digits that are not 0 of a constant in canonical signed-digit form, lowest first; `None` if they are so many
/// that a multiplier is better, and for numbers beyond 64 bits. The list is empty for a product of 0.
#[must_use]
pub fn signed_digits(constant: &ScalarValue) -> Option<Vec<SignedDigit>> {
    let bits = constant.ty().bits();
    let mut rest = match 64_u32.checked_sub(bits) {
        // Its sign does not matter in so many bits; as a number around 0 it has the fewest digits.
        Some(unused) => i128::from((constant.low_bits() << unused).cast_signed() >> unused),
        None => constant.to_integer()?,
    };
    let mut digits = Vec::new();
    for shift in 0..bits {
        if rest & 1 != 0 {
            let negative = rest & 2 != 0;
            rest += if negative { 1 } else { -1 };
            digits.push(SignedDigit { shift, negative });
        }
        rest >>= 1;
    }
    (digits.len() <= MOST).then_some(digits)
}

#[cfg(test)]
mod tests {
    use sycl_hls_types::Scalar;

    use super::*;

    fn sum(factor: u64, digits: &[SignedDigit]) -> u64 {
        digits.iter().fold(0_u64, |sum, SignedDigit { shift, negative }| {
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
                let constant = ScalarValue::from_bits(Scalar::int(false, bits).unwrap(), value);
                let Some(digits) = signed_digits(&constant) else { continue };
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
    fn wide_factors_of_many_digits_need_a_multiplier() {
        let needs = |bits, value| {
            needs_multiplier(bits, &ScalarValue::wrapping(Scalar::int(true, bits).unwrap(), value))
        };
        assert!(needs(65, 0xAAAA_AAAB) && needs(64, -0x1234_5678_9abc));
        assert!(!needs(64, 640) && !needs(64, -7001) && !needs(32, 0x1234_5677) && !needs(64, 1 << 40));
    }

    #[test]
    fn there_are_as_few_as_can_be() {
        let count = |value, bits| {
            let ty = Scalar::int(false, bits).unwrap();
            signed_digits(&ScalarValue::from_bits(ty, value)).map(|digits| digits.len())
        };
        assert_eq!((count(0, 32), count(64, 64), count(190, 64)), (Some(0), Some(1), Some(3)));
        assert_eq!((count(u64::MAX, 64), count(0xFD, 8)), (Some(1), Some(2)));
        assert_eq!((count(0x155, 32), count(0x555, 32)), (None, None));
    }
}
