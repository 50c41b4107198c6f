//! Values of any width as lists of bits, the lowest first.

/// A value.
pub type Bits = Vec<bool>;

/// The lowest bits of a number.
pub fn of(value: u64, width: usize) -> Bits {
    (0..width).map(|place| place < 64 && value >> place & 1 == 1).collect()
}

/// The number that the lowest 64 bits are.
pub fn number(bits: &[bool]) -> u64 {
    bits.iter().take(64).rev().fold(0, |number, bit| number << 1 | u64::from(*bit))
}

/// A value in another width: cut, or extended by zeros or by its sign.
pub fn extend(bits: &[bool], width: usize, signed: bool) -> Bits {
    let sign = signed && bits.last().copied().unwrap_or(false);
    let mut bits = bits.to_vec();
    bits.resize(width, sign);
    bits
}

/// a + b + carry, of equal widths.
pub fn add(a: &[bool], b: &[bool], mut carry: bool) -> Bits {
    let digit = |(a, b): (&bool, &bool)| {
        let sum = a ^ b ^ carry;
        carry = a & b | carry & (a ^ b);
        sum
    };
    a.iter().zip(b).map(digit).collect()
}

/// Every bit the other way round.
pub fn not(a: &[bool]) -> Bits {
    a.iter().map(|bit| !bit).collect()
}

/// a - b, of equal widths.
pub fn subtract(a: &[bool], b: &[bool]) -> Bits {
    add(a, &not(b), true)
}

/// a * b, of equal widths.
pub fn multiply(a: &[bool], b: &[bool]) -> Bits {
    let width = a.len();
    let mut sum = vec![false; width];
    for place in (0..width).filter(|place| b[*place]) {
        let upper = add(&sum[place..], &a[..width - place], false);
        sum[place..].copy_from_slice(&upper);
    }
    sum
}

/// a < b, of equal widths.
pub fn less(a: &[bool], b: &[bool], signed: bool) -> bool {
    let mut pairs = a.iter().zip(b).rev();
    match pairs.clone().next() {
        Some((a, b)) if signed && a != b => *a,
        _ => pairs.find(|(a, b)| a != b).is_some_and(|(_, b)| *b),
    }
}

/// The bits from a place on, as many as there were; `fill` where there are none.
pub fn shift_right(a: &[bool], by: &[bool], fill: bool) -> Bits {
    let by = distance(by, a.len());
    let mut bits = a[by..].to_vec();
    bits.resize(a.len(), fill);
    bits
}

/// The bits moved up to a place, as many as there were.
pub fn shift_left(a: &[bool], by: &[bool]) -> Bits {
    let by = distance(by, a.len());
    let mut bits = vec![false; by];
    bits.extend_from_slice(&a[..a.len() - by]);
    bits
}

/// How far to shift, at most the whole width.
fn distance(by: &[bool], width: usize) -> usize {
    let far = by.iter().skip(32).any(|bit| *bit);
    if far { width } else { width.min(number(by) as usize) }
}
