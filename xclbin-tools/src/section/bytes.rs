//! Reading numbers, texts and lists at offsets that a payload states itself.

use bytemuck::Pod;

use crate::{TextError, fixed};

/// An offset or a size in a payload is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BytesError {
    /// A value or a range lies outside of the payload.
    #[error("{size} bytes at offset {offset} reach past the end at {end}")]
    PastEnd {
        /// Its size in bytes.
        size: u64,
        /// Where it starts, in bytes.
        offset: u64,
        /// The size of the payload in bytes.
        end: usize,
    },
    /// A list lies outside of the payload.
    #[error("{count} x {size} bytes at offset {offset} reach past the end at {end}")]
    ListPastEnd {
        /// How many entries it has.
        count: u32,
        /// The size of an entry in bytes.
        size: usize,
        /// Where it starts, in bytes.
        offset: u32,
        /// The size of the payload in bytes.
        end: usize,
    },
    /// A text is wrong.
    #[error("at offset {offset}: {problem}")]
    Text {
        /// Where it starts, in bytes.
        offset: u32,
        /// What is wrong with it.
        problem: TextError,
    },
    /// The payload is larger than its offsets can state.
    #[error("the payload has more than 4 GiB")]
    TooLarge,
}

/// A structure at an offset of a payload.
///
/// # Errors
/// When it reaches past the payload's end.
pub(super) fn at<T>(payload: &[u8], offset: usize) -> Result<&T, BytesError>
where
    T: Pod,
{
    let bytes = payload.get(offset..).and_then(|rest| rest.get(..size_of::<T>()));
    let past_end =
        || BytesError::PastEnd { size: size_of::<T>() as u64, offset: offset as u64, end: payload.len() };
    bytes.and_then(|bytes| whole_list(bytes, 1)?.first()).ok_or_else(past_end)
}

/// A list of structures at an offset of a payload.
///
/// # Errors
/// When it reaches past the payload's end.
pub(super) fn list<T>(payload: &[u8], offset: u32, count: u32) -> Result<&[T], BytesError>
where
    T: Pod,
{
    if count == 0 {
        return Ok(&[]);
    }
    let bytes = payload.get(offset as usize..).unwrap_or_default();
    let size = (count as usize).checked_mul(size_of::<T>());
    let list = size.and_then(|size| whole_list(bytes.get(..size)?, count as usize));
    list.ok_or(BytesError::ListPastEnd { count, size: size_of::<T>(), offset, end: payload.len() })
}

/// The structures that these bytes are, if there are exactly so many.
pub(super) fn whole_list<T: Pod>(bytes: &[u8], count: usize) -> Option<&[T]> {
    const { assert!(align_of::<T>() == 1, "structures lie at any offset") };
    bytemuck::try_cast_slice(bytes).ok().filter(|list| list.len() == count)
}

/// A part of a payload.
///
/// # Errors
/// When it reaches past the payload's end.
pub(super) fn slice(payload: &[u8], offset: u64, size: u64) -> Result<&[u8], BytesError> {
    let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    let range = range.and_then(|(offset, size)| Some(offset..offset.checked_add(size)?));
    range.and_then(|range| payload.get(range)).ok_or(BytesError::PastEnd { size, offset, end: payload.len() })
}

/// A text at an offset of a payload, up to its NUL.
///
/// # Errors
/// When it has no NUL within the payload, or is not UTF-8.
pub(super) fn text(payload: &[u8], offset: u32) -> Result<&str, BytesError> {
    let bytes = payload.get(offset as usize..).unwrap_or_default();
    fixed::read_text(bytes).map_err(|problem| BytesError::Text { offset, problem })
}

/// The position that a payload of this size states for what comes next.
///
/// # Errors
/// When the format has no room for it.
pub(super) fn position(payload: &[u8]) -> Result<u32, BytesError> {
    u32::try_from(payload.len()).map_err(|_| BytesError::TooLarge)
}

/// Adds a text and its NUL.
///
/// # Errors
/// When it contains a NUL.
pub(super) fn push_text(payload: &mut Vec<u8>, text: &str) -> Result<(), TextError> {
    fixed::check_nul(text)?;
    payload.extend_from_slice(text.as_bytes());
    payload.push(0);
    Ok(())
}
