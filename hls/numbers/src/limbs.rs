//! Arithmetic with words of 64 bits, the lowest first. Unless a function says otherwise, a slice is a two's complement
//! number, and results are reduced modulo the length of `out`.

use std::cmp::Ordering;

/// Words that the widest intermediate needs: 8,192 bits, and one bit each for a sign and for rounding.
pub(crate) const MOST: usize = 130;

/// The word that continues a number: zeros, or ones if it is negative.
#[inline]
pub(crate) fn extension(limbs: &[u64], signed: bool) -> u64 {
    match limbs.last() {
        Some(&top) if signed && (top >> 63) != 0 => u64::MAX,
        _ => 0,
    }
}

/// The 128 low bits.
#[inline]
pub(crate) fn low(limbs: &[u64], signed: bool) -> i128 {
    let more = extension(limbs, signed);
    let word = |index: usize| u128::from(limbs.get(index).copied().unwrap_or(more));
    (word(0) | (word(1) << 64)) as i128
}

/// The top word of a number of so many bits: `bits` modulo 64 of `limb` count, and the others repeat its sign.
#[inline]
pub(crate) const fn canonical(limb: u64, bits: u32, signed: bool) -> u64 {
    let unused = (64 - bits % 64) % 64;
    if signed { (((limb << unused) as i64) >> unused) as u64 } else { (limb << unused) >> unused }
}

/// Copies a number and repeats its sign.
#[inline]
pub(crate) fn extend(out: &mut [u64], from: &[u64], signed: bool) {
    let kept = from.len().min(out.len());
    let more = extension(from, signed);
    out[..kept].copy_from_slice(&from[..kept]);
    out[kept..].fill(more);
}

/// Writes 128 bits and repeats their sign.
#[inline]
pub(crate) fn extend_low(out: &mut [u64], value: i128) {
    extend(out, &[value as u64, (value >> 64) as u64], true);
}

/// `out += from * 2^shift`, or `out -= from * 2^shift`.
#[inline(always)]
pub(crate) fn add_shifted(out: &mut [u64], from: &[u64], signed: bool, shift: u32, negate: bool) {
    let (words, bits) = ((shift / 64) as usize, shift % 64);
    let Some(out) = out.get_mut(words..) else { return };
    let more = extension(from, signed);
    let mask = if negate { u64::MAX } else { 0 };
    let (mut carry, mut below) = (negate, 0u64);
    for (index, slot) in out.iter_mut().enumerate() {
        let word = from.get(index).copied().unwrap_or(more);
        let shifted = if bits == 0 { word } else { (word << bits) | (below >> (64 - bits)) };
        below = word;
        (*slot, carry) = carrying_add(*slot, shifted ^ mask, carry);
    }
}

/// A sum of two words and a carry, and its carry.
#[inline(always)]
fn carrying_add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

/// `out += a * b` or `out -= a * b`.
#[inline(always)]
pub(crate) fn add_product(out: &mut [u64], a: (&[u64], bool), b: (&[u64], bool), negate: bool) {
    for (index, &digit) in a.0.iter().enumerate().take(out.len()) {
        if negate {
            subtract_row(&mut out[index..], b.0, digit);
        } else {
            add_row(&mut out[index..], b.0, digit);
        }
    }
    // So far both were unsigned: a negative one was 2^(64 * length) too large.
    if extension(a.0, a.1) != 0 {
        subtract_words(out, a.0.len(), b, negate);
    }
    if extension(b.0, b.1) != 0 {
        subtract_words(out, b.0.len(), (a.0, false), negate);
    }
}

/// `out -= from * 2^(64 * words)`, or the sum if `negate`.
fn subtract_words(out: &mut [u64], words: usize, from: (&[u64], bool), negate: bool) {
    add_shifted(out, from.0, from.1, 64 * words as u32, !negate);
}

/// `out += row * digit`, all unsigned.
#[inline(always)]
fn add_row(out: &mut [u64], row: &[u64], digit: u64) {
    let mut carry = 0u64;
    let (inner, outer) = out.split_at_mut(row.len().min(out.len()));
    for (slot, &word) in inner.iter_mut().zip(row) {
        let sum = u128::from(digit) * u128::from(word) + u128::from(*slot) + u128::from(carry);
        (*slot, carry) = (sum as u64, (sum >> 64) as u64);
    }
    for slot in outer {
        let overflow;
        (*slot, overflow) = slot.overflowing_add(carry);
        if !overflow {
            return;
        }
        carry = 1;
    }
}

/// `out -= row * digit`, all unsigned.
fn subtract_row(out: &mut [u64], row: &[u64], digit: u64) -> bool {
    let mut borrow = 0u64;
    let (inner, outer) = out.split_at_mut(row.len().min(out.len()));
    for (slot, &word) in inner.iter_mut().zip(row) {
        let product = u128::from(digit) * u128::from(word) + u128::from(borrow);
        let underflow;
        (*slot, underflow) = slot.overflowing_sub(product as u64);
        borrow = (product >> 64) as u64 + u64::from(underflow);
    }
    let mut underflow = borrow != 0;
    for slot in outer {
        (*slot, underflow) = slot.overflowing_sub(borrow);
        if !underflow {
            return false;
        }
        borrow = 1;
    }
    underflow
}

