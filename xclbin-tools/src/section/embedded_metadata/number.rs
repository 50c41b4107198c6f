//! Numbers in attributes.

use super::ProjectError;

/// A number as XRT reads it: C's notation for hexadecimal, octal and decimal; an empty text is 0.
pub(super) fn parse(text: &str) -> Result<u64, ProjectError> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if text.is_empty() => Ok(0),
        None if text.starts_with('0') => u64::from_str_radix(text, 8),
        None => text.parse(),
    };
    number.map_err(|problem| ProjectError::NoNumber { text: text.to_owned(), problem })
}

/// A number of which an empty text says that there is none.
pub(super) fn parse_optional(text: &str) -> Result<Option<u64>, ProjectError> {
    if text.is_empty() { Ok(None) } else { parse(text).map(Some) }
}

/// A number that XRT reads without C's notation.
pub(super) fn parse_decimal(text: &str) -> Result<u8, ProjectError> {
    text.parse().map_err(|problem| ProjectError::NoDecimal { text: text.to_owned(), problem })
}

/// A frequency with its unit: `300.000000MHz`. XRT drops the fraction.
pub(super) fn parse_mhz(text: &str) -> Result<u32, ProjectError> {
    let number = text.strip_suffix("MHz").unwrap_or(text);
    let whole = number.split_once('.').map_or(number, |(whole, _)| whole);
    whole.parse().map_err(|_| ProjectError::NoFrequency { text: text.to_owned() })
}

/// The notation of addresses and sizes.
pub(super) fn hex(number: u64) -> String {
    format!("{number:#x}")
}
