//! Text in fields of fixed size: UTF-8, ended by a NUL, then padding.

use std::str::Utf8Error;

/// A text cannot be read from a field, or does not fit into one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// No NUL ends the text.
    #[error("the text has no NUL within its {bytes} bytes")]
    NoNul {
        /// The size of the field in bytes.
        bytes: usize,
    },
    /// The bytes are not UTF-8.
    #[error("the text is not UTF-8: {0}")]
    NotUtf8(Utf8Error),
    /// A NUL in the text would end it.
    #[error("`{}` contains a NUL", text.escape_default())]
    InnerNul {
        /// The text.
        text: String,
    },
    /// The text is longer than the field.
    #[error("`{text}` has {} bytes and at most {most} fit", text.len())]
    TooLong {
        /// The text.
        text: String,
        /// How many bytes fit.
        most: usize,
    },
}

/// The text of a field, up to its first NUL.
///
/// # Errors
/// What is wrong, to be completed with the field's name.
pub(crate) fn read_text(field: &[u8]) -> Result<&str, TextError> {
    let end = field.iter().position(|&byte| byte == 0).ok_or(TextError::NoNul { bytes: field.len() })?;
    std::str::from_utf8(&field[..end]).map_err(TextError::NotUtf8)
}

/// A field of `N` bytes that holds `text`.
///
/// # Errors
/// What is wrong, to be completed with the field's name.
pub(crate) fn write_text<const N: usize>(text: &str) -> Result<[u8; N], TextError> {
    check_nul(text)?;
    if text.len() >= N {
        return Err(TextError::TooLong { text: text.to_owned(), most: N - 1 });
    }
    let mut field = [0; N];
    field[..text.len()].copy_from_slice(text.as_bytes());
    Ok(field)
}

/// Refuses a NUL, which would end a text.
pub(crate) fn check_nul(text: &str) -> Result<(), TextError> {
    if text.contains('\0') { Err(TextError::InnerNul { text: text.to_owned() }) } else { Ok(()) }
}
