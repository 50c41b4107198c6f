//! Reading numbers, texts and lists at offsets that a payload states itself.

use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

/// A structure at an offset of a payload.
///
/// # Errors
/// When it reaches past the payload's end.
pub(super) fn at<T>(payload: &[u8], offset: usize) -> Result<&T, String>
where
    T: FromBytes + Immutable + KnownLayout + Unaligned,
{
    let bytes = payload.get(offset..).unwrap_or_default();
    T::ref_from_prefix(bytes).map(|(value, _)| value).map_err(|_| {
        format!("{} bytes at offset {offset} reach past the end at {}", size_of::<T>(), payload.len())
    })
}

/// A list of structures at an offset of a payload.
///
/// # Errors
/// When it reaches past the payload's end.
pub(super) fn list<T>(payload: &[u8], offset: u32, count: u32) -> Result<&[T], String>
where
    T: FromBytes + Immutable + KnownLayout + Unaligned,
{
    if count == 0 {
        return Ok(&[]);
    }
    let bytes = payload.get(offset as usize..).unwrap_or_default();
    let list = <[T]>::ref_from_prefix_with_elems(bytes, count as usize);
    list.map(|(list, _)| list).map_err(|_| {
        format!(
            "{count} x {} bytes at offset {offset} reach past the end at {}",
            size_of::<T>(),
            payload.len()
        )
    })
}

/// A part of a payload.
///
/// # Errors
/// When it reaches past the payload's end.
pub(super) fn slice(payload: &[u8], offset: u64, size: u64) -> Result<&[u8], String> {
    let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    let range = range.and_then(|(offset, size)| Some(offset..offset.checked_add(size)?));
    range
        .and_then(|range| payload.get(range))
        .ok_or_else(|| format!("{size} bytes at offset {offset} reach past the end at {}", payload.len()))
}

/// A text at an offset of a payload, up to its NUL.
///
/// # Errors
/// When it has no NUL within the payload, or is not UTF-8.
pub(super) fn text(payload: &[u8], offset: u32) -> Result<&str, String> {
    let bytes = payload.get(offset as usize..).unwrap_or_default();
    crate::fixed::read_text(bytes).map_err(|problem| format!("at offset {offset}: {problem}"))
}

/// The position that a payload of this size states for what comes next.
///
/// # Errors
/// When the format has no room for it.
pub(super) fn position(payload: &[u8]) -> Result<u32, String> {
    u32::try_from(payload.len()).map_err(|_| "the payload has more than 4 GiB".to_owned())
}

/// Adds a text and its NUL.
///
/// # Errors
/// When it contains a NUL.
pub(super) fn push_text(payload: &mut Vec<u8>, text: &str) -> Result<(), String> {
    if text.contains('\0') {
        return Err(format!("`{}` contains a NUL", text.escape_default()));
    }
    payload.extend_from_slice(text.as_bytes());
    payload.push(0);
    Ok(())
}
