//! DNA_CERTIFICATE: the cards that an encrypted design is licensed for.

use super::described::wrong;
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// Bytes of a card's number.
const ENTRY: usize = 12;

/// Bytes of the signature at the end.
const SIGNATURE: usize = 512;

/// What the size is a multiple of.
const ALIGNMENT: usize = 64;

/// Bytes of the number before the signature that says how many bits the cards' numbers have; most significant first.
const LENGTH: usize = 8;

/// A certificate is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DnaCertificateError {
    /// The payload has a size that no certificate has.
    #[error("{size} bytes are no multiple of {multiple} of at least {least}")]
    Size {
        /// The size in bytes.
        size: usize,
        /// What it must be a multiple of, in bytes.
        multiple: usize,
        /// The smallest size in bytes.
        least: usize,
    },
    /// The length of the cards' numbers is wrong.
    #[error("{bits} bits are no whole numbers of cards that fit into {size} bytes")]
    Length {
        /// The length in bits.
        bits: u64,
        /// The size of the payload in bytes.
        size: usize,
    },
}

/// The certificate as JSON, the node `dna_certificate`.
pub(super) fn to_tree(payload: &[u8]) -> Result<Tree, Error> {
    let [entries, padding, signature] = parts(payload).map_err(wrong(SectionKind::DNA_CERTIFICATE))?;
    let list = entries.chunks(ENTRY).map(|entry| Tree::text_of(super::hex(entry)));
    Ok(Tree::new()
        .with("dna_list", Tree::list(list))
        .with_text("padding", super::hex(padding))
        .with_text("signature", super::hex(signature)))
}

/// The cards' numbers, what is between them and the signature, and the signature.
fn parts(payload: &[u8]) -> Result<[&[u8]; 3], DnaCertificateError> {
    let size = payload.len();
    if size < SIGNATURE + ALIGNMENT || !size.is_multiple_of(ALIGNMENT) {
        return Err(DnaCertificateError::Size { size, multiple: ALIGNMENT, least: SIGNATURE + ALIGNMENT });
    }
    let (rest, signature) = payload.split_at(size - SIGNATURE);
    let length = rest.last_chunk::<LENGTH>().map_or(0, |length| u64::from_be_bytes(*length));
    let bytes = usize::try_from(length / 8).ok().filter(|bytes| *bytes <= rest.len() - LENGTH);
    match bytes.filter(|bytes| length.is_multiple_of(8) && bytes.is_multiple_of(ENTRY)) {
        Some(bytes) => Ok([&rest[..bytes], &rest[bytes..], signature]),
        None => Err(DnaCertificateError::Length { bits: length, size }),
    }
}
