//! Numbers in attributes.

/// A number as XRT reads it: C's notation for hexadecimal, octal and decimal; an empty text is 0.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if text.is_empty() => Ok(0),
        None if text.starts_with('0') => u64::from_str_radix(text, 8),
        None => text.parse(),
    };
    number.map_err(|error| format!("`{text}` is not a number: {error}"))
}

/// A number of which an empty text says that there is none.
pub(super) fn parse_optional(text: &str) -> Result<Option<u64>, String> {
    if text.is_empty() { Ok(None) } else { parse(text).map(Some) }
}

/// A number that XRT reads without C's notation.
pub(super) fn parse_decimal(text: &str) -> Result<u8, String> {
    text.parse().map_err(|error| format!("`{text}` is not a decimal number: {error}"))
}

/// A frequency with its unit: `300.000000MHz`. XRT drops the fraction.
pub(super) fn parse_mhz(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix("MHz").unwrap_or(text);
    let whole = number.split_once('.').map_or(number, |(whole, _)| whole);
    whole.parse().map_err(|_| format!("`{text}` is not a frequency in MHz"))
}

/// The notation of addresses and sizes.
pub(super) fn hex(number: u64) -> String {
    format!("{number:#x}")
}
