//! Sections that hold JSON text.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::described::wrong;
use crate::{Error, SectionKind};

/// Reads a payload of JSON text.
pub(super) fn read<T: DeserializeOwned>(kind: SectionKind, payload: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(payload).map_err(wrong(kind))
}

/// Writes a payload of JSON text.
pub(super) fn write<T: Serialize>(kind: SectionKind, value: &T) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(wrong(kind))
}
