//! Manifests in the payloads of images.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::ImageError;

/// Reads a manifest of the schema that this version writes. `holder` names what holds it, for messages.
///
/// # Errors
/// When the text is malformed, or of another schema.
pub(crate) fn parse<T: DeserializeOwned>(
    text: &[u8],
    holder: &'static str,
    schema: u32,
) -> Result<T, ImageError> {
    let malformed = |source| ImageError::Manifest { holder, source };
    let value: Value = serde_json::from_slice(text).map_err(malformed)?;
    let found = value.get("schema").and_then(Value::as_u64);
    if found != Some(u64::from(schema)) {
        return Err(ImageError::Schema { holder, found, read: schema });
    }
    serde_json::from_value(value).map_err(malformed)
}
