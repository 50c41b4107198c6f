//! Bytes as hexadecimal digits.

/// Hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    text.extend(digits.map(|digit| char::from(DIGITS[usize::from(digit)])));
    text
}

/// The bytes that hexadecimal digits state, two for each; none if they are not such digits.
pub(crate) fn unhex(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| match *pair {
            // Two digits fit a byte.
            [high, low] => Some((value(high)? << 4 | value(low)?) as u8),
            _ => None,
        })
        .collect()
}
