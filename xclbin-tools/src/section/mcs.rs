//! MCS: images for the flash that configures a card.

use bytemuck::{Pod, Zeroable};

use super::described::{in_entry, wrong};
use super::{ArrayError, Format, PartError, SectionError, ValueError, bytes};
use crate::endian::little::U64;
use crate::{Error, SectionKind};

/// The parts and their formats; a part's type in the file is its position and 1.
pub(super) const PARTS: [(&str, Format); 2] = [("PRIMARY", Format::Raw), ("SECONDARY", Format::Raw)];

/// Bytes before the first chunk: the number of chunks, and padding.
const HEADER: usize = 8;

/// `struct mcs_chunk` of xclbin.h.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawChunk {
    kind: u8,
    padding: [u8; 7],
    offset: U64,
    size: U64,
}

const _: () = assert!(size_of::<RawChunk>() == 24);

/// A part of a payload.
pub(super) fn get(payload: &[u8], part: &str) -> Result<Vec<u8>, Error> {
    let get = || -> Result<_, SectionError> {
        let wanted = number_of(part)?;
        let found = chunks(payload)?.into_iter().find(|(kind, _)| *kind == wanted);
        found
            .map(|(_, image)| image.to_vec())
            .ok_or_else(|| PartError::Absent { part: part.to_owned() }.into())
    };
    get().map_err(wrong(SectionKind::MCS))
}

/// The payload with one more part.
pub(super) fn set(before: Option<&[u8]>, part: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
    let set = || -> Result<_, SectionError> {
        let kind = number_of(part)?;
        let mut all = before.map_or_else(|| Ok(Vec::new()), chunks)?;
        if all.iter().any(|(present, _)| *present == kind) {
            return Err(ValueError::Present { node: part.to_owned() }.into());
        }
        all.push((kind, content));
        Ok(make(&all))
    };
    set().map_err(wrong(SectionKind::MCS))
}

/// Whether every chunk lies in the payload.
pub(super) fn check(payload: &[u8]) -> Result<(), Error> {
    chunks(payload).map(|_| ()).map_err(wrong(SectionKind::MCS))
}

fn number_of(part: &str) -> Result<u8, PartError> {
    let position = PARTS.iter().zip(1_u8..).find(|((name, _), _)| *name == part);
    position.map(|(_, number)| number).ok_or_else(|| PartError::no(part))
}

/// The types of the chunks, and their images.
fn chunks(payload: &[u8]) -> Result<Vec<(u8, &[u8])>, SectionError> {
    let count: i8 = *bytes::at(payload, 0)?;
    let count = u32::try_from(count).map_err(|_| ArrayError::Negative { count })?;
    let raw: &[RawChunk] = bytes::list(payload, HEADER as u32, count)?;
    let chunk = |(index, chunk): (usize, &RawChunk)| {
        let image = bytes::slice(payload, chunk.offset.get(), chunk.size.get());
        Ok((chunk.kind, image.map_err(in_entry("m_chunk", index))?))
    };
    raw.iter().enumerate().map(chunk).collect()
}

fn make(all: &[(u8, &[u8])]) -> Vec<u8> {
    let mut offset = (HEADER + all.len() * size_of::<RawChunk>()) as u64;
    let mut payload = vec![0; HEADER];
    // There are two types.
    payload[0] = all.len() as u8;
    for (kind, image) in all {
        let size = image.len() as u64;
        let chunk = RawChunk { kind: *kind, padding: [0; 7], offset: offset.into(), size: size.into() };
        payload.extend_from_slice(bytemuck::bytes_of(&chunk));
        offset += size;
    }
    payload.extend(all.iter().flat_map(|(_, image)| image.iter()));
    payload
}
