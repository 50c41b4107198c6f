//! Text in fields of fixed size: UTF-8, ended by a NUL, then padding.

/// The text of a field, up to its first NUL.
///
/// # Errors
/// What is wrong, to be completed with the field's name.
pub(crate) fn read_text(field: &[u8]) -> Result<&str, String> {
    let end = field
        .iter()
        .position(|&byte| byte == 0)
        .ok_or_else(|| format!("the text has no NUL within its {} bytes", field.len()))?;
    std::str::from_utf8(&field[..end]).map_err(|error| format!("the text is not UTF-8: {error}"))
}

/// A field of `N` bytes that holds `text`.
///
/// # Errors
/// What is wrong, to be completed with the field's name.
pub(crate) fn write_text<const N: usize>(text: &str) -> Result<[u8; N], String> {
    if text.contains('\0') {
        return Err(format!("`{}` contains a NUL", text.escape_default()));
    }
    if text.len() >= N {
        return Err(format!("`{text}` has {} bytes and at most {} fit", text.len(), N - 1));
    }
    let mut field = [0; N];
    field[..text.len()].copy_from_slice(text.as_bytes());
    Ok(field)
}