/// `out = -out`.
pub(crate) fn negate(out: &mut [u64]) {
    let mut carry = true;
    for word in out {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

/// `out += 1`.
pub(crate) fn increment(out: &mut [u64]) {
    for word in out {
        let overflow;
        (*word, overflow) = word.overflowing_add(1);
        if !overflow {
            return;
        }
    }
}

/// `out / 2^shift`, rounded down.
pub(crate) fn shift_right(out: &mut [u64], signed: bool, shift: u32) {
    let more = extension(out, signed);
    let (words, bits) = ((shift / 64) as usize, shift % 64);
    for index in 0..out.len() {
        let word = |at: usize| out.get(at).copied().unwrap_or(more);
        let (below, above) = (word(index + words), word(index + words + 1));
        out[index] = if bits == 0 { below } else { (below >> bits) | (above << (64 - bits)) };
    }
}

/// One bit; beyond the slice, what continues it.
pub(crate) fn bit(limbs: &[u64], signed: bool, index: u32) -> bool {
    let word = limbs.get((index / 64) as usize).copied().unwrap_or_else(|| extension(limbs, signed));
    (word >> (index % 64)) & 1 != 0
}

/// Sets one bit of the slice.
pub(crate) fn set_bit(out: &mut [u64], index: u32, value: bool) {
    if let Some(word) = out.get_mut((index / 64) as usize) {
        *word = (*word & !(1 << (index % 64))) | (u64::from(value) << (index % 64));
    }
}

/// True if one of the low `bits` is set.
pub(crate) fn any_below(limbs: &[u64], signed: bool, bits: u32) -> bool {
    let (words, rest) = ((bits / 64) as usize, bits % 64);
    let word = |at: usize| limbs.get(at).copied().unwrap_or_else(|| extension(limbs, signed));
    (0..words).any(|at| word(at) != 0) || (rest != 0 && word(words) << (64 - rest) != 0)
}

/// The sign of a two's complement number.
pub(crate) fn sign(limbs: &[u64]) -> Ordering {
    if extension(limbs, true) != 0 {
        Ordering::Less
    } else if limbs.iter().all(|&word| word == 0) {
        Ordering::Equal
    } else {
        Ordering::Greater
    }
}

/// The length without leading zero words.
fn used(limbs: &[u64]) -> usize {
    limbs.iter().rposition(|&word| word != 0).map_or(0, |top| top + 1)
}

/// Divides an unsigned number by a word in place, and returns the remainder.
pub(crate) fn divide_by_word(number: &mut [u64], divisor: u64) -> u64 {
    let mut remainder = 0u64;
    for word in number.iter_mut().rev() {
        let part = (u128::from(remainder) << 64) | u128::from(*word);
        *word = (part / u128::from(divisor)) as u64;
        remainder = (part % u128::from(divisor)) as u64;
    }
    remainder
}

/// Multiplies an unsigned number by a word, adds another in place, and returns what does not fit.
pub(crate) fn multiply_by_word(number: &mut [u64], factor: u64, add: u64) -> u64 {
    let mut carry = add;
    for word in number {
        let product = u128::from(*word) * u128::from(factor) + u128::from(carry);
        (*word, carry) = (product as u64, (product >> 64) as u64);
    }
    carry
}

/// Divides unsigned numbers: `number` becomes the remainder, the quotient is returned in as many words as `number` has.
///
/// Knuth, The Art of Computer Programming, volume 2, section 4.3.1, algorithm D. `divisor` is not zero.
pub(crate) fn divide(number: &mut [u64], divisor: &[u64]) -> [u64; MOST] {
    let mut quotient = [0; MOST];
    let length = used(divisor);
    if length <= 1 {
        quotient[..number.len()].copy_from_slice(number);
        let remainder = divide_by_word(&mut quotient[..number.len()], divisor[0]);
        number.fill(0);
        number[0] = remainder;
        return quotient;
    }
    let digits = used(number);
    if digits < length {
        return quotient;
    }
    let shift = divisor[length - 1].leading_zeros();
    let (mut dividend, mut scaled) = ([0; MOST + 1], [0; MOST]);
    add_shifted(&mut dividend[..=digits], &number[..digits], false, shift, false);
    add_shifted(&mut scaled[..length], &divisor[..length], false, shift, false);
    let scaled = &scaled[..length];
    for place in (0..=digits - length).rev() {
        quotient[place] = quotient_digit(&mut dividend[place..=place + length], scaled);
    }
    shift_right(&mut dividend[..=length], false, shift);
    number.fill(0);
    number[..length].copy_from_slice(&dividend[..length]);
    quotient
}

/// One digit of a long division: `part` has a word more than `divisor`, whose top bit is set, and becomes the remainder.
fn quotient_digit(part: &mut [u64], divisor: &[u64]) -> u64 {
    let length = divisor.len();
    let top = (u128::from(part[length]) << 64) | u128::from(part[length - 1]);
    let leading = u128::from(divisor[length - 1]);
    let (mut digit, mut rest) = (top / leading, top % leading);
    while digit >> 64 != 0
        || digit * u128::from(divisor[length - 2]) > ((rest << 64) | u128::from(part[length - 2]))
    {
        digit -= 1;
        rest += leading;
        if rest >> 64 != 0 {
            break;
        }
    }
    let mut digit = digit as u64;
    if subtract_row(part, divisor, digit) {
        digit -= 1;
        add_shifted(part, divisor, false, 0, false);
    }
    digit
}
